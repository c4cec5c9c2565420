import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HTTPParser } from '../../../../../../src/hosts/page/worker/http/parser.ts';

/** What a parser calls back with, pieces of a body joined. */
function parse(type: number, pieces: readonly Uint8Array[]): unknown[] {
	const parser = new HTTPParser();
	const seen: unknown[] = [];
	parser[HTTPParser.kOnHeadersComplete] = (...args) => {
		seen.push(args);
		return 0;
	};
	parser[HTTPParser.kOnBody] = (bytes) => {
		const text = Buffer.from(bytes as Uint8Array).toString();
		if (typeof seen.at(-1) === 'string') seen.push(`${seen.pop() as string}${text}`);
		else seen.push(text);
	};
	parser[HTTPParser.kOnHeaders] = (...args) => void seen.push(['trailers', ...args]);
	parser[HTTPParser.kOnMessageComplete] = () => void seen.push(['complete']);
	parser.initialize(type, {});
	for (const piece of pieces) {
		const result = parser.execute(piece);
		if (result instanceof Error) {
			seen.push(result.code);
			break;
		}
	}
	return seen;
}

/** Cuts text into pieces at any places. */
const cut = (text: string, places: readonly number[]) => {
	const bytes = Buffer.from(text);
	const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort(
		(a, b) => a - b,
	);
	return ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end));
};

const messages: readonly (readonly [type: number, text: string])[] = [
	[HTTPParser.REQUEST, 'GET /a?b HTTP/1.1\r\nHost: x\r\nA:  b c \r\n\r\nHEAD / HTTP/1.0\r\n\r\n'],
	[
		HTTPParser.REQUEST,
		'POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhelloPUT / HTTP/1.1\r\nContent-Length: 0\r\n\r\n',
	],
	[
		HTTPParser.REQUEST,
		'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n6\r\n world\r\n0\r\nT: 1\r\n\r\n',
	],
	[
		HTTPParser.RESPONSE,
		'HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
	],
	[HTTPParser.RESPONSE, 'HTTP/1.1 200 OK\r\nServer: a\r\n\r\nuntil the end'],
	[HTTPParser.REQUEST, 'GET / HTTP/1.1\r\nbad header: 1\r\n\r\n'],
];

test('a message means the same however it is cut', () => {
	for (const [type, text] of messages) {
		const whole = parse(type, [Buffer.from(text)]);
		fc.assert(
			fc.property(fc.array(fc.nat(), { maxLength: 12 }), (places) => {
				expect(parse(type, cut(text, places))).toEqual(whole);
			}),
		);
	}
});

test.each([
	['NOT HTTP\r\n', 'HPE_INVALID_METHOD'],
	['GET / HTTP/3.7\r\n', 'HPE_INVALID_VERSION'],
	['GET / HTTP/1.1\r\nA\r\n', 'HPE_INVALID_HEADER_TOKEN'],
	['GET / HTTP/1.1\r\nContent-Length: a\r\n\r\n', 'HPE_INVALID_CONTENT_LENGTH'],
	['GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n', 'HPE_INVALID_CHUNK_SIZE'],
	['GET / HTTP/1.1\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\n', 'HPE_CLOSED_CONNECTION'],
	[`GET / HTTP/1.1\r\nA: ${'x'.repeat(20_000)}`, 'HPE_HEADER_OVERFLOW'],
])('%j is refused', (text, code) => {
	expect(parse(HTTPParser.REQUEST, [Buffer.from(text)]).at(-1)).toBe(code);
});

test('an end in the middle of a message is an error, and one between messages is none', () => {
	const parser = new HTTPParser();
	parser.initialize(HTTPParser.REQUEST, {});
	expect(parser.finish()).toBeUndefined();
	parser.execute(Buffer.from('GET / HT'));
	expect(parser.finish()).toMatchObject({ code: 'HPE_INVALID_EOF_STATE' });
});
