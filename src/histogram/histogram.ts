/**
 * A log-linear histogram with three significant digits. Its buckets are those of HdrHistogram with
 * `lowestDiscernibleValue` 1 and `numberOfSignificantValueDigits` 3, so counts can be exchanged
 * with any HdrHistogram: 2,048 buckets of width 1, then 1,024 for each further power of two.
 * Every percentile is therefore at most 0.1 % above the true value.
 *
 * Source of the index arithmetic: https://github.com/HdrHistogram/HdrHistogram
 * (`AbstractHistogram.countsArrayIndex`).
 */

const HALF_MAGNITUDE = 10;
const HALF_COUNT = 1 << HALF_MAGNITUDE;
const MASK = 2 * HALF_COUNT - 1;

/** The largest value that is told apart, 2^31 − 1 µs (35.8 minutes). Larger ones count as this. */
export const MAX_VALUE_US = 2 ** 31 - 1;

/**
 * Counts on the wire: pairs of bucket index (as the difference from the previous one) and count,
 * in rising order. `[5, 2, 1, 7]` says two values in bucket 5 and seven in bucket 6.
 */
export type SparseCounts = readonly number[];

/** The bucket that `value` (a whole number of µs, 0 to MAX_VALUE_US) falls into. */
export function bucketIndex(value: number): number {
	const magnitude = 31 - HALF_MAGNITUDE - Math.clz32(value | MASK);
	return (magnitude << HALF_MAGNITUDE) + (value >> magnitude);
}

/** The lowest value of a bucket, in µs. */
export function bucketLowest(index: number): number {
	if (index <= MASK) return index;
	const magnitude = (index >> HALF_MAGNITUDE) - 1;
	return ((index & (HALF_COUNT - 1)) + HALF_COUNT) * 2 ** magnitude;
}

/** The highest value of a bucket, in µs: what a percentile reports, as HdrHistogram does. */
export function bucketHighest(index: number): number {
	if (index <= MASK) return index;
	return bucketLowest(index) + 2 ** ((index >> HALF_MAGNITUDE) - 1) - 1;
}

/** Counts of whole-microsecond values. */
export class Histogram {
	#counts = new Uint32Array(2 * HALF_COUNT);
	#total = 0;

	/** How many values were recorded. */
	get total(): number {
		return this.#total;
	}

	/**
	 * Adds `count` times the value `us`. Fractions are rounded; values above MAX_VALUE_US are
	 * clamped, negative ones count as 0 (two clocks can differ by a rounding step), and NaN throws.
	 */
	record(us: number, count = 1): void {
		if (Number.isNaN(us)) throw new RangeError('Expected a number of µs to record, received NaN');
		const value = Math.min(MAX_VALUE_US, Math.max(0, Math.round(us)));
		this.#add(bucketIndex(value), count);
	}

	/** Adds all counts of another histogram. */
	merge(other: Histogram): void {
		other.forEach((index, count) => this.#add(index, count));
	}

	/** Adds counts from the wire. Throws a RangeError on anything that is not a list of counts. */
	mergeSparse(sparse: SparseCounts): void {
		let index = 0;
		for (let i = 0; i < sparse.length; i += 2) {
			const step = sparse[i];
			const count = sparse[i + 1];
			if (!isCount(step) || !isCount(count) || index + step > bucketIndex(MAX_VALUE_US)) {
				throw new RangeError(
					`Expected histogram counts as pairs of whole numbers (index step, count), received ` +
						`${JSON.stringify(step)}, ${JSON.stringify(count)} at position ${i}`,
				);
			}
			index += step;
			this.#add(index, count);
		}
	}

	/** The counts as they travel on the wire. */
	toSparse(): number[] {
		const sparse: number[] = [];
		let previous = 0;
		this.forEach((index, count) => {
			sparse.push(index - previous, count);
			previous = index;
		});
		return sparse;
	}

	/** Calls `visit` with each bucket that has a count, in rising order. */
	forEach(visit: (index: number, count: number) => void): void {
		const counts = this.#counts;
		for (let index = 0; index < counts.length; index++) {
			const count = counts[index];
			if (count) visit(index, count);
		}
	}

	/** Forgets everything. */
	reset(): void {
		if (this.#total === 0) return;
		this.#counts.fill(0);
		this.#total = 0;
	}

	#add(index: number, count: number): void {
		if (index >= this.#counts.length) {
			const grown = new Uint32Array((Math.floor(index / HALF_COUNT) + 1) * HALF_COUNT);
			grown.set(this.#counts);
			this.#counts = grown;
		}
		this.#counts[index] = (this.#counts[index] ?? 0) + count;
		this.#total += count;
	}
}

/** A histogram made of counts from the wire. */
export function fromSparse(sparse: SparseCounts): Histogram {
	const histogram = new Histogram();
	histogram.mergeSparse(sparse);
	return histogram;
}

function isCount(value: number | undefined): value is number {
	return Number.isInteger(value) && (value ?? -1) >= 0 && (value ?? Infinity) < 2 ** 32;
}
