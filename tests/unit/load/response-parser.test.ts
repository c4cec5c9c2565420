import { expect, test } from 'vitest';
import { ResponseParser } from '../../../src/load/response-parser.ts';

const parse = (...chunks: string[]) => {
	const parser = new ResponseParser();
	return chunks.map((chunk) => parser.push(Buffer.from(chunk, 'latin1'))).at(-1);
};
const HEAD = 'HTTP/1.1 200 OK\r\n';

test.each([
	{ says: 'a body of known length', chunks: [`${HEAD}Content-Length: 3\r\n\r\nabc`], bodyBytes: 3 },
	{
		says: 'pieces cut anywhere',
		chunks: [HEAD, 'Content-Le', 'ngth: 3\r\n\r\na', 'bc'],
		bodyBytes: 3,
	},
	{
		says: 'chunks and a trailer',
		chunks: [`${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n`],
		bodyBytes: 3,
	},
	{
		says: 'an answer after early hints',
		chunks: ['HTTP/1.1 103 E\r\n\r\n', `${HEAD}Content-Length: 0\r\n\r\n`],
		bodyBytes: 0,
	},
	{
		says: 'a 304 that names a length',
		chunks: ['HTTP/1.1 304 N\r\nContent-Length: 9\r\n\r\n'],
		bodyBytes: 0,
	},
])('reads $says', ({ chunks, bodyBytes }) => {
	expect(parse(...chunks)).toMatchObject({ bodyBytes, keepAlive: true });
});

test.each([
	{
		says: 'a chunk size that is no number',
		text: `${HEAD}Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n0\r\n\r\n`,
	},
	{
		says: 'a second answer to one request',
		text: `${HEAD}Content-Length: 1\r\n\r\na${HEAD}Content-Length: 1\r\n\r\nb`,
	},
	{ says: 'bytes after the body', text: `${HEAD}Content-Length: 1\r\n\r\nabc` },
	{
		says: 'a switch of protocols',
		text: 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
	},
	{ says: 'what is not HTTP', text: 'nonsense\r\n\r\n' },
])('calls $says broken', ({ text }) => {
	expect(parse(text)).toBe('broken');
});

test('a body without a length ends with the connection', () => {
	const parser = new ResponseParser();
	expect(parser.push(Buffer.from(`${HEAD}Connection: close\r\n\r\nabc`))).toBe('incomplete');
	expect(parser.end()).toMatchObject({ bodyBytes: 3, keepAlive: false });
});
