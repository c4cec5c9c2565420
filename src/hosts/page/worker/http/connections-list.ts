import type { HTTPParser } from './parser.ts';

/** The parsers of a server, by whether a message is on its way, for its timeouts and its close. */
export class ConnectionsList {
	readonly #parsers = new Set<HTTPParser>();

	add(parser: HTTPParser): void {
		this.#parsers.add(parser);
	}

	delete(parser: HTTPParser): void {
		this.#parsers.delete(parser);
	}

	all(): HTTPParser[] {
		return [...this.#parsers];
	}

	idle(): HTTPParser[] {
		return this.all().filter((parser) => parser.startedAtMs === 0);
	}

	active(): HTTPParser[] {
		return this.all().filter((parser) => parser.startedAtMs !== 0);
	}

	/** Removes and gives those whose headers or whole message took longer than allowed (0 is never). */
	expired(headersTimeoutMs: number, requestTimeoutMs: number): HTTPParser[] {
		const now = performance.now();
		const [headersMs, requestMs] =
			requestTimeoutMs > 0 && headersTimeoutMs > requestTimeoutMs
				? [requestTimeoutMs, headersTimeoutMs]
				: [headersTimeoutMs, requestTimeoutMs];
		const late = this.active().filter((parser) => {
			const tookMs = now - parser.startedAtMs;
			return (
				(!parser.hasHeaders && headersMs > 0 && tookMs > headersMs) ||
				(requestMs > 0 && tookMs > requestMs)
			);
		});
		for (const parser of late) this.delete(parser);
		return late;
	}
}
