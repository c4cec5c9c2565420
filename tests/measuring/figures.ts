import { fromSparse } from '../../src/histogram/histogram.ts';
import { percentilesAt } from '../../src/histogram/percentiles.ts';
import type { SegmentTotals, Summary } from '../../src/load/sample.ts';

/** p50, p90 and p99 of one of a summary's histograms, in ms; its first segment. */
export function percentilesMs(
	summary: Summary,
	of: keyof Pick<SegmentTotals, 'response' | 'service' | 'lag'>,
): [p50: number, p90: number, p99: number] {
	const counts = fromSparse(summary.segments[0]?.[of] ?? []);
	const [p50 = NaN, p90 = NaN, p99 = NaN] = percentilesAt(counts, [50, 90, 99]);
	return [p50 / 1e3, p90 / 1e3, p99 / 1e3];
}
