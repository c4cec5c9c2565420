// Node's internalBinding('pipe_wrap'): there are no named pipes in a page.

/** Says that a path cannot be listened to or connected to. */
export class Pipe {
	constructor() {
		throw new Error(
			'Unix sockets and named pipes are not provided by the in-page engine; ' +
				'they work on real Node (npm run lab). Use a TCP port.',
		);
	}
}

/** Only here to be destructured. */
export class PipeConnectWrap {}

/** Node's numbers for the kinds of a pipe. */
export const constants = { SOCKET: 0, SERVER: 1, IPC: 2, UV_READABLE: 1, UV_WRITABLE: 2 };
