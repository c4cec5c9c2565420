// process.stdin: a socket of Node's own over a handle that the page writes to, as a pipe is.

import { Socket } from 'node:net';
import { StreamHandle } from '../bindings/stream-handle.ts';
import { Endpoint } from '../fabric/endpoint.ts';
import { nextTick } from '../loop/ticks.ts';

/** What Node's own code for stdin reaches into. */
interface Internals {
	_handle: StdinHandle | null;
	_readableState: { reading: boolean };
	_writableState: { ended: boolean };
	readableFlowing: boolean | null;
}

const nowhere = { send: () => undefined } as unknown as ConstructorParameters<typeof Endpoint>[2];
const pipe = new Endpoint(0, 0, nowhere, () => undefined);
const encoder = new TextEncoder();
let socket: Socket | undefined;

class StdinHandle extends StreamHandle {
	constructor() {
		super();
		this.attach(pipe);
	}
}

/** Takes in what the page wrote, or its end. */
export function receiveStdin(text: string | null): void {
	if (text === null) pipe.receiveEnd();
	else if (text !== '') pipe.receive(encoder.encode(text));
}

/** process.stdin, made at its first use; it keeps the process alive only while it is read. */
export function stdin(): Socket {
	if (socket !== undefined) return socket;
	const options = { handle: new StdinHandle(), readable: true, writable: false, manualStart: true };
	socket = new Socket(options as object);
	const internals = socket as unknown as Internals;
	// The rest is Node's getStdin(): it cannot be ended, starts paused, and stops reading on pause.
	internals._writableState.ended = true;
	stopReading(internals);
	socket.on('pause', () => {
		nextTick(() => {
			if (internals._handle?.reading && !internals.readableFlowing) stopReading(internals);
		});
	});
	return Object.assign(socket, { fd: 0, isTTY: false });
}

function stopReading(internals: Internals): void {
	internals._readableState.reading = false;
	if (internals._handle === null) return;
	internals._handle.reading = false;
	internals._handle.readStop();
}
