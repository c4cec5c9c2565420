import { expect, test } from 'vitest';
import { Histogram } from '../../../src/histogram/histogram.ts';
import { Series } from '../../../src/histogram/series.ts';
import type { SlowSample, Tick } from '../../../src/load/sample.ts';

const SECOND = 1_000_000;

function sparse(us: readonly number[]): number[] {
	const histogram = new Histogram();
	for (const value of us) histogram.record(value);
	return histogram.toSparse();
}

/** A tick at `atS` seconds whose answers took `us`. */
function tick(atS: number, us: readonly number[], more: Partial<Tick> = {}): Tick {
	return {
		t: 'tick',
		atUs: atS * SECOND,
		segment: 0,
		warmUp: false,
		draining: false,
		intended: us.length,
		fired: us.length,
		completed: us.length,
		done: us.length,
		failures: {},
		statuses: { 200: us.length },
		response: sparse(us),
		service: sparse(us),
		poolWait: [],
		lag: [],
		bytes: 100 * us.length,
		bodyBytes: 90 * us.length,
		opened: 0,
		inFlight: 0,
		leftOut: 0,
		slowest: [],
		...more,
	};
}

function seriesOf(ticks: readonly Tick[]): Series {
	const series = new Series();
	for (const each of ticks) series.addTick(each);
	return series;
}

test('a point is about the two seconds before it', () => {
	const { points } = seriesOf([tick(1, [10]), tick(2, [20]), tick(3, [30]), tick(4, [40])]);
	expect(points.map(({ response }) => [response.n, response.max])).toEqual([
		[1, 10],
		[2, 20],
		[2, 30],
		[2, 40],
	]);
});

test('a point never mixes two segments, nor the warm-up with what follows', () => {
	const { points } = seriesOf([
		tick(1, [1_000], { warmUp: true }),
		tick(1.25, [10]),
		tick(1.5, [20], { segment: 1, warmUp: true }),
		tick(1.75, [30], { segment: 1 }),
	]);
	expect(points.map(({ segment, warmUp, response }) => [segment, warmUp, response.max])).toEqual([
		[0, true, 1_000],
		[0, false, 10],
		[1, true, 20],
		[1, false, 30],
	]);
});

test('a tick without an answer makes no point', () => {
	const series = new Series();
	expect(series.addTick(tick(1, []))).toBeUndefined();
	expect(series.points).toEqual([]);
});

test('the figures leave the warm-up out', () => {
	const [figures] = seriesOf([
		tick(1, [9_000, 9_000], { warmUp: true }),
		tick(2, [9_000], { warmUp: true }),
		tick(3, [10, 20]),
		tick(4, [30, 40]),
	]).figures();
	expect(figures).toMatchObject({ warmUp: false, fromUs: 2 * SECOND, toUs: 4 * SECOND, done: 4 });
	expect(figures?.response).toMatchObject({ n: 4, max: 40 });
	expect(figures?.requestsPerSecond).toBe(2);
	expect(figures?.bytesPerResponse).toBe(100);
	expect(figures?.statuses).toEqual({ 200: 4 });
});

test('while it warms up a segment has no figures yet', () => {
	const [figures] = seriesOf([tick(1, [10], { warmUp: true })]).figures();
	expect(figures).toMatchObject({ warmUp: true, done: 0, requestsPerSecond: NaN });
	expect(figures?.bytesPerResponse).toBeNaN();
});

test('each segment has figures of its own', () => {
	const figures = seriesOf([
		tick(1, [10]),
		tick(2, [20], { segment: 1, warmUp: true }),
		tick(3, [30, 30], { segment: 1, leftOut: 3, opened: 2 }),
	]).figures();
	expect(
		figures.map(({ segment, done, leftOut, opened }) => [segment, done, leftOut, opened]),
	).toEqual([
		[0, 1, 0, 0],
		[1, 2, 3, 2],
	]);
});

test('answers that come after the load has stopped count, but not the time that they took', () => {
	const [figures] = seriesOf([
		tick(0, [], { warmUp: true }),
		tick(1, [10, 20]),
		tick(6, [5_000_000], { draining: true, completed: 0 }),
	]).figures();
	expect(figures).toMatchObject({ toUs: SECOND, done: 3, requestsPerSecond: 2 });
	expect(figures?.response.n).toBe(3);
});

test('failures are counted by kind and have no part in the times', () => {
	const [figures] = seriesOf([
		tick(1, [10], { done: 3, failures: { refused: 1, timeout: 1 } }),
		tick(2, [20], { done: 2, failures: { refused: 1 } }),
	]).figures();
	expect(figures?.failures).toEqual({ refused: 2, timeout: 1 });
	expect(figures?.response.n).toBe(2);
	expect(figures?.done).toBe(5);
});

test('the busy share is processor time over time passed, after the warm-up', () => {
	const series = seriesOf([tick(1, [10], { warmUp: true })]);
	series.addBusy({ t: 'busy', cpuUs: SECOND, wallUs: SECOND });
	series.addTick(tick(2, [10]));
	series.addBusy({ t: 'busy', cpuUs: 50_000, wallUs: 250_000 });
	series.addBusy({ t: 'busy', cpuUs: 100_000, wallUs: 250_000 });
	expect(series.figures()[0]?.busyShare).toBeCloseTo(0.3);
});

test('the busy share is unknown where no server told it', () => {
	expect(seriesOf([tick(1, [10])]).figures()[0]?.busyShare).toBeNaN();
});

test('the ten slowest requests of the run are kept, slowest first', () => {
	const slow = (us: number): SlowSample => ({
		intendedAtUs: 0,
		firedAtUs: 0,
		sentAtUs: 0,
		firstByteAtUs: us,
		doneAtUs: us,
		status: 200,
		bytes: 1,
		reused: false,
		connectUs: 0,
		segment: 0,
	});
	const series = seriesOf(
		[3, 1, 4, 1, 5, 9, 2, 6].map((us, i) => tick(i, [us], { slowest: [slow(us), slow(us * 10)] })),
	);
	expect(series.slowest.map(({ doneAtUs }) => doneAtUs)).toEqual([
		90, 60, 50, 40, 30, 20, 10, 10, 9, 6,
	]);
});
