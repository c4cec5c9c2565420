import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lines } from '../../../src/lab/lines.ts';
import type { Message } from '../../../src/load/sample.ts';

function collect(): { lines: Lines; messages: Message[]; text: string[] } {
	const messages: Message[] = [];
	const text: string[] = [];
	const lines = new Lines(
		(message) => messages.push(message),
		(line) => text.push(line),
	);
	return { lines, messages, text };
}

test('lines for machines and lines for people go separate ways', () => {
	const { lines, messages, text } = collect();
	lines.push('hello\n@@lab {"t":"listening","port":3000}\nworld\n');
	expect(messages).toEqual([{ t: 'listening', port: 3000 }]);
	expect(text).toEqual(['hello', 'world']);
});

test('output may be cut anywhere', () => {
	const output =
		'one\r\n@@lab {"t":"applied","seq":1}\r\n\ntwo, äöü €\n@@lab {"t":"applied","seq":2}\n';
	const whole = collect();
	whole.lines.push(output);
	fc.assert(
		fc.property(fc.array(fc.nat(output.length), { maxLength: 8 }), (cuts) => {
			const { lines, messages, text } = collect();
			const ends = [...cuts, output.length].sort((a, b) => a - b);
			let from = 0;
			for (const end of ends) {
				lines.push(output.slice(from, end));
				from = end;
			}
			expect([messages, text]).toEqual([whole.messages, whole.text]);
		}),
	);
	expect(whole.text).toEqual(['one', '', 'two, äöü €']);
});

test('what is left without a line end comes at the end', () => {
	const { lines, text } = collect();
	lines.push('no end');
	expect(text).toEqual([]);
	lines.end();
	lines.end();
	expect(text).toEqual(['no end']);
});

test.each([
	// not JSON
	'@@lab {"t":',
	// JSON, but no message
	'@@lab null',
	'@@lab 5',
	'@@lab {"port":3000}',
	// not at the beginning of the line
	'see @@lab {"t":"listening","port":1}',
	// no space
	'@@lab{"t":"listening","port":1}',
])('%j is shown as text', (line) => {
	const { lines, messages, text } = collect();
	lines.push(`${line}\n`);
	expect(messages).toEqual([]);
	expect(text).toEqual([line]);
});

test('a flood without a line end is cut rather than kept', () => {
	const { lines, text } = collect();
	for (let i = 0; i < 9; i++) lines.push('x'.repeat(1_000_000));
	expect(text.length).toBeGreaterThan(0);
	lines.end();
	expect(text.join('')).toHaveLength(9_000_000);
});
