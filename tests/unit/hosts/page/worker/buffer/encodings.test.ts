import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodingOf, encodings } from '../../../../../../src/hosts/page/worker/buffer/encodings.ts';

const names = Object.keys(encodings) as (keyof typeof encodings)[];

test.each(names)('%s decodes any bytes as Node does', (name) => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
			expect(encodings[name].decode(bytes)).toBe(Buffer.from(bytes).toString(name));
		}),
	);
});

test.each(names)('%s encodes any text as Node does', (name) => {
	// Node's base64 and hex look at half of each character; outside of ASCII that is no use to anyone.
	const isNarrow = /^(?:base64|hex)/.test(name);
	const unit = isNarrow ? 'grapheme-ascii' : 'binary';
	fc.assert(
		fc.property(fc.string({ unit, maxLength: 100 }), (text) => {
			expect([...encodings[name].encode(text)]).toEqual([...Buffer.from(text, name)]);
		}),
	);
});

test.each(['utf8', 'utf16le', 'latin1', 'hex', 'base64'] as const)(
	'%s counts bytes as Node does',
	(name) => {
		for (const text of ['', 'abc', 'é€😀', '\ud800x', 'YWI=', 'YWJj', 'abcd12']) {
			expect(encodings[name].byteLength(text)).toBe(Buffer.byteLength(text, name));
		}
	},
);

test('names of encodings are taken in any case', () => {
	expect(encodingOf('UTF-8')).toBe(encodings.utf8);
	expect(encodingOf('Binary')).toBe(encodings.latin1);
	expect(encodingOf('nope')).toBeUndefined();
});
