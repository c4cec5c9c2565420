/** One HTTP/1.1 connection of a simulated user: a real socket behind that user's modelled link. */
import { connect, type Socket } from 'node:net';
import type { Clock } from './clock.ts';
import type { Job } from './job.ts';
import type { LinkTimer } from './link-timer.ts';
import type { Direction, Flow, Link } from './link.ts';
import { ResponseParser, type ParsedResponse } from './response-parser.ts';
import type { Failure } from './sample.ts';

export interface Target {
	host: string;
	port: number;
}

/** An answer, and when it came. */
export interface Response extends ParsedResponse {
	/** On the wire, head and body. */
	bytes: number;
	firstByteAtUs: number;
	doneAtUs: number;
}

/** What a connection tells its user. After `onFailed` or `onClosed` it is gone. */
export interface ConnectionEvents {
	onOpen(connection: Connection): void;
	onResponse(connection: Connection, response: Response): void;
	onFailed(connection: Connection, failure: Failure): void;
	/** The server closed it while it was idle. */
	onClosed(connection: Connection): void;
}

/** What connections share: where to, on which clock, and the timer of the links. */
export interface Network {
	target: Target;
	clock: Clock;
	linkTimer: LinkTimer;
	connectionOf: Map<Flow, Connection>;
}

export class Connection {
	/** How long opening took, µs. */
	connectUs = 0;
	/** Requests that it has carried. */
	requests = 0;
	/** The one that is under way; its user's business. */
	job: Job | undefined;

	readonly #network: Network;
	readonly #events: ConnectionEvents;
	readonly #socket: Socket;
	readonly #link: Link | undefined;
	readonly #flow: Flow | undefined;
	readonly #parser = new ResponseParser();
	/** Received from the socket, still on its way over the link. */
	readonly #inbox: Buffer[] = [];
	#outgoing = '';
	#outgoingLeft = 0;
	#state: 'opening' | 'idle' | 'waiting' | 'gone' = 'opening';
	#bytes = 0;
	#firstByteAtUs = 0;
	/** When the latest bytes came. */
	#atUs = 0;

	constructor(network: Network, link: Link | undefined, events: ConnectionEvents) {
		this.#network = network;
		this.#events = events;
		this.#link = link;

		const { clock, target } = network;
		const startUs = clock.nowUs();
		this.#socket = connect({ ...target, noDelay: true });
		this.#socket.on('error', (error: NodeJS.ErrnoException) => this.#onSocketError(error));
		this.#socket.on('close', () => this.#onSocketEnd());
		if (!link) {
			this.#socket.on('connect', () => this.#open(clock.nowUs() - startUs));
			this.#socket.on('data', (chunk) => this.#read(chunk, clock.nowUs()));
			return;
		}
		network.linkTimer.catchUp(link);
		const flow = link.connect(startUs);
		this.#flow = flow;
		network.connectionOf.set(flow, this);
		let waits = 2;
		const openWhenBoth = () => {
			if (--waits === 0 && this.#state === 'opening') this.#open(clock.nowUs() - startUs);
		};
		this.#socket.on('connect', openWhenBoth);
		clock.at(flow.connectedAtUs, openWhenBoth);
		this.#socket.on('data', (chunk) => {
			this.#inbox.push(chunk);
			this.#overLink('down', chunk.length, false);
		});
	}

	/** Sends a request; only on an open connection without one under way. Returns the time, µs. */
	send(request: string): number {
		this.#state = 'waiting';
		this.#bytes = 0;
		this.requests++;
		if (this.#link) {
			this.#outgoing = request;
			this.#outgoingLeft = request.length;
			this.#overLink('up', request.length, false);
		} else {
			this.#socket.write(request, 'latin1');
		}
		return this.#network.clock.nowUs();
	}

	/** Closes it without a word to its user. */
	close(): void {
		this.#state = 'gone';
		this.#socket.destroy();
		if (this.#flow) {
			this.#link?.close(this.#flow);
			this.#network.connectionOf.delete(this.#flow);
		}
	}

	/** Takes what the link delivers at `atUs`. */
	onDelivered(direction: Direction, bytes: number, end: boolean, atUs: number): void {
		if (this.#state === 'gone') return;
		if (direction === 'up') {
			this.#outgoingLeft -= bytes;
			if (this.#outgoingLeft === 0) this.#socket.write(this.#outgoing, 'latin1');
			return;
		}
		let left = bytes;
		while (left > 0) {
			const chunk = this.#inbox[0];
			if (!chunk) break;
			if (chunk.length > left) this.#inbox[0] = chunk.subarray(left);
			else this.#inbox.shift();
			this.#read(chunk.length > left ? chunk.subarray(0, left) : chunk, atUs);
			left -= Math.min(left, chunk.length);
		}
		if (end) this.#ended();
	}

	#overLink(direction: Direction, bytes: number, end: boolean): void {
		if (!this.#link || !this.#flow || this.#state === 'gone') return;
		const { linkTimer, clock } = this.#network;
		const nowUs = clock.nowUs();
		linkTimer.catchUp(this.#link);
		if (this.isGone()) return;
		this.#link.send(this.#flow, direction, bytes, nowUs, end);
		linkTimer.schedule(this.#link);
	}

	/** Whether it was closed or failed; nothing more comes of it. */
	isGone(): boolean {
		return this.#state === 'gone';
	}

	#open(tookUs: number): void {
		this.#state = 'idle';
		this.connectUs = tookUs;
		this.#events.onOpen(this);
	}

	#read(chunk: Buffer, atUs: number): void {
		if (this.#state === 'gone') return;
		if (this.#state !== 'waiting') return this.#fail('protocol');
		if (this.#bytes === 0) this.#firstByteAtUs = atUs;
		this.#bytes += chunk.length;
		this.#atUs = atUs;
		this.#take(this.#parser.push(chunk));
	}

	#take(parsed: ParsedResponse | 'incomplete' | 'broken'): void {
		if (parsed === 'incomplete') return;
		if (parsed === 'broken') return this.#fail('protocol');
		const { status, keepAlive, etag, bodyBytes } = parsed;
		this.#state = 'idle';
		if (!keepAlive) this.close();
		this.#events.onResponse(this, {
			...{ status, keepAlive, etag, bodyBytes, bytes: this.#bytes },
			firstByteAtUs: this.#firstByteAtUs,
			doneAtUs: this.#atUs,
		});
	}

	#onSocketError(error: NodeJS.ErrnoException): void {
		if (this.#state === 'gone') return;
		const failure = failureOf(error.code, this.#state === 'opening');
		// A refusal travels back over the link as the handshake would have.
		if (this.#flow && failure === 'refused') {
			this.#network.clock.at(this.#flow.connectedAtUs, () => this.#fail(failure));
		} else {
			this.#fail(failure);
		}
	}

	#onSocketEnd(): void {
		if (this.#state === 'gone' || this.#socket.errored) return;
		if (this.#link) this.#overLink('down', 0, true);
		else this.#ended();
	}

	/** The server's end of the stream has arrived. */
	#ended(): void {
		if (this.#state === 'idle') {
			this.close();
			this.#events.onClosed(this);
			return;
		}
		// A body without length ends with the connection (RFC 9112, section 6.3).
		this.#take(this.#parser.end());
		if (!this.isGone()) this.#fail(this.#bytes > 0 ? 'protocol' : 'reset');
	}

	#fail(failure: Failure): void {
		if (this.#state === 'gone') return;
		this.close();
		this.#events.onFailed(this, failure);
	}
}

function failureOf(code: string | undefined, opening: boolean): Failure {
	if (code === 'ECONNREFUSED') return 'refused';
	if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset';
	return opening ? 'connect' : 'protocol';
}
