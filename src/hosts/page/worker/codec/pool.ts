// The process's side of the pool: libuv's threads for asynchronous compression, as one more worker.

import type { CodecSettings, PoolAnswer, PoolRequest } from '../../protocol.ts';
import { addPoolTime } from '../loop/busy.ts';
import { enter } from '../loop/enter.ts';
import { codecState, whenCodecs } from './codec-module.ts';

type Done = (answer: PoolAnswer) => void;

let port: MessagePort | undefined;
let engineUrl = '';
let ids = 0;
const pending = new Map<number, Done>();

/** Says where the worker's text is; the pool starts when it is first needed. */
export function preparePool(url: string): void {
	engineUrl = url;
}

/** Starts the pool ahead of its first job, because the program has imported zlib. */
export function startPool(): MessagePort {
	if (port !== undefined) return port;
	const worker = new Worker(engineUrl, { name: 'pool' });
	const channel = new MessageChannel();
	port = channel.port1;
	port.onmessage = ({ data }: MessageEvent<PoolAnswer>) => {
		const done = pending.get(data.id);
		pending.delete(data.id);
		addPoolTime(data.ms);
		enter(() => done?.(data));
	};
	worker.postMessage({ t: 'pool', port: channel.port2, codecs: codecState() }, [channel.port2]);
	whenCodecs(() => send({ t: 'codecs', codecs: codecState() }));
	return port;
}

function send(request: PoolRequest, transfer: Transferable[] = []): void {
	startPool().postMessage(request, transfer);
}

/** A compressor in the pool; each write is one job, and they are done in order. */
export class PoolStream {
	readonly #id = ++ids;

	constructor(settings: CodecSettings) {
		send({ t: 'open', id: this.#id, settings });
	}

	write(input: Uint8Array, flush: number, done: Done): void {
		const copy = input.slice();
		pending.set(this.#id, done);
		send({ t: 'write', id: this.#id, input: copy, flush }, [copy.buffer]);
	}

	reset(): void {
		send({ t: 'reset', id: this.#id });
	}

	close(): void {
		send({ t: 'close', id: this.#id });
	}
}
