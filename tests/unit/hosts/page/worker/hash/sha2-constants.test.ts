import { expect, test } from 'vitest';
import { sha512Constants } from '../../../../../../src/hosts/page/worker/hash/sha2-constants.ts';

test('the constants are those of FIPS 180-4', () => {
	const constants = sha512Constants();
	expect(constants).toHaveLength(80);
	expect(constants[0]).toBe(0x428a2f98d728ae22n);
	expect(constants[63]).toBe(0xc67178f2e372532bn);
	expect(constants[79]).toBe(0x6c44198c4a475817n);
});
