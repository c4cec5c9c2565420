import type { SegmentFigures } from './series.ts';

const MOST_LAG_US = 5_000;
const MOST_LAG_SHARE = 0.1;

/** Whether the generator was so late (p99 over 5 ms, or over 10 % of p50) that figures are void. */
export function isLagging({ lag, response }: Pick<SegmentFigures, 'lag' | 'response'>): boolean {
	return lag.p99 > MOST_LAG_US || lag.p99 > MOST_LAG_SHARE * response.p50;
}
