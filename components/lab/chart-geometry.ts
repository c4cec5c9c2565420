/**
 * From points to lines, pure: the recorded chart in the HTML and the live one share it. Across, a
 * chart is WIDTH units that the browser stretches; down, units are CSS pixels.
 */
import type { SeriesPoint } from '../../src/histogram/series.ts';
import type { Change } from '../../src/lab/run.ts';
import { latencyAxis, timeAxis, type Tick } from './chart-scale.ts';

export const WIDTH = 1000;
export const HEIGHT = 260;
export const SERIES = ['p50', 'p90', 'p99'] as const;
export type SeriesName = (typeof SERIES)[number];

/** The value at the end of a line, and where its label stands, px from the top. */
export interface EndLabel {
	name: SeriesName;
	us: number;
	y: number;
	labelY: number;
}

export interface Flag {
	/** 0 to 1 across. */
	at: number;
	/** From 1, the number in the list of changes. */
	number: number;
	change: Change;
	/** 0 or 1; undefined where both rows are taken and only the number fits. */
	row: 0 | 1 | undefined;
}

export interface ChartGeometry {
	yTicks: readonly { y: number; label: string }[];
	xTicks: readonly Tick[];
	/** SVG path data of the measured part and of the warm-up. */
	lines: Readonly<Record<SeriesName, { measured: string; warmUp: string }>>;
	/** Largest response of each window of 2 s: x 0 to 1, y in px. */
	maxima: readonly { at: number; y: number }[];
	/** Whether the run began with a warm-up: the word stands at its start. */
	hasWarmUp: boolean;
	flags: readonly Flag[];
	ends: readonly EndLabel[];
	/** Where each point stands, 0 to 1 across. */
	xs: readonly number[];
	/** Where the lines end, 0 to 1 across. */
	endAt: number;
}

const LABEL_GAP = 16;
const MAX_EVERY_US = 2_000_000;
/** Width of a flag's text over that of the plot; flags nearer than this share no row. */
const FLAG_SHARE = 0.2;

/** Lays out a chart. `points` and `changes` rise in time. */
export function chartGeometry(
	points: readonly SeriesPoint[],
	changes: readonly Change[],
): ChartGeometry {
	const y = latencyAxis(points.flatMap(({ response }) => [response.p50, response.max]));
	const x = timeAxis(points.at(-1)?.atUs ?? 0);
	const yPx = (us: number): number => round((1 - y.position(us)) * HEIGHT);
	const xUnits = (us: number): number => round(x.position(us) * WIDTH);

	const runs = splitRuns(points);
	const path = (name: SeriesName, warmUp: boolean): string =>
		runs
			.filter((run) => run[0]?.warmUp === warmUp)
			.map(
				(run) =>
					'M' + run.map((p) => `${xUnits(p.atUs)} ${yPx(p.response[name])}`).join('L') + 'h0',
			)
			.join('');
	const line = (name: SeriesName) => ({ measured: path(name, false), warmUp: path(name, true) });

	const last = points.at(-1);
	return {
		yTicks: y.ticks.map(({ at, label }) => ({ y: round((1 - at) * HEIGHT), label })),
		xTicks: x.ticks,
		lines: { p50: line('p50'), p90: line('p90'), p99: line('p99') },
		maxima: maximaOf(points).map((p) => ({ at: x.position(p.atUs), y: yPx(p.response.max) })),
		hasWarmUp: points[0]?.warmUp ?? false,
		flags: flagsOf(changes, x.position),
		xs: points.map(({ atUs }) => x.position(atUs)),
		endAt: x.position(last?.atUs ?? 0),
		ends: last
			? spread(
					SERIES.map((name) => ({ name, us: last.response[name], y: yPx(last.response[name]) })),
				)
			: [],
	};
}

/** Parts of the line with no change of segment or end of warm-up inside. */
function splitRuns(points: readonly SeriesPoint[]): SeriesPoint[][] {
	const runs: SeriesPoint[][] = [];
	for (const point of points) {
		const run = runs.at(-1);
		const before = run?.at(-1);
		if (run && before?.segment === point.segment && before.warmUp === point.warmUp) run.push(point);
		else runs.push([point]);
	}
	return runs;
}

function maximaOf(points: readonly SeriesPoint[]): SeriesPoint[] {
	const taken: SeriesPoint[] = [];
	let nextUs = 0;
	for (const point of points) {
		if (point.warmUp || point.atUs < nextUs) continue;
		taken.push(point);
		nextUs = point.atUs + MAX_EVERY_US;
	}
	return taken;
}

function flagsOf(changes: readonly Change[], position: (us: number) => number): Flag[] {
	const freeFrom = { 0: -1, 1: -1 };
	return changes.map((change, index) => {
		const at = position(change.atUs);
		const row = ([0, 1] as const).find((each) => freeFrom[each] <= at);
		if (row !== undefined) freeFrom[row] = at + FLAG_SHARE;
		return { at, number: index + 1, change, row };
	});
}

/** Pushes labels apart to LABEL_GAP, top to bottom, then back up where they left the plot. */
export function spread(ends: readonly Omit<EndLabel, 'labelY'>[]): EndLabel[] {
	const sorted = [...ends].sort((a, b) => a.y - b.y).map((end) => ({ ...end, labelY: end.y }));
	let floor = 0;
	for (const end of sorted) {
		end.labelY = Math.max(end.labelY, floor);
		floor = end.labelY + LABEL_GAP;
	}
	let ceiling = HEIGHT;
	for (const end of sorted.reverse()) {
		end.labelY = Math.min(end.labelY, ceiling);
		ceiling = end.labelY - LABEL_GAP;
	}
	return sorted.reverse();
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
