/** A simulated user: up to N connections over one link, a queue, and a private cache's validators. */
import { Connection, type ConnectionEvents, type Network, type Response } from './connection.ts';
import { Link } from './link.ts';
import type { LinkProfile } from './link-profile.ts';
import type { Failure } from './sample.ts';

/** A request and what is known of it so far; the user fills in the times. */
export interface Job {
	path: string;
	sentAtUs: number;
	connectUs: number;
	reused: boolean;
	/** Called once. */
	finish(job: Job, outcome: Response | Failure): void;
}

export class User implements ConnectionEvents {
	readonly #network: Network;
	readonly #link: Link | undefined;
	readonly #onOpened: () => void;
	readonly #idle: Connection[] = [];
	readonly #waiting: Job[] = [];
	readonly #jobs = new Map<Connection, Job>();
	readonly #etags = new Map<string, string>();
	/** Connections that are open or being opened. */
	#open = 0;
	#limit: number;

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
		const queued = this.#waiting.indexOf(job);
		if (queued >= 0) {
			this.#waiting.splice(queued, 1);
		} else {
			for (const [connection, each] of this.#jobs) {
				if (each !== job) continue;
				this.#jobs.delete(connection);
				connection.close();
				this.#open--;
			}
		}
		job.finish(job, failure);
		this.#openForWaiting();
	}

	/** Closes every connection; requests under way end as they may. */
	close(): void {
		for (const connection of this.#idle.splice(0)) {
			connection.close();
			this.#open--;
		}
	}

	onOpen(connection: Connection): void {
		this.#onOpened();
		const job = this.#waiting.shift();
		if (job) this.#send(connection, job);
		else this.#idle.push(connection);
	}

	onResponse(connection: Connection, response: Response): void {
		const job = this.#jobs.get(connection);
		this.#jobs.delete(connection);
		if (connection.isGone()) this.#open--;
		if (job && response.status === 200 && response.etag) this.#etags.set(job.path, response.etag);
		job?.finish(job, response);
		if (!connection.isGone()) {
			const next = this.#waiting.shift();
			if (next) this.#send(connection, next);
			else this.#idle.push(connection);
		}
		this.#openForWaiting();
	}

	onFailed(connection: Connection, failure: Failure): void {
		this.#open--;
		this.#forgetIdle(connection);
		// A connection that fails while opening takes the request that has waited longest with it.
		const job =
			this.#jobs.get(connection) ?? (connection.requests ? undefined : this.#waiting.shift());
		this.#jobs.delete(connection);
		job?.finish(job, failure);
		this.#openForWaiting();
	}

	onClosed(connection: Connection): void {
		this.#open--;
		this.#forgetIdle(connection);
	}

	#forgetIdle(connection: Connection): void {
		const index = this.#idle.indexOf(connection);
		if (index >= 0) this.#idle.splice(index, 1);
	}

	/** Opens a connection for each waiting request that none is being opened for. */
	#openForWaiting(): void {
		const opening = this.#open - this.#idle.length - this.#jobs.size;
		for (let missing = this.#waiting.length - opening; missing > 0; missing--) {
			if (this.#open >= this.#limit) return;
			this.#open++;
			new Connection(this.#network, this.#link, this);
		}
	}

	#send(connection: Connection, job: Job): void {
		job.reused = connection.requests > 0;
		job.connectUs = job.reused ? 0 : connection.connectUs;
		this.#jobs.set(connection, job);
		job.sentAtUs = connection.send(this.#requestText(job.path));
	}

	#requestText(path: string): string {
		const { host, port } = this.#network.target;
		const etag = this.#etags.get(path);
		return (
			`GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nUser-Agent: measure-first\r\n` +
			`Accept: text/html\r\nAccept-Encoding: gzip, deflate, br\r\n` +
			(etag ? `If-None-Match: ${etag}\r\n` : '') +
			`\r\n`
		);
	}
}
