import { bucketHighest, bucketLowest, type Histogram } from './histogram.ts';

/** The percentiles that the site shows everywhere, in µs; NaN where nothing was recorded. */
export interface Percentiles {
	n: number;
	p50: number;
	p90: number;
	p99: number;
	max: number;
}

/** How many samples a percentile needs before it is drawn solid: ten above it on average. */
export const SAMPLES_NEEDED = { p50: 20, p90: 100, p99: 1_000 } as const;

/**
 * The value at or below which `percent` (0 to 100) of the values lie, in µs: the highest value of
 * the bucket that holds the ⌈percent/100 · n⌉-th smallest one. At 0 it is the lowest value of the
 * first bucket, as in HdrHistogram. NaN where nothing was recorded.
 */
export function percentile(histogram: Histogram, percent: number): number {
	return percentilesAt(histogram, [percent])[0] ?? NaN;
}

/** p50, p90, p99 and the largest value, in one pass. */
export function percentiles(histogram: Histogram): Percentiles {
	const [p50 = NaN, p90 = NaN, p99 = NaN, max = NaN] = percentilesAt(histogram, [50, 90, 99, 100]);
	return { n: histogram.total, p50, p90, p99, max };
}

/** The mean in µs, taking each value at the middle of its bucket. NaN where nothing was recorded. */
export function mean(histogram: Histogram): number {
	let sum = 0;
	histogram.forEach((index, count) => {
		sum += ((bucketLowest(index) + bucketHighest(index)) / 2) * count;
	});
	return sum / histogram.total;
}

/** Several percentiles in one pass; `percents` must rise. */
export function percentilesAt(histogram: Histogram, percents: readonly number[]): number[] {
	const ranks = percents.map((percent) => {
		if (!(percent >= 0 && percent <= 100)) {
			throw new RangeError(`Expected a percentile from 0 to 100, received ${percent}`);
		}
		return rank(percent, histogram.total);
	});
	const values: number[] = [];
	let seen = 0;
	histogram.forEach((index, count) => {
		seen += count;
		while (values.length < ranks.length && seen >= (ranks[values.length] ?? Infinity)) {
			const isLowest = percents[values.length] === 0;
			values.push(isLowest ? bucketLowest(index) : bucketHighest(index));
		}
	});
	while (values.length < ranks.length) values.push(NaN);
	return values;
}

/** ⌈percent/100 · n⌉, at least 1, without the upward slip of binary fractions (99.9 % of 1,000). */
function rank(percent: number, total: number): number {
	return Math.max(1, Math.ceil((percent / 100) * total * (1 - 1e-12)));
}
