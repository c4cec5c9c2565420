import fc from 'fast-check';
import { build } from 'hdr-histogram-js';
import { expect, test } from 'vitest';
import {
	bucketHighest,
	bucketIndex,
	bucketLowest,
	fromSparse,
	Histogram,
	MAX_VALUE_US,
} from '../../../src/histogram/histogram.ts';
import { percentile } from '../../../src/histogram/percentiles.ts';

/** Times as servers have them: mostly short, some very long, and the edges of buckets. */
const values = fc.oneof(
	fc.nat(5_000),
	fc.nat(MAX_VALUE_US),
	fc.integer({ min: 1, max: 31 }).chain((power) => fc.constantFrom(2 ** power - 1, 2 ** power - 2)),
);
const times = fc.array(values, { minLength: 1, maxLength: 300 });

function histogramOf(us: readonly number[]): Histogram {
	const histogram = new Histogram();
	for (const value of us) histogram.record(value);
	return histogram;
}

test('percentiles equal those of hdr-histogram-js', () => {
	const percents = fc.oneof(
		fc.double({ min: 0, max: 100, noNaN: true }),
		fc.integer({ min: 0, max: 100 }),
		fc.constantFrom(99.9, 99.99),
	);
	fc.assert(
		fc.property(times, percents, (us, percent) => {
			const oracle = build({
				lowestDiscernibleValue: 1,
				highestTrackableValue: 2 ** 32,
				numberOfSignificantValueDigits: 3,
			});
			for (const value of us) oracle.recordValue(value);
			expect(percentile(histogramOf(us), percent)).toBe(oracle.getValueAtPercentile(percent));
		}),
		{ numRuns: 500 },
	);
});

test('a percentile is less than 0.1 % above a value that was recorded', () => {
	fc.assert(
		fc.property(values, (value) => {
			const measured = percentile(histogramOf([value]), 50);
			expect(measured).toBeGreaterThanOrEqual(value);
			expect(measured - value).toBeLessThanOrEqual(value * 0.001);
		}),
	);
});

test('every value lies in its bucket, and buckets follow each other without a gap', () => {
	fc.assert(
		fc.property(values, (value) => {
			const index = bucketIndex(value);
			expect(bucketLowest(index)).toBeLessThanOrEqual(value);
			expect(bucketHighest(index)).toBeGreaterThanOrEqual(value);
			expect(bucketLowest(index + 1)).toBe(bucketHighest(index) + 1);
		}),
	);
});

test('merging equals recording everything in one', () => {
	fc.assert(
		fc.property(times, times, (a, b) => {
			const merged = histogramOf(a);
			merged.merge(histogramOf(b));
			expect(merged.toSparse()).toEqual(histogramOf([...a, ...b]).toSparse());
			expect(merged.total).toBe(a.length + b.length);
		}),
	);
});

test('counts survive the wire', () => {
	fc.assert(
		fc.property(times, (us) => {
			const sparse = histogramOf(us).toSparse();
			const received = fromSparse(JSON.parse(JSON.stringify(sparse)) as number[]);
			expect(received.toSparse()).toEqual(sparse);
			expect(received.total).toBe(us.length);
		}),
	);
});

test('counts on the wire are steps between buckets, and how many', () => {
	expect(histogramOf([5, 6, 5, 6, 6]).toSparse()).toEqual([5, 2, 1, 3]);
	expect(new Histogram().toSparse()).toEqual([]);
});

test.each([
	// a step without a count
	[[1], '1, undefined at position 0'],
	// a step back
	[[5, 1, -1, 1], '-1, 1 at position 2'],
	// part of a value
	[[1, 0.5], '1, 0.5 at position 0'],
	// a bucket beyond the last one
	[[25_000, 1], '25000, 1 at position 0'],
	// a count that does not fit
	[[1, 2 ** 32], '1, 4294967296 at position 0'],
	// no number at all
	[['a', 1] as unknown as number[], '"a", 1 at position 0'],
	[[NaN, 1], 'null, 1 at position 0'],
])('counts from the wire such as %j are refused by name', (sparse, named) => {
	expect(() => fromSparse(sparse)).toThrow(RangeError);
	expect(() => fromSparse(sparse)).toThrow(named);
});

test.each([
	// fractions are rounded
	[1.4, 1],
	[1.5, 2],
	// two clocks may differ by a step
	[-3, 0],
	// longer than 35 minutes counts as that
	[1e12, MAX_VALUE_US],
	[Infinity, MAX_VALUE_US],
])('%d µs are recorded as %d', (us, recorded) => {
	expect(bucketIndex(recorded)).toBe(histogramOf([us]).toSparse()[0]);
});

test('a value that is no number is refused', () => {
	expect(() => new Histogram().record(NaN)).toThrow('received NaN');
});

test('a count stands for as many values', () => {
	const histogram = new Histogram();
	histogram.record(7, 3);
	expect(histogram.total).toBe(3);
	expect(histogram.toSparse()).toEqual([7, 3]);
});

test('after a reset nothing is left', () => {
	const histogram = histogramOf([1, 2_000_000]);
	histogram.reset();
	expect(histogram.total).toBe(0);
	expect(histogram.toSparse()).toEqual([]);
});
