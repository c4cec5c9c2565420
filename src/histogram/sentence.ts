/**
 * What a result says, as one plain sentence made by rules. It would rather say that it cannot tell
 * than claim a difference: a flip by hand is one pair of segments, not a comparison.
 */
import { formatBytes, formatCount, formatMs } from './format.ts';
import { SAMPLES_NEEDED, type Percentiles } from './percentiles.ts';
import type { SegmentFigures } from './series.ts';

/** What the figures do not tell of their segment. */
export interface Circumstances {
	/** Whether it is over, so that it cannot gain answers. */
	hasEnded?: boolean;
	/** Whether requests wait for answers, so that the load never asks for more than is done. */
	isClosedLoop?: boolean;
}

export interface Comparison extends Circumstances {
	/** What `after` has, to stand after "With": `gzip`, `keep-alive off`. */
	changed: string;
	/** Where it holds, to stand after the figures: `on this link`. */
	where?: string;
	before: SegmentFigures;
	after: SegmentFigures;
}

export interface Outcome {
	verdict: 'faster' | 'slower' | 'cannot tell';
	sentence: string;
	/** For a narrow bar: `p50 412 → 118 ms`. */
	short: string;
}

/** Changes of p50 smaller than this are noise between two segments of one run. */
const LEAST_CHANGE = 0.05;
/** Bytes and work are told where they changed by this factor. */
const TELLING = 1.2;
/** The processor's time is counted coarsely: with fewer answers its ratio is noise. */
const LEAST_FOR_WORK = 100;
/** The server's processor is used up at this share of its time. */
const MOST_BUSY = 0.9;
/** A load is above capacity where more than this share of its requests has no answer. */
const UNANSWERED = 0.1;
/** What an overload means for the figures; a sentence without its capital and its full stop. */
export const OVERLOAD =
	'the offered load is above capacity, so percentiles grow with the length of the run';
/** 10th to 50th to 90th percentile of a normal distribution, in standard deviations. */
const P90_SD = 1.2816;
/** Standard error of a median over that of a mean, for a normal distribution. */
const MEDIAN_SE = 1.2533;

/** Says what the change did to p50, and what else of note changed with it. */
export function describeChange(comparison: Comparison): Outcome {
	const { changed, where, before, after, hasEnded, isClosedLoop } = comparison;
	const [from, to] = [before.response, after.response];
	const trouble = troubleOf(after, isClosedLoop);
	const with_ = `With ${changed}`;

	if (Math.min(from.n, to.n) < SAMPLES_NEEDED.p50) {
		const counts = `${answers(from.n)} before the change and ${formatCount(to.n)} after it`;
		// What came before the change is over: no length of the run adds to it.
		const canGrow = !hasEnded && from.n >= SAMPLES_NEEDED.p50;
		const offer = canGrow ? 'Let it run longer.' : '';
		return {
			verdict: 'cannot tell',
			sentence: join(`${with_}: too few to tell, with ${counts}.`, offer, trouble),
			short: hasEnded ? 'too few answers' : 'too few answers yet',
		};
	}

	const move = `p50 ${formatMs(from.p50)} → ${formatMs(to.p50)} ms`;
	if (!differs(from, to)) {
		const figures = `from ${formatMs(from.p50)} to ${formatMs(to.p50)} ms`;
		const why = isSmall(from, to)
			? 'less than 5 %, which a flip by hand cannot tell from chance'
			: 'this run cannot tell that from chance';
		const sentence = `${with_}, p50 went ${figures}: ${why}.`;
		const offer = isSmall(from, to) || hasEnded ? '' : 'A longer one may.';
		const also = capitalised(alsoChanged(before, after));
		return {
			verdict: 'cannot tell',
			sentence: join(sentence, also ? `${also}.` : offer, trouble),
			short: `${move}: cannot tell`,
		};
	}

	const verdict = to.p50 < from.p50 ? 'faster' : 'slower';
	const verb = verdict === 'faster' ? 'fell' : 'rose';
	const about = Math.min(from.n, to.n) < SAMPLES_NEEDED.p90 ? 'about ' : '';
	const figures = `from ${about}${formatMs(from.p50)} to ${formatMs(to.p50)} ms`;
	const main = `${with_}, p50 ${verb} ${figures}${where ? ` ${where}` : ''}`;
	const also = alsoChanged(before, after);
	return {
		verdict,
		sentence: join(also ? `${main}; ${also}.` : `${main}.`, trouble),
		short: move,
	};
}

/** Says how one segment went, where there is nothing to compare it with. */
export function describeSegment(
	figures: SegmentFigures,
	{ hasEnded, isClosedLoop }: Circumstances = {},
): string {
	const { n, p50, p99 } = figures.response;
	const trouble = troubleOf(figures, isClosedLoop);
	if (n < SAMPLES_NEEDED.p50) {
		if (hasEnded) return join(describeEnd(n), trouble);
		if (trouble) return trouble;
		return n === 0 ? 'No answer has been measured yet.' : `Only ${answers(n)} so far.`;
	}
	const half = `Half of ${answers(n)} came within ${formatMs(p50)} ms`;
	const tail =
		n >= SAMPLES_NEEDED.p99
			? `, and 99 in 100 within ${formatMs(p99)} ms.`
			: `; ${formatCount(SAMPLES_NEEDED.p99)} are needed for a firm p99.`;
	return join(half + tail, trouble);
}

/** Says that a run ended with too few answers for any figure. */
export function describeEnd(n: number): string {
	if (n === 0) return 'Stopped before an answer was measured.';
	return `Stopped after ${answers(n)}: too few to say anything.`;
}

/**
 * Whether more was asked than the server can do, a finding and no fault of the run: its processor is
 * used up, requests time out, or fewer come back than go out.
 */
export function isOverloaded(figures: SegmentFigures, isClosedLoop = false): boolean {
	const { fired, done, busyShare, requestsPerSecond, fromUs, toUs } = figures;
	if (isClosedLoop || fired < SAMPLES_NEEDED.p50) return false;
	const { timeout = 0 } = figures.failures;
	if (busyShare >= MOST_BUSY || timeout > UNANSWERED * done) return true;
	// Refused and reset requests are done with: they do not pile up.
	const failed = failuresOf(figures) - timeout;
	const answered = (requestsPerSecond * (toUs - fromUs)) / 1e6;
	const [unanswered, waiting] = [fired - answered - failed, fired - done];
	return [unanswered, waiting].some(
		(count) => count > SAMPLES_NEEDED.p50 && count > UNANSWERED * fired,
	);
}

/**
 * Whether the medians differ by more than 5 % and by more than twice the error that the spread
 * allows: on a log scale sd ≈ ln(p90/p50) / 1.28, and the median's error is 1.25 · sd / √n.
 */
function differs(from: Percentiles, to: Percentiles): boolean {
	const change = Math.abs(Math.log(to.p50 / from.p50));
	return !isSmall(from, to) && change > 2 * Math.hypot(error(from), error(to));
}

/** However long the run: other work on the machine moves a median that much. */
function isSmall(from: Percentiles, to: Percentiles): boolean {
	return Math.abs(Math.log(to.p50 / from.p50)) < Math.log(1 + LEAST_CHANGE);
}

function error({ n, p50, p90 }: Percentiles): number {
	return (MEDIAN_SE * Math.log(p90 / p50)) / P90_SD / Math.sqrt(n);
}

function alsoChanged(before: SegmentFigures, after: SegmentFigures): string {
	return [bytesChanged(before, after), workChanged(before, after)].filter(Boolean).join('; ');
}

function bytesChanged(before: SegmentFigures, after: SegmentFigures): string {
	const [from, to] = [before.bytesPerResponse, after.bytesPerResponse];
	if (!(to / from >= TELLING || from / to >= TELLING)) return '';
	const verb = to < from ? 'shrank' : 'grew';
	const [first, last] = [formatBytes(from), formatBytes(to)];
	const unit = last.split(' ')[1] ?? '';
	return `each response ${verb} from ${first.replace(` ${unit}`, '')} to ${last}`;
}

function workChanged(before: SegmentFigures, after: SegmentFigures): string {
	if (Math.min(before.response.n, after.response.n) < LEAST_FOR_WORK) return '';
	const ratio = workUs(after) / workUs(before);
	if (ratio >= TELLING) {
		return `the server worked ${times(ratio)} times as hard per request`;
	}
	if (1 / ratio >= TELLING && Number.isFinite(1 / ratio)) {
		return `the server did ${times(1 / ratio)} times less work per request`;
	}
	return '';
}

/** Processor time per request, µs. */
function workUs(figures: SegmentFigures): number {
	return (figures.busyShare / figures.requestsPerSecond) * 1e6;
}

function times(ratio: number): string {
	return ratio < 9.95 ? String(Number(ratio.toFixed(1))) : formatCount(ratio);
}

/** Failures and overload: what a reader must know before any percentile. */
function troubleOf(figures: SegmentFigures, isClosedLoop?: boolean): string {
	const failed = failuresOf(figures);
	const of = figures.done === failed ? 'All' : `${formatCount(failed)} of`;
	return join(
		failed > 0 ? `${of} ${formatCount(figures.done)} requests failed.` : '',
		isOverloaded(figures, isClosedLoop) ? `${capitalised(OVERLOAD)}.` : '',
	);
}

function failuresOf({ failures }: SegmentFigures): number {
	return Object.values(failures).reduce((sum, count) => sum + count, 0);
}

function answers(n: number): string {
	return n === 1 ? '1 answer' : `${formatCount(n)} answers`;
}

function capitalised(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function join(...sentences: string[]): string {
	return sentences.filter(Boolean).join(' ');
}
