// What llhttp accepts in the first line and the headers of a message, and what it says otherwise.

/** The methods that node:http knows, in llhttp's order: a method's number is its place. */
export const methods: readonly string[] = [
	...['DELETE', 'GET', 'HEAD', 'POST', 'PUT', 'CONNECT', 'OPTIONS', 'TRACE', 'COPY', 'LOCK'],
	...['MKCOL', 'MOVE', 'PROPFIND', 'PROPPATCH', 'SEARCH', 'UNLOCK', 'BIND', 'REBIND', 'UNBIND'],
	...['ACL', 'REPORT', 'MKACTIVITY', 'CHECKOUT', 'MERGE', 'M-SEARCH', 'NOTIFY', 'SUBSCRIBE'],
	...['UNSUBSCRIBE', 'PATCH', 'PURGE', 'MKCALENDAR', 'LINK', 'UNLINK', 'SOURCE', 'QUERY'],
];

/** A parse error as node:http hands it out: `code` is HPE_…, `reason` is llhttp's sentence. */
export class ParseError extends Error {
	readonly code: string;
	readonly reason: string;
	bytesParsed = 0;

	constructor(code: string, reason: string) {
		super(`Parse Error: ${reason}`);
		this.code = `HPE_${code}`;
		this.reason = reason;
	}
}

export interface RequestLine {
	method: number;
	url: string;
	major: number;
	minor: number;
}

export interface StatusLine {
	status: number;
	reason: string;
	major: number;
	minor: number;
}

const VERSIONS = new Set(['0.9', '1.0', '1.1', '2.0']);
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// eslint-disable-next-line no-control-regex
const BAD_VALUE = /[\0-\x08\x0a-\x1f\x7f]/;
// eslint-disable-next-line no-control-regex
const BAD_URL = /[\0-\x20\x7f]/;

function version(text: string): { major: number; minor: number } {
	const match = /^(\d)\.(\d)/.exec(text);
	if (match === null) {
		throw new ParseError(
			'INVALID_VERSION',
			/^\d\./.test(text)
				? 'Invalid minor version'
				: /^\d/.test(text)
					? 'Expected dot'
					: 'Invalid major version',
		);
	}
	if (!VERSIONS.has(match[0])) throw new ParseError('INVALID_VERSION', 'Invalid HTTP version');
	return { major: Number(match[1]), minor: Number(match[2]) };
}

/** Reads `GET /path HTTP/1.1`; throws a ParseError as llhttp would. */
export function requestLine(line: string): RequestLine {
	const space = line.indexOf(' ');
	const name = space === -1 ? line : line.slice(0, space);
	const method = methods.indexOf(name);
	if (method === -1) {
		const isPrefixed = methods.some((known) => name.startsWith(known));
		const reason = isPrefixed ? 'Expected space after method' : 'Invalid method encountered';
		throw new ParseError('INVALID_METHOD', reason);
	}
	const rest = line.slice(space + 1).replace(/^ +/, '');
	const end = rest.indexOf(' ');
	const url = end === -1 ? rest : rest.slice(0, end);
	const isConnect = name === 'CONNECT';
	if (url === '' || (!isConnect && !/^[/*A-Za-z]/.test(url))) {
		throw new ParseError('INVALID_URL', 'Unexpected start char in url');
	}
	if (BAD_URL.test(url)) throw new ParseError('INVALID_URL', 'Invalid characters in url');
	if (end === -1) throw new ParseError('INVALID_VERSION', 'Invalid HTTP version');
	const protocol = rest.slice(end + 1).replace(/^ +/, '');
	if (!protocol.startsWith('HTTP/')) {
		throw new ParseError('INVALID_CONSTANT', 'Expected HTTP/, RTSP/ or ICE/');
	}
	const numbers = version(protocol.slice(5));
	if (protocol.length !== 8) throw new ParseError('INVALID_VERSION', 'Expected CRLF after version');
	return { method, url, ...numbers };
}

/** Reads `HTTP/1.1 200 OK`; throws a ParseError as llhttp would. */
export function statusLine(line: string): StatusLine {
	if (!line.startsWith('HTTP/')) throw new ParseError('INVALID_CONSTANT', 'Expected HTTP/');
	const numbers = version(line.slice(5));
	if (line[8] !== ' ') throw new ParseError('INVALID_VERSION', 'Expected space after version');
	const code = /^\d{3}/.exec(line.slice(9));
	if (code === null) throw new ParseError('INVALID_STATUS', 'Invalid status code');
	const after = line[12];
	if (after !== undefined && after !== ' ') {
		throw new ParseError('INVALID_STATUS', 'Invalid response status');
	}
	return { status: Number(code[0]), reason: line.slice(13), ...numbers };
}

/** Splits `Name: value`; throws a ParseError for what is not a header. */
export function headerLine(line: string): [name: string, value: string] {
	const colon = line.indexOf(':');
	const name = colon === -1 ? line : line.slice(0, colon);
	if (/^[ \t]/.test(line)) {
		throw new ParseError('INVALID_HEADER_TOKEN', 'Unexpected whitespace after header value');
	}
	if (colon === -1 || !TOKEN.test(name)) {
		throw new ParseError('INVALID_HEADER_TOKEN', 'Invalid header token');
	}
	const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '');
	if (BAD_VALUE.test(value)) {
		throw new ParseError('INVALID_HEADER_TOKEN', 'Invalid header value char');
	}
	return [name, value];
}
