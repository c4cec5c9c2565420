/** The health of a segment, in words: what the data can carry, and when a run is void. */
import { formatCount, formatMs, formatShare } from '../../src/histogram/format.ts';
import { isLagging } from '../../src/histogram/lag.ts';
import { SAMPLES_NEEDED } from '../../src/histogram/percentiles.ts';
import { isOverloaded, OVERLOAD } from '../../src/histogram/sentence.ts';
import type { SegmentFigures } from '../../src/histogram/series.ts';

export interface HealthItem {
	level: 'ok' | 'warn' | 'bad';
	text: string;
}

const LEAST_FIRED = 0.98;
/** With fewer, a p99 is no more than the worst one. */
const LEAST_LAG_SAMPLES = SAMPLES_NEEDED.p90;

/** Why figures are void: for across the plot, and as a sentence with what to do. */
export interface VoidReason {
	short: string;
	sentence: string;
}

/** Why the figures are void by our own fault; undefined where they stand. */
export function voidReason(
	figures: SegmentFigures,
	wasHidden: boolean,
	isClosedLoop = false,
): VoidReason | undefined {
	if (wasHidden) {
		return {
			short: 'void: the tab was hidden',
			sentence: 'This run is void: the tab was hidden, and browsers slow hidden tabs down.',
		};
	}
	if (figures.warmUp || figures.lag.n < LEAST_LAG_SAMPLES) return undefined;
	// A server that is used up keeps the generator waiting too: that is the result, not a fault.
	const isOver = isOverloaded(figures, isClosedLoop);
	if (isLagging(figures) && !isOver) {
		const late = `${formatMs(figures.lag.p99)} ms`;
		return {
			short: `void: generator ${late} late`,
			sentence:
				`These figures are void: the load generator itself ran ${late} late (p99). ` +
				'Something else keeps the processor busy; close it, or lower the rate.',
		};
	}
	if (isShort(figures)) {
		const share = formatShare(figures.fired / figures.intended);
		const why = `only ${share} of the intended requests were fired`;
		return {
			short: `void: ${share} fired`,
			sentence: `These figures are void: ${isOver ? `${OVERLOAD}, and ` : ''}${why}. Lower the rate.`,
		};
	}
	return undefined;
}

/** The line under the table; what is wrong comes first. */
export function healthOf(
	figures: SegmentFigures,
	wasHidden: boolean,
	isClosedLoop = false,
): HealthItem[] {
	const { n } = figures.response;
	const failed = Object.values(figures.failures).reduce((sum, count) => sum + count, 0);
	const isOver = isOverloaded(figures, isClosedLoop);
	const items: HealthItem[] = [
		...(isOver ? [{ level: 'warn', text: OVERLOAD } as const] : []),
		n >= SAMPLES_NEEDED.p99
			? { level: 'ok', text: `${formatCount(n)} samples` }
			: { level: 'warn', text: `p99 thin: ${formatCount(n)} of 1,000 samples` },
		{
			level: isLagging(figures) ? (isOver ? 'warn' : 'bad') : 'ok',
			text: `generator lag p99 ${formatMs(figures.lag.p99)} ms`,
		},
		{
			level: isShort(figures) ? 'bad' : 'ok',
			text: `fired ${formatCount(figures.fired)} of ${formatCount(figures.intended)}`,
		},
		failed > 0
			? { level: 'warn', text: `${formatCount(failed)} errors` }
			: { level: 'ok', text: 'no errors' },
		wasHidden ? { level: 'bad', text: 'tab was hidden' } : { level: 'ok', text: 'tab visible' },
	];
	const order = { bad: 0, warn: 1, ok: 2 };
	return items.sort((a, b) => order[a.level] - order[b.level]);
}

function isShort({ fired, intended }: SegmentFigures): boolean {
	return intended > 0 && fired < LEAST_FIRED * intended;
}
