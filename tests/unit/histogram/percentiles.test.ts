import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Histogram } from '../../../src/histogram/histogram.ts';
import {
	mean,
	percentile,
	percentiles,
	percentilesAt,
} from '../../../src/histogram/percentiles.ts';

function histogramOf(us: Iterable<number>): Histogram {
	const histogram = new Histogram();
	for (const value of us) histogram.record(value);
	return histogram;
}

/** 1 to 10,000 µs, each once: every percentile is known beforehand. */
const KNOWN = histogramOf(Array.from({ length: 10_000 }, (_, i) => i + 1));

test.each([
	[0, 1],
	[50, 5_000],
	[90, 9_000],
	[99, 9_900],
	[99.9, 9_990],
	[99.99, 9_999],
	[100, 10_000],
])('of 1 to 10,000 µs the %d. percentile is %d', (percent, known) => {
	const value = percentile(KNOWN, percent);
	expect(value).toBeGreaterThanOrEqual(known);
	expect(value).toBeLessThanOrEqual(known * 1.001);
});

test.each([
	// binary fractions must not push the rank up by one
	[1_000, 99.9, 999],
	[10_000, 99.99, 9_999],
	[1_000, 55, 550],
	[100, 29, 29],
])('of 1 to %d µs the %d. percentile is exactly the one at its rank', (count, percent, known) => {
	const histogram = histogramOf(Array.from({ length: count }, (_, i) => i + 1));
	expect(percentile(histogram, percent)).toBe(percentile(histogramOf([known]), 100));
});

test('percentiles rise with the percentage', () => {
	const percents = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 2 });
	fc.assert(
		fc.property(fc.array(fc.nat(1e9), { minLength: 1 }), percents, (us, unsorted) => {
			const found = percentilesAt(
				histogramOf(us),
				unsorted.toSorted((a, b) => a - b),
			);
			expect(found).toEqual(found.toSorted((a, b) => a - b));
		}),
	);
});

test('several percentiles in one pass equal each alone', () => {
	const percents = [0, 10, 50, 90, 99, 99.9, 100];
	expect(percentilesAt(KNOWN, percents)).toEqual(percents.map((p) => percentile(KNOWN, p)));
});

test('the site’s percentiles come with their number of values', () => {
	expect(percentiles(histogramOf([1, 2, 3, 4]))).toEqual({ n: 4, p50: 2, p90: 4, p99: 4, max: 4 });
});

test('without values there is no percentile and no mean', () => {
	const none = { n: 0, p50: NaN, p90: NaN, p99: NaN, max: NaN };
	expect(percentiles(new Histogram())).toEqual(none);
	expect(mean(new Histogram())).toBeNaN();
});

test('the mean is within 0.1 %', () => {
	expect(Math.abs(mean(KNOWN) / 5_000.5 - 1)).toBeLessThan(0.001);
});

test.each([-1, 100.1, NaN])('a percentile of %d is refused by name', (percent) => {
	expect(() => percentile(KNOWN, percent)).toThrow(
		`Expected a percentile from 0 to 100, received ${percent}`,
	);
});
