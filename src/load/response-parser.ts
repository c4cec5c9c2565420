/** Reads one HTTP/1.1 answer after the other from the bytes of a connection. */
import { HTTPParser } from 'http-parser-js';

// The parser counts a whole chunk as head where a body has ended in it, and chunks can be large.
HTTPParser.maxHeaderSize = 16 * 1024 * 1024;

/** An answer, as far as its bytes tell. */
export interface ParsedResponse {
	status: number;
	/** The server will take another request on this connection. */
	keepAlive: boolean;
	etag: string | undefined;
	bodyBytes: number;
}

/** What http-parser-js keeps in the open but does not declare. */
interface Internals {
	offset: number;
	end: number;
	body_bytes: number | null;
	BODY_CHUNKHEAD(): void;
}

export class ResponseParser {
	readonly #parser = new HTTPParser(HTTPParser.RESPONSE);
	#response: ParsedResponse | undefined;
	#isComplete = false;
	/** Bytes after the end of the answer, which nobody asked for; or a switch of protocols. */
	#isBroken = false;

	constructor() {
		const parser = this.#parser;
		const internals = parser as unknown as Internals;
		parser[HTTPParser.kOnHeadersComplete] = (info) => {
			if (info.statusCode === 101) this.#isBroken = true;
			if (info.statusCode < 200) return 0;
			this.#response = {
				status: info.statusCode,
				keepAlive: info.shouldKeepAlive,
				etag: headerValue(info.headers, 'etag'),
				bodyBytes: 0,
			};
			// Whatever their Content-Length says, these have no body (RFC 9112, section 6.3).
			return info.statusCode === 204 || info.statusCode === 304 ? 1 : 0;
		};
		parser[HTTPParser.kOnBody] = (_chunk, _offset, length) => {
			if (this.#response) this.#response.bodyBytes += length;
		};
		parser[HTTPParser.kOnMessageComplete] = () => {
			if (!this.#response) return;
			this.#isComplete = true;
			if (internals.offset < internals.end) this.#isBroken = true;
		};
		// The parser takes a chunk size that is no number for the last one, of size 0.
		const readChunkHead = internals.BODY_CHUNKHEAD;
		internals.BODY_CHUNKHEAD = () => {
			readChunkHead.call(parser);
			if (Number.isNaN(internals.body_bytes)) throw new Error('A chunk size is no number');
		};
	}

	/** Takes the next bytes. Returns the answer when it is whole, `broken` when it cannot be. */
	push(chunk: Buffer): ParsedResponse | 'incomplete' | 'broken' {
		const parsed = this.#parser.execute(chunk);
		return parsed instanceof Error ? 'broken' : this.#take();
	}

	/** The connection has ended: so does a body without a length (RFC 9112, section 6.3). */
	end(): ParsedResponse | 'incomplete' | 'broken' {
		this.#parser.finish();
		return this.#take();
	}

	#take(): ParsedResponse | 'incomplete' | 'broken' {
		if (this.#isBroken) return 'broken';
		const response = this.#response;
		if (!response || !this.#isComplete) return 'incomplete';
		this.#response = undefined;
		this.#isComplete = false;
		return response;
	}
}

function headerValue(headers: readonly string[], name: string): string | undefined {
	for (let i = 0; i < headers.length; i += 2) {
		if (headers[i]?.toLowerCase() === name) return headers[i + 1];
	}
	return undefined;
}
