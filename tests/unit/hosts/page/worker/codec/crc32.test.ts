import zlib from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from '../../../../../../src/hosts/page/worker/codec/crc32.ts';

test('agrees with zlib, in one piece and in two', () => {
	fc.assert(
		fc.property(fc.uint8Array(), fc.uint8Array(), (first, second) => {
			expect(crc32(first)).toBe(zlib.crc32(first));
			expect(crc32(second, crc32(first))).toBe(zlib.crc32(Buffer.concat([first, second])));
		}),
	);
	expect(crc32('é')).toBe(zlib.crc32('é'));
});
