/** What the panel shows of a run, recorded or live, and the words that it makes of it. */
import { formatMs } from '../../src/histogram/format.ts';
import { SAMPLES_NEEDED } from '../../src/histogram/percentiles.ts';
import {
	describeChange,
	describeEnd,
	describeSegment,
	type Outcome,
} from '../../src/histogram/sentence.ts';
import type { SegmentFigures, SeriesPoint } from '../../src/histogram/series.ts';
import type { Change } from '../../src/lab/run.ts';
import type { KnobValues, Lab } from '../../src/lab/schema.ts';
import { changePhrase, isInUse, isOnOneLink, valuesText } from './change-words.ts';
import { voidReason } from './health.ts';

export interface RunView {
	points: readonly SeriesPoint[];
	figures: readonly SegmentFigures[];
	changes: readonly Change[];
	/** The settings of each segment, by segment number; may lag behind `figures`. */
	settings: readonly KnobValues[];
	/** Whether it is over: no answer will come any more. */
	hasEnded?: boolean;
}

/** The segment since the last change and the one it is compared with, and what each of them has. */
export interface Columns {
	current: SegmentFigures | undefined;
	before: SegmentFigures | undefined;
	currentHas: string;
	beforeHas: string;
	/** Whether a change began the current segment. */
	hasChanged: boolean;
	/** Whether the current segment's load is a closed loop. */
	isClosedLoop: boolean;
}

/** Picks the two segments that the tables show. */
export function columnsOf(lab: Lab, view: RunView): Columns {
	const index = view.figures.length - 1;
	const current = view.figures[index];
	const before = measuredBefore(view.figures, index);
	const [from, to] = [settingsOf(view, before), settingsOf(view, current)];
	const change = view.changes.find(({ segment }) => segment === current?.segment);
	return {
		current,
		before,
		currentHas: valuesText(lab, before ? differing(lab, to, from) : (change?.set ?? {})),
		beforeHas: before ? valuesText(lab, differing(lab, from, to)) : '',
		hasChanged: index > 0,
		isClosedLoop: isClosedLoop(to),
	};
}

/**
 * What a change did, from the segment that it began and the last one before it that can be compared;
 * undefined where there is none, or where nothing differs between the two.
 */
export function outcomeOf(lab: Lab, view: RunView, change: Change): Outcome | undefined {
	const index = view.figures.findIndex(({ segment }) => segment === change.segment);
	const [before, after] = [measuredBefore(view.figures, index), view.figures[index]];
	if (!before || !after || after.warmUp) return undefined;
	const changed = differing(lab, settingsOf(view, after), settingsOf(view, before));
	if (Object.keys(changed).length === 0) return undefined;
	const phrase = changePhrase(lab, changed);
	const unusable = (figures: SegmentFigures) =>
		voidReason(figures, false, isClosedLoop(settingsOf(view, figures)));
	if (unusable(before) || unusable(after)) {
		const where = unusable(after) ? 'after' : 'before';
		return {
			verdict: 'cannot tell',
			sentence: `With ${phrase}: cannot tell, because the figures ${where} the change are void.`,
			short: 'void',
		};
	}
	const isLast = index === view.figures.length - 1;
	return describeChange({
		changed: phrase,
		before,
		after,
		hasEnded: !isLast || view.hasEnded === true,
		isClosedLoop: isClosedLoop(settingsOf(view, after)),
		...(isOnOneLink(changed) && { where: 'on this link' }),
	});
}

/** The one sentence of the run, and its short form for a narrow bar. */
export function summarise(
	lab: Lab,
	view: RunView,
	wasHidden = false,
): { sentence: string; short: string } {
	const { hasEnded = false } = view;
	const current = view.figures.at(-1);
	if (!current) {
		return hasEnded
			? { sentence: describeEnd(0), short: 'stopped' }
			: { sentence: 'Waiting for the first answer.', short: 'starting' };
	}
	const change = view.changes.find(({ segment }) => segment === current.segment);
	if (current.warmUp) {
		const with_ = change ? `With ${changePhrase(lab, change.set)}: ` : '';
		const says = hasEnded ? 'stopped during the warm-up' : 'warming up';
		const sentence = `${with_}${says}; these answers are not counted.`;
		return { sentence: sentence.charAt(0).toUpperCase() + sentence.slice(1), short: says };
	}
	const isClosed = isClosedLoop(settingsOf(view, current));
	const voidBecause = voidReason(current, wasHidden, isClosed);
	if (voidBecause) return { sentence: voidBecause.sentence, short: 'void' };
	const outcome = change && outcomeOf(lab, view, change);
	if (outcome) return outcome;
	const { n, p50 } = current.response;
	const isEnough = n >= SAMPLES_NEEDED.p50;
	return {
		sentence:
			describeSegment(current, { hasEnded, isClosedLoop: isClosed }) + (isEnough ? hint(view) : ''),
		short: isEnough ? `p50 ${formatMs(p50)} ms` : '',
	};
}

/** What may follow a segment that stands alone. */
function hint(view: RunView): string {
	const last = view.figures.length - 1;
	if (last > 0 && !measuredBefore(view.figures, last)) {
		return ' Nothing was measured before the last change, so there is nothing to compare with.';
	}
	if (view.changes.length > 0 || view.hasEnded) return '';
	return ' Flip a switch to see what moves.';
}

/**
 * The last segment before `index` with enough answers to compare, else the last with any: a second
 * knob that is moved at once, or during the warm-up, leaves a segment without answers.
 */
function measuredBefore(
	figures: readonly SegmentFigures[],
	index: number,
): SegmentFigures | undefined {
	const measured = figures
		.slice(0, Math.max(0, index))
		.filter(({ warmUp, response }) => !warmUp && response.n > 0);
	return measured.findLast(({ response }) => response.n >= SAMPLES_NEEDED.p50) ?? measured.at(-1);
}

/** The settings of a segment; of the last known one where it is too new. */
function settingsOf(view: RunView, figures: SegmentFigures | undefined): KnobValues {
	return (figures && view.settings[figures.segment]) ?? view.settings.at(-1) ?? {};
}

/** The load's own word for it: labs that let it be chosen have a knob of this name. */
function isClosedLoop(values: KnobValues): boolean {
	return values['loop'] === 'closed';
}

/** The knobs in use among `values` that have another value in `other`. */
function differing(lab: Lab, values: KnobValues, other: KnobValues): KnobValues {
	return Object.fromEntries(
		lab.knobs
			.filter((knob) => isInUse(knob, values))
			.flatMap(({ id }) => {
				const value = values[id];
				return value === undefined || value === other[id] ? [] : [[id, value] as const];
			}),
	);
}
