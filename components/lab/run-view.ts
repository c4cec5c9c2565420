/** What the panel shows of a run, recorded or live, and the words that it makes of it. */
import { formatMs } from '../../src/histogram/format.ts';
import { describeChange, describeSegment, type Outcome } from '../../src/histogram/sentence.ts';
import type { SegmentFigures, SeriesPoint } from '../../src/histogram/series.ts';
import type { Change } from '../../src/lab/run.ts';
import type { KnobValues, Lab } from '../../src/lab/schema.ts';
import { changePhrase, isOnOneLink, valuesText } from './change-words.ts';
import { voidReason } from './health.ts';

export interface RunView {
	points: readonly SeriesPoint[];
	figures: readonly SegmentFigures[];
	changes: readonly Change[];
	/** The settings of each segment, by segment number. */
	settings: readonly KnobValues[];
}

/** The segment since the last change and the one before, and what each of them has. */
export interface Columns {
	current: SegmentFigures | undefined;
	before: SegmentFigures | undefined;
	currentHas: string;
	beforeHas: string;
}

/** Picks the two segments that the tables show. */
export function columnsOf(lab: Lab, view: RunView): Columns {
	const [before, current] = [view.figures.at(-2), view.figures.at(-1)];
	const change = view.changes.find(({ segment }) => segment === current?.segment);
	const earlier = before && view.settings[before.segment];
	const past = Object.entries(earlier ?? {}).filter(([id]) => change && id in change.set);
	return {
		current,
		before,
		currentHas: change ? valuesText(lab, change.set) : '',
		beforeHas: valuesText(lab, Object.fromEntries(past)),
	};
}

/** What a change did, from the segment that it began and the one before; undefined without both. */
export function outcomeOf(lab: Lab, view: RunView, change: Change): Outcome | undefined {
	const index = view.figures.findIndex(({ segment }) => segment === change.segment);
	const [before, after] = [view.figures[index - 1], view.figures[index]];
	if (!before || !after || after.warmUp) return undefined;
	return describeChange({
		changed: changePhrase(lab, change.set),
		before,
		after,
		...(isOnOneLink(change) && { where: 'on this link' }),
	});
}

/** The one sentence of the run, and its short form for a narrow bar. */
export function summarise(
	lab: Lab,
	view: RunView,
	wasHidden = false,
): { sentence: string; short: string } {
	const current = view.figures.at(-1);
	if (!current) return { sentence: 'Waiting for the first answer.', short: 'starting' };
	const change = view.changes.find(({ segment }) => segment === current.segment);
	if (current.warmUp) {
		const phrase = change ? `With ${changePhrase(lab, change.set)}: warming up` : 'Warming up';
		return { sentence: `${phrase}; these answers are not counted.`, short: 'warming up' };
	}
	const voidBecause = voidReason(current, wasHidden);
	if (voidBecause) return { sentence: voidBecause.sentence, short: 'void' };
	const outcome = change && outcomeOf(lab, view, change);
	if (outcome) return outcome;
	const isFirst = view.changes.length === 0;
	const offer = isFirst && current.response.n >= 20 ? ' Flip a switch to see what moves.' : '';
	const short = current.response.n >= 20 ? `p50 ${formatMs(current.response.p50)} ms` : '';
	return { sentence: describeSegment(current) + offer, short };
}
