/** A simulated user: up to N connections over one link, a queue, and a private cache's validators. */
import { Connection, type ConnectionEvents, type Network, type Response } from './connection.ts';
import type { Job } from './job.ts';
import { Link } from './link.ts';
import type { LinkProfile } from './link-profile.ts';
import type { Failure } from './sample.ts';

export class User implements ConnectionEvents {
	readonly #network: Network;
	readonly #link: Link | undefined;
	readonly #onOpened: () => void;
	readonly #idle: Connection[] = [];
	readonly #waiting: Job[] = [];
	readonly #etags = new Map<string, string>();
	/** Connections that are open or being opened, and those with a request under way. */
	#open = 0;
	#busy = 0;
	#limit: number;
	#closed = false;
	/** The text of the last request, which is mostly that of the next one. */
	#text = { path: '', etag: '', request: '' };

	/**
	 * @param profile the user's link; undefined for a direct connection
	 * @param limit how many connections the user opens at most
	 * @param onOpened called with each connection that was opened
	 */
	constructor(
		network: Network,
		profile: LinkProfile | undefined,
		limit: number,
		onOpened: () => void,
	) {
		this.#network = network;
		this.#link = profile && new Link(profile);
		this.#limit = limit;
		this.#onOpened = onOpened;
	}

	set connectionLimit(limit: number) {
		this.#limit = limit;
	}

	/** Sends a request as soon as a connection is free. */
	request(job: Job): void {
		const connection = this.#idle.pop();
		if (connection) {
			this.#send(connection, job);
			return;
		}
		this.#waiting.push(job);
		this.#openForWaiting();
	}

	/** Gives up a request that takes too long, with its connection. */
	abandon(job: Job, failure: Failure): void {
		const { connection } = job;
		if (connection) {
			connection.close();
			this.#open--;
			this.#busy--;
		} else {
			const queued = this.#waiting.indexOf(job);
			if (queued >= 0) this.#waiting.splice(queued, 1);
		}
		job.finish(failure);
		this.#openForWaiting();
	}

	/** Closes idle connections, and the others as soon as they are; what is under way ends first. */
	close(): void {
		this.#closed = true;
		for (const connection of this.#idle.splice(0)) {
			connection.close();
			this.#open--;
		}
	}

	onOpen(connection: Connection): void {
		this.#onOpened();
		this.#isFree(connection);
	}

	onResponse(connection: Connection, response: Response): void {
		const { job } = connection;
		connection.job = undefined;
		this.#busy--;
		if (connection.isGone()) this.#open--;
		if (job && response.status === 200 && response.etag) this.#etags.set(job.path, response.etag);
		job?.finish(response);
		if (!connection.isGone()) this.#isFree(connection);
		this.#openForWaiting();
	}

	onFailed(connection: Connection, failure: Failure): void {
		this.#open--;
		const { job } = connection;
		if (job) this.#busy--;
		else this.#forgetIdle(connection);
		// A connection that fails while opening takes the request that has waited longest with it.
		const failed = job ?? (connection.requests === 0 ? this.#waiting.shift() : undefined);
		failed?.finish(failure);
		this.#openForWaiting();
	}

	onClosed(connection: Connection): void {
		this.#open--;
		this.#forgetIdle(connection);
	}

	/** A connection can take the next request. */
	#isFree(connection: Connection): void {
		const job = this.#waiting.shift();
		if (job) {
			this.#send(connection, job);
		} else if (this.#closed) {
			connection.close();
			this.#open--;
		} else {
			this.#idle.push(connection);
		}
	}

	#forgetIdle(connection: Connection): void {
		const index = this.#idle.indexOf(connection);
		if (index >= 0) this.#idle.splice(index, 1);
	}

	/** Opens a connection for each waiting request that none is being opened for. */
	#openForWaiting(): void {
		const opening = this.#open - this.#idle.length - this.#busy;
		for (let missing = this.#waiting.length - opening; missing > 0; missing--) {
			if (this.#open >= this.#limit) return;
			this.#open++;
			new Connection(this.#network, this.#link, this);
		}
	}

	#send(connection: Connection, job: Job): void {
		job.reused = connection.requests > 0;
		job.connectUs = job.reused ? 0 : connection.connectUs;
		job.connection = connection;
		connection.job = job;
		this.#busy++;
		job.sentAtUs = connection.send(this.#requestText(job.path));
	}

	#requestText(path: string): string {
		const etag = this.#etags.get(path) ?? '';
		if (path !== this.#text.path || etag !== this.#text.etag) {
			const { host, port } = this.#network.target;
			const request =
				`GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nUser-Agent: measure-first\r\n` +
				`Accept: text/html\r\nAccept-Encoding: gzip, deflate, br\r\n` +
				(etag && `If-None-Match: ${etag}\r\n`) +
				`\r\n`;
			this.#text = { path, etag, request };
		}
		return this.#text.request;
	}
}
