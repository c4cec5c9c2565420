import { expect, test } from 'vitest';
import { fromSparse } from '../../../src/histogram/histogram.ts';
import { percentiles } from '../../../src/histogram/percentiles.ts';
import { Recorder } from '../../../src/load/recorder.ts';
import type { Sample, Tick } from '../../../src/load/sample.ts';

const SECOND = 1_000_000;

/** A recorder, what it has told, and a request through it in one call. */
function recording(warmUpS: number) {
	const ticks: Tick[] = [];
	const recorder = new Recorder(warmUpS * SECOND, (tick) => ticks.push(tick));
	return {
		recorder,
		ticks,
		/** A request due at `atS` seconds that took `tookUs`; `more` is what differs. */
		request(atS: number, tookUs: number, more: Partial<Sample> = {}) {
			const sample = sampleAt(atS, tookUs, { segment: recorder.segment, ...more });
			recorder.fired(sample.intendedAtUs, sample.firedAtUs);
			recorder.done(sample);
		},
	};
}

function sampleAt(atS: number, tookUs: number, more: Partial<Sample> = {}): Sample {
	const atUs = atS * SECOND;
	return {
		intendedAtUs: atUs,
		firedAtUs: atUs,
		sentAtUs: atUs,
		firstByteAtUs: atUs + tookUs,
		doneAtUs: atUs + tookUs,
		status: 200,
		bytes: 100,
		bodyBytes: 80,
		reused: true,
		connectUs: 0,
		segment: 0,
		...more,
	};
}

test('response time counts from the intended start, service time from the send', () => {
	const { recorder, ticks, request } = recording(0);
	recorder.begin(0);
	request(1, 1_000, { firedAtUs: SECOND + 20, sentAtUs: SECOND + 300 });
	recorder.flush(2 * SECOND);
	const tick = ticks.at(-1);
	const max = (counts: readonly number[] = []) => percentiles(fromSparse(counts)).max;
	expect(max(tick?.response)).toBe(1_000);
	expect(max(tick?.service)).toBe(700);
	expect(max(tick?.poolWait)).toBe(280);
	expect(max(tick?.lag)).toBe(20);
});

test('a tick holds what happened since the one before it', () => {
	const { recorder, ticks, request } = recording(0);
	recorder.begin(0);
	request(0.1, 10);
	request(0.2, 10);
	recorder.flush(0.25 * SECOND);
	request(0.3, 10);
	recorder.flush(0.5 * SECOND);
	const warm = ticks.filter(({ warmUp }) => !warmUp);
	expect(warm.map(({ atUs, done, bytes }) => [atUs, done, bytes])).toEqual([
		[0.25 * SECOND, 2, 200],
		[0.5 * SECOND, 1, 100],
	]);
});

test('the warm-up has ticks of its own and no part in the totals', () => {
	const { recorder, ticks, request } = recording(1);
	recorder.begin(0);
	request(0.5, 9_000);
	request(1.1, 10);
	recorder.flush(1.25 * SECOND);
	recorder.end(2 * SECOND);
	expect(ticks.map(({ warmUp, atUs, done }) => [warmUp, atUs, done])).toEqual([
		[true, SECOND, 1],
		[false, 1.25 * SECOND, 1],
		[false, 2 * SECOND, 0],
	]);
	const [total] = recorder.totals;
	expect(total).toMatchObject({ fromUs: SECOND, toUs: 2 * SECOND, done: 1, intended: 1 });
	expect(percentiles(fromSparse(total?.response ?? []))).toMatchObject({ n: 1, max: 10 });
});

test('a request of the warm-up that ends after it has no part in the figures, only in the rate', () => {
	const { recorder, request } = recording(1);
	recorder.begin(0);
	request(0.9, 500_000);
	recorder.end(2 * SECOND);
	expect(recorder.totals[0]).toMatchObject({ done: 0, completed: 1, response: [], bytes: 0 });
});

test('the totals are the sum of the ticks after the warm-up', () => {
	const { recorder, ticks, request } = recording(0.5);
	recorder.begin(0);
	for (let i = 0; i < 40; i++) {
		request(i / 10, 100 + i * 10, i % 7 === 0 ? { failure: 'reset', status: 0 } : {});
		recorder.opened(i * 100_000);
		if (i % 3 === 0) recorder.flush((i * SECOND) / 10 + 1);
	}
	recorder.end(4 * SECOND);
	const warm = ticks.filter(({ warmUp }) => !warmUp);
	const [total] = recorder.totals;
	for (const key of ['intended', 'fired', 'completed', 'done', 'bytes', 'opened'] as const) {
		expect(total?.[key], key).toBe(warm.reduce((sum, tick) => sum + tick[key], 0));
	}
	for (const key of ['response', 'service', 'poolWait', 'lag'] as const) {
		const sum = fromSparse([]);
		for (const tick of warm) sum.mergeSparse(tick[key]);
		expect(total?.[key], key).toEqual(sum.toSparse());
	}
	expect(total?.failures).toEqual({ reset: 5 });
	expect(total?.statuses).toEqual({ 200: 30 });
});

test('what is in flight across a change is left out, and counted as such', () => {
	const { recorder, ticks, request } = recording(0);
	recorder.begin(0);
	recorder.fired(0.5 * SECOND, 0.5 * SECOND);
	recorder.end(SECOND);
	expect(recorder.segment).toBeNull();
	// Fired while settings are being changed.
	recorder.fired(1.01 * SECOND, 1.01 * SECOND);
	recorder.begin(1.1 * SECOND);
	recorder.done(sampleAt(0.5, 800_000, { segment: 0 }));
	recorder.done(sampleAt(1.01, 500_000, { segment: null }));
	request(1.5, 10);
	recorder.end(2 * SECOND);
	expect(recorder.inFlight).toBe(0);
	expect(ticks.at(-1)).toMatchObject({ segment: 1, leftOut: 2, done: 1 });
	expect(recorder.totals.map(({ segment, done }) => [segment, done])).toEqual([
		[0, 0],
		[1, 1],
	]);
});

test('each segment warms up anew', () => {
	const { recorder, ticks, request } = recording(1);
	recorder.begin(0);
	recorder.end(5 * SECOND);
	recorder.begin(5 * SECOND);
	request(5.5, 10);
	recorder.flush(5.75 * SECOND);
	expect(ticks.at(-1)).toMatchObject({ segment: 1, warmUp: true, done: 1 });
});

test('failures are counted by kind and have no times', () => {
	const { recorder, request } = recording(0);
	recorder.begin(0);
	request(1, 10, { failure: 'refused', status: 0 });
	request(1, 10, { failure: 'timeout', status: 0 });
	request(1, 10, { failure: 'status', status: 503 });
	request(1, 10);
	recorder.end(2 * SECOND);
	const [total] = recorder.totals;
	expect(total).toMatchObject({
		done: 4,
		failures: { refused: 1, timeout: 1, status: 1 },
		statuses: { 200: 1, 503: 1 },
		bytes: 100,
	});
	expect(fromSparse(total?.response ?? []).total).toBe(1);
});

test('a failure without an answer is no throughput; an answer of 503 is', () => {
	const { recorder, request } = recording(0);
	recorder.begin(0);
	request(1, 10, { failure: 'refused', status: 0 });
	request(1, 10, { failure: 'status', status: 503 });
	recorder.end(2 * SECOND);
	expect(recorder.totals[0]?.completed).toBe(1);
});

test('what ends after the load has stopped counts, but not towards the rate', () => {
	const { recorder, ticks } = recording(0);
	recorder.begin(0);
	recorder.fired(0.9 * SECOND, 0.9 * SECOND);
	recorder.drain(SECOND);
	recorder.done(sampleAt(0.9, 3 * SECOND));
	recorder.end(4 * SECOND);
	expect(recorder.totals[0]).toMatchObject({ toUs: SECOND, done: 1, completed: 0 });
	expect(ticks.at(-1)).toMatchObject({ draining: true, done: 1 });
});

test('a run that is stopped while it warms up has an empty segment without length', () => {
	const { recorder, request } = recording(2);
	recorder.begin(0);
	request(0.5, 10);
	recorder.drain(SECOND);
	recorder.end(1.5 * SECOND);
	expect(recorder.totals[0]).toMatchObject({ fromUs: SECOND, toUs: SECOND, done: 0 });
});

test('a request that was due and could not be fired is seen in the difference', () => {
	const { recorder } = recording(0);
	recorder.begin(0);
	recorder.missed(SECOND);
	recorder.end(2 * SECOND);
	expect(recorder.totals[0]).toMatchObject({ intended: 1, fired: 0 });
});

test('a tick carries its three slowest requests, slowest first', () => {
	const { recorder, ticks, request } = recording(0);
	recorder.begin(0);
	for (const tookUs of [30, 50, 10, 20, 40]) request(1, tookUs);
	recorder.flush(2 * SECOND);
	request(2.1, 5);
	recorder.flush(3 * SECOND);
	const warm = ticks.filter(({ warmUp }) => !warmUp);
	expect(warm.map(({ slowest }) => slowest.map((s) => s.doneAtUs - s.intendedAtUs))).toEqual([
		[50, 40, 30],
		[5],
	]);
	expect(warm[0]?.slowest[0]).not.toHaveProperty('bodyBytes');
});
