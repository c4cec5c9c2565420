import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromSparse } from '../../src/histogram/histogram.ts';
import { percentile } from '../../src/histogram/percentiles.ts';
import { LINK_CASES } from '../fixtures/link-cases.ts';
import { runLoad, startServer, type FixtureServer } from './run-load.ts';

let server: FixtureServer;
beforeAll(async () => {
	server = await startServer('link-server.mjs');
});
afterAll(() => server.close());

test.each(LINK_CASES)('$says takes what the closed form says', async ({ args, expectedMs }) => {
	const { summary } = await runLoad(server, args);
	const response = fromSparse(summary.segments[0]?.response ?? []);
	const medianMs = percentile(response, 50) / 1e3;
	console.log(
		`${expectedMs} ms expected, ${medianMs.toFixed(1)} ms measured, n = ${response.total}`,
	);
	expect(response.total).toBeGreaterThanOrEqual(20);
	expect(Math.abs(medianMs - expectedMs)).toBeLessThan(Math.max(3, expectedMs * 0.05));
});
