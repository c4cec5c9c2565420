// Node's HTTPParser, which is llhttp in C, for HTTP/1.1 in one piece or many.

import type { ConnectionsList } from './connections-list.ts';
import { type Framed, framedBy } from './framing.ts';
import { headerLine, methods, ParseError, requestLine, statusLine } from './grammar.ts';

type State =
	| 'start'
	| 'headers'
	| 'length'
	| 'until-close'
	| 'chunk-size'
	| 'chunk-data'
	| 'chunk-end'
	| 'trailers'
	| 'closed'
	| 'upgraded';

const CR = 13;
const LF = 10;
const DEFAULT_MAX_HEADER_BYTES = 16_384;
const CONNECT = methods.indexOf('CONNECT');
const HEAD_STATES: ReadonlySet<State> = new Set(['start', 'headers', 'trailers', 'chunk-size']);

type Callback = (...args: unknown[]) => unknown;

/** Takes bytes by execute() and calls back with headers, pieces of the body, and the end. */
export class HTTPParser {
	static readonly REQUEST = 1;
	static readonly RESPONSE = 2;
	static readonly kOnMessageBegin = 0;
	static readonly kOnHeaders = 1;
	static readonly kOnHeadersComplete = 2;
	static readonly kOnBody = 3;
	static readonly kOnMessageComplete = 4;
	static readonly kOnExecute = 5;
	static readonly kOnTimeout = 6;
	static readonly kLenientNone = 0;
	static readonly kLenientHeaderValueRelaxed = 0;
	static readonly kLenientAll = 255;

	// lib/_http_common.js sets these by the numbers above.
	[callback: number]: Callback | null | undefined;
	/** When the message that is on its way began; 0 between messages. */
	startedAtMs = 0;
	hasHeaders = false;

	#type = HTTPParser.REQUEST;
	#state: State = 'start';
	#maxHeaderBytes = DEFAULT_MAX_HEADER_BYTES;
	#list: ConnectionsList | undefined;
	/** The part of a line whose end has not come. */
	#partial = '';
	#headBytes = 0;
	#first = { method: -1, url: '', status: 0, reason: '', major: 1, minor: 1 };
	#headers: string[] = [];
	#bodyLeft = 0;
	#keepsAlive = true;

	initialize(
		type: number,
		_resource: object,
		maxHeaderBytes?: number,
		_lenient?: number,
		list?: ConnectionsList,
	): void {
		this.#type = type;
		this.#maxHeaderBytes = maxHeaderBytes || DEFAULT_MAX_HEADER_BYTES;
		this.#list?.delete(this);
		this.#list = list;
		this.#beginMessage();
		if (list !== undefined) {
			// A connection that never sends anything must run into the timeout for headers, too.
			this.startedAtMs = performance.now();
			list.add(this);
		}
	}

	#beginMessage(): void {
		this.#state = 'start';
		this.#partial = '';
		this.#headBytes = 0;
		this.#headers = [];
		this.hasHeaders = false;
		this.startedAtMs = 0;
	}

	/** Takes bytes; gives how many were used, or an Error as llhttp's. */
	execute(bytes: Uint8Array): number | ParseError {
		let at = 0;
		try {
			while (at < bytes.length) {
				const next = this.#step(bytes, at);
				at = next;
				if (this.#state === 'upgraded') return at;
			}
		} catch (error) {
			if (!(error instanceof ParseError)) throw error;
			error.bytesParsed = at;
			this.#state = 'closed';
			return error;
		}
		return bytes.length;
	}

	#step(bytes: Uint8Array, at: number): number {
		switch (this.#state) {
			case 'length':
			case 'chunk-data': {
				const end = Math.min(bytes.length, at + this.#bodyLeft);
				this.#bodyLeft -= end - at;
				this[HTTPParser.kOnBody]?.(bytes.subarray(at, end));
				if (this.#bodyLeft > 0) return end;
				if (this.#state === 'length') this.#completeMessage();
				else this.#state = 'chunk-end';
				return end;
			}
			case 'until-close':
				this[HTTPParser.kOnBody]?.(bytes.subarray(at));
				return bytes.length;
			case 'closed':
				// Blank lines after the last message are harmless.
				if (bytes[at] === CR || bytes[at] === LF) return at + 1;
				throw new ParseError('CLOSED_CONNECTION', 'Data after `Connection: close`');
			default:
				return this.#stepLine(bytes, at);
		}
	}

	#stepLine(bytes: Uint8Array, at: number): number {
		if (this.startedAtMs === 0) this.startedAtMs = performance.now();
		const end = Uint8Array.prototype.indexOf.call(bytes, LF, at);
		const to = end === -1 ? bytes.length : end + 1;
		if (HEAD_STATES.has(this.#state)) this.#countHead(to - at);
		if (end === -1) {
			this.#partial += latin1(bytes, at, to);
			this.#checkPartial();
			return to;
		}
		const text = this.#partial + latin1(bytes, at, end);
		this.#partial = '';
		if (text.endsWith('\r')) {
			this.#line(text.slice(0, -1));
		} else {
			this.#bareLineFeed(text);
		}
		return to;
	}

	/** llhttp sees at the first character that this is no method; we would wait for the line. */
	#checkPartial(): void {
		if (this.#state !== 'start' || this.#type !== HTTPParser.REQUEST) return;
		const text = this.#partial.replace(/^[\r\n]+/, '');
		const [method = ''] = text.split(' ', 1);
		const isPossible = text.includes(' ')
			? methods.includes(method)
			: methods.some((known) => known.startsWith(method));
		if (!isPossible) throw new ParseError('INVALID_METHOD', 'Invalid method encountered');
	}

	#bareLineFeed(text: string): void {
		if (this.#state === 'start' && text === '') return;
		if (this.#state === 'start') {
			// The first line may be wrong in itself, and that is what llhttp says first.
			if (this.#type === HTTPParser.REQUEST) requestLine(text);
			else statusLine(text);
			throw new ParseError('CR_EXPECTED', 'Missing expected CR after response line');
		}
		if (this.#state === 'headers' && text !== '') headerLine(text);
		throw new ParseError('CR_EXPECTED', 'Missing expected CR after header value');
	}

	#countHead(bytes: number): void {
		this.#headBytes += bytes;
		if (this.#headBytes >= this.#maxHeaderBytes && this.#state !== 'chunk-size') {
			throw new ParseError('HEADER_OVERFLOW', 'Header overflow');
		}
	}

	#line(line: string): void {
		switch (this.#state) {
			case 'start':
				return this.#firstLine(line);
			case 'headers':
				if (line === '') this.#completeHeaders();
				else this.#addHeader(line);
				return;
			case 'chunk-size':
				return this.#chunkSize(line);
			case 'chunk-end':
				if (line !== '') throw new ParseError('STRICT', 'Expected LF after chunk data');
				this.#state = 'chunk-size';
				return;
			case 'trailers':
				if (line !== '') return this.#addHeader(line);
				if (this.#headers.length > 0) this[HTTPParser.kOnHeaders]?.(this.#headers, '');
				this.#completeMessage();
				return;
			default:
				return;
		}
	}

	#firstLine(line: string): void {
		if (line === '') {
			this.#headBytes = 0;
			return;
		}
		if (this.#type === HTTPParser.REQUEST) {
			Object.assign(this.#first, requestLine(line));
		} else {
			Object.assign(this.#first, statusLine(line));
		}
		this.#state = 'headers';
	}

	#addHeader(line: string): void {
		if (line.includes('\r')) {
			throw new ParseError('LF_EXPECTED', 'Missing expected LF after header value');
		}
		const [name, value] = headerLine(line);
		this.#headers.push(name, value);
	}

	#completeHeaders(): void {
		const { method, url, status, reason, major, minor } = this.#first;
		const isRequest = this.#type === HTTPParser.REQUEST;
		const framed = framedBy(this.#headers);
		if (isRequest && framed.hasTransferEncoding && !framed.isChunked) {
			throw new ParseError('INVALID_TRANSFER_ENCODING', 'Request has invalid `Transfer-Encoding`');
		}
		const isUpgrade = isRequest
			? framed.isUpgrade || method === CONNECT
			: framed.isUpgrade && status === 101;
		const needsClose = !isRequest && this.#endsWithConnection(framed);
		this.#keepsAlive =
			(major > 0 && minor > 0 ? !framed.isClose : framed.isKeepAlive) && !needsClose;
		const headers = this.#headers;
		this.#headers = [];
		this.hasHeaders = true;
		const skip = this[HTTPParser.kOnHeadersComplete]?.(
			...[major, minor, headers, isRequest ? method : undefined, isRequest ? url : undefined],
			...[
				isRequest ? undefined : status,
				isRequest ? undefined : reason,
				isUpgrade,
				this.#keepsAlive,
			],
		);
		if (skip === 2 || isUpgrade) {
			this.#completeMessage();
			this.#state = 'upgraded';
		} else if (skip === 1) {
			// The answer to HEAD has no body, so it does not need the end of the connection either.
			if (needsClose) {
				this.#keepsAlive = major > 0 && minor > 0 ? !framed.isClose : framed.isKeepAlive;
			}
			this.#completeMessage();
		} else {
			this.#beginBody(framed, isRequest, needsClose);
		}
	}

	#endsWithConnection({ isChunked, hasTransferEncoding, length }: Framed): boolean {
		const { status } = this.#first;
		if (status < 200 || status === 204 || status === 304) return false;
		if (hasTransferEncoding && !isChunked) return true;
		return !isChunked && length === undefined;
	}

	#beginBody(framed: Framed, isRequest: boolean, needsClose: boolean): void {
		const { status } = this.#first;
		const hasNoBody = !isRequest && (status < 200 || status === 204 || status === 304);
		if (framed.isChunked && !hasNoBody) {
			this.#state = 'chunk-size';
		} else if (needsClose) {
			this.#state = 'until-close';
		} else if (framed.length !== undefined && framed.length > 0 && !hasNoBody) {
			this.#bodyLeft = framed.length;
			this.#state = 'length';
		} else {
			this.#completeMessage();
		}
	}

	#chunkSize(line: string): void {
		const match = /^([0-9A-Fa-f]+)[ \t]*(?:;.*)?$/.exec(line);
		if (match === null)
			throw new ParseError('INVALID_CHUNK_SIZE', 'Invalid character in chunk size');
		this.#bodyLeft = Number.parseInt(match[1] ?? '', 16);
		this.#headBytes = 0;
		this.#state = this.#bodyLeft === 0 ? 'trailers' : 'chunk-data';
	}

	#completeMessage(): void {
		const keepsAlive = this.#keepsAlive;
		this.#beginMessage();
		this[HTTPParser.kOnMessageComplete]?.();
		// The callback may have begun anew with this parser.
		if (!keepsAlive && this.#state === 'start') this.#state = 'closed';
	}

	/** The connection has ended; gives an Error where that cuts a message short. */
	finish(): ParseError | undefined {
		if (this.#state === 'until-close') {
			this.#completeMessage();
			return undefined;
		}
		const isBetween = this.#state === 'start' && this.#partial === '';
		if (isBetween || this.#state === 'closed' || this.#state === 'upgraded') return undefined;
		return new ParseError('INVALID_EOF_STATE', 'Invalid EOF state');
	}

	remove(): void {
		this.#list?.delete(this);
	}

	free(): void {
		this.remove();
		this.#list = undefined;
	}

	close(): void {
		this.free();
	}

	/** How long the current message has taken, in milliseconds. */
	duration(): number {
		return this.startedAtMs === 0 ? 0 : performance.now() - this.startedAtMs;
	}

	headersCompleted(): boolean {
		return this.hasHeaders;
	}

	// What only a parser that reads the socket itself needs.

	pause(): void {
		// A socket that is paused gives no bytes.
	}

	resume(): void {
		// As above.
	}

	consume(): void {
		// The bytes come by execute().
	}

	unconsume(): void {
		// As above.
	}

	getCurrentBuffer(): undefined {
		return undefined;
	}

	getAsyncId(): number {
		return 0;
	}
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
	let text = '';
	for (let at = from; at < to; at += 8192) {
		text += String.fromCharCode(...bytes.subarray(at, Math.min(to, at + 8192)));
	}
	return text;
}
