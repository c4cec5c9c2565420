import { expect, test } from 'vitest';
import { linkProfile } from '../../../src/load/link-profile.ts';
import { readArguments } from '../../../src/load/options.ts';
import { HEAD_BYTES, LINK_CASES, REQUEST_BYTES } from '../../fixtures/link-cases.ts';
import { exchangeUs } from './closed-form.ts';

test.each(LINK_CASES)('the expected time of $says is the closed form', ({ args, expectedMs }) => {
	const { link, tls, path, warmup, loop } = readArguments(args);
	const us = exchangeUs({
		...linkProfile(link),
		requestBytes: REQUEST_BYTES,
		responseBytes: Number(path.slice(1)) + HEAD_BYTES,
		connections: 1,
		opens: warmup === 0,
		tlsRoundTrips: tls === '1.3' ? 1 : 0,
		grownBytes: loop === 'closed' ? 1460 * 1000 : 0,
	});
	expect(us / 1e3).toBeCloseTo(expectedMs, 1);
});
