import { beforeAll, expect, test } from 'vitest';
import { delayPercentileMs } from '../fixtures/known-delays.mjs';
import { runKnownDelays } from './accuracy.ts';
import { percentilesMs } from './figures.ts';
import type { LoadResult } from './run-load.ts';

let result: LoadResult;
beforeAll(async () => {
	result = await runKnownDelays();
	console.log(result.text);
});

test.each([
	['p50', 50, 0],
	['p90', 90, 1],
	['p99', 99, 2],
])('%s of an open loop is that of the known delays within 3 % or 1 ms', (_name, percent, index) => {
	const measuredMs = percentilesMs(result.summary, 'response')[index] ?? NaN;
	const knownMs = delayPercentileMs(percent);
	expect(Math.abs(measuredMs - knownMs)).toBeLessThan(Math.max(1, knownMs * 0.03));
});

test('at 200 requests a second the generator is at most 10 ms late in 99 of 100', () => {
	const [, , p99Ms] = percentilesMs(result.summary, 'lag');
	expect(p99Ms).toBeLessThan(10);
});

test('every intended request was fired', () => {
	const [segment] = result.summary.segments;
	expect(segment?.intended).toBeGreaterThanOrEqual(2_000);
	expect(segment?.fired).toBe(segment?.intended);
});
