// The classic worker that is one process, or the pool of one: it waits to be told which.

import './realm/early.ts';
import './realm/globals.ts';
import type { FrameToWorker } from '../protocol.ts';
import { setCodecs } from './codec/codec-module.ts';
import { runPool } from './codec/pool-worker.ts';
import { addPeer, portTaken, removePeer, setListening } from './fabric/switchboard.ts';
import { enter } from './loop/enter.ts';
import { post } from './program/frame-port.ts';
import { runProgram } from './program/run.ts';
import { receiveStdin } from './program/stdin.ts';

function receive(message: FrameToWorker): void {
	switch (message.t) {
		case 'run':
			return runProgram(message);
		case 'pool':
			return runPool(message.port, message.codecs);
		case 'peer':
			return addPeer(message.pid, message.port);
		case 'peer-died':
			return removePeer(message.pid);
		case 'listening':
			return setListening(message.tcpPort, message.pid);
		case 'not-listening':
			return setListening(message.tcpPort, undefined);
		case 'port-taken':
			return portTaken(message.tcpPort);
		case 'stdin':
			return enter(() => receiveStdin(message.text));
		case 'codecs':
			return setCodecs(message.codecs);
		case 'ping':
			return post({ t: 'pong' });
	}
}

self.addEventListener('message', (event: MessageEvent<FrameToWorker>) => receive(event.data));
post({ t: 'up' });
