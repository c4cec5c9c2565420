import { expect, test } from 'vitest';
import { fromSparse } from '../../../src/histogram/histogram.ts';
import { percentile } from '../../../src/histogram/percentiles.ts';
import { Generator, type AnyUser } from '../../../src/load/generate.ts';
import type { Job } from '../../../src/load/job.ts';
import { DEFAULTS, type LoadSettings, type RunSettings } from '../../../src/load/options.ts';
import { Recorder } from '../../../src/load/recorder.ts';
import type { Failure, SegmentTotals } from '../../../src/load/sample.ts';
import { VirtualClock } from './virtual-clock.ts';

const SECOND = 1_000_000;

/** When a server ends a request that reached it at `atUs`, or how it fails; undefined for never. */
type ModelServer = (atUs: number) => number | Failure | undefined;

const answersAfter =
	(us: number): ModelServer =>
	(atUs) =>
		atUs + us;

/** A server that does nothing for the last second of every five, and answers in 1 ms otherwise. */
const freezing: ModelServer = (atUs) => {
	const phaseUs = atUs % (5 * SECOND);
	return (phaseUs < 4 * SECOND ? atUs : atUs + 5 * SECOND - phaseUs) + 1_000;
};

/** Generator, recorder and users on a virtual clock, with a server that is a formula. */
function harness(settings: Partial<LoadSettings & RunSettings>, server: ModelServer) {
	const clock = new VirtualClock();
	const recorder = new Recorder((settings.warmup ?? 0) * SECOND, () => {});
	const sentAtUs: number[] = [];
	const abandoned: Job[] = [];
	const users: AnyUser[] = [];

	/** A user with as many connections as it wants, or with one and a queue. */
	function makeUser(limit: number): AnyUser {
		const queue: Job[] = [];
		let busy = 0;
		const send = (job: Job) => {
			busy++;
			job.sentAtUs = clock.nowUs();
			sentAtUs.push(job.sentAtUs);
			const outcome = server(job.sentAtUs);
			if (outcome === undefined) return;
			clock.at(typeof outcome === 'number' ? outcome : clock.nowUs(), () => {
				busy--;
				if (abandoned.includes(job)) return;
				const next = queue.shift();
				job.finish(
					typeof outcome === 'string'
						? outcome
						: {
								status: 200,
								keepAlive: true,
								etag: undefined,
								bytes: 100,
								bodyBytes: 80,
								firstByteAtUs: outcome,
								doneAtUs: outcome,
							},
				);
				if (next) send(next);
			});
		};
		const user: AnyUser = {
			connectionLimit: limit,
			request: (job) => (busy < limit ? send(job) : queue.push(job)),
			abandon(job, failure) {
				abandoned.push(job);
				job.finish(failure);
			},
			close: () => {},
		};
		users.push(user);
		return user;
	}

	const generator = new Generator(
		clock,
		recorder,
		{ ...DEFAULTS, warmup: 0, ...settings },
		(_profile, limit) => makeUser(limit),
	);
	recorder.begin(0);
	return {
		clock,
		recorder,
		generator,
		sentAtUs,
		users,
		/** Runs for so long, then waits for what is under way. */
		totalsAfter(seconds: number): SegmentTotals {
			generator.start();
			clock.run(seconds * SECOND);
			generator.stop();
			recorder.drain(clock.nowUs());
			clock.run((seconds + 20) * SECOND);
			recorder.end(clock.nowUs());
			const total = recorder.totals.at(-1);
			if (!total) throw new Error('the run left no totals');
			return total;
		},
	};
}

function percentileOf(counts: readonly number[], percent: number): number {
	return percentile(fromSparse(counts), percent);
}

test('an open loop sends on time, whatever the answers do', () => {
	const { totalsAfter, sentAtUs } = harness({ rate: 10 }, answersAfter(3 * SECOND));
	const total = totalsAfter(1);
	expect(sentAtUs).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((tenth) => tenth * 100_000));
	expect(total).toMatchObject({ intended: 11, fired: 11, done: 11, completed: 0 });
});

test('a closed loop sends when an answer has come', () => {
	const { totalsAfter, sentAtUs } = harness(
		{ loop: 'closed', connections: 2 },
		answersAfter(300_000),
	);
	totalsAfter(0.8);
	expect(sentAtUs).toEqual([0, 0, 300_000, 300_000, 600_000, 600_000]);
});

test('a blocked generator counts its lag into the response time, not into the service time', () => {
	const { generator, recorder, clock } = harness({ rate: 100 }, answersAfter(1_000));
	generator.start();
	clock.run(105_000);
	clock.block(500_000);
	clock.run(608_000);
	generator.stop();
	recorder.end(clock.nowUs());
	const [total] = recorder.totals;
	expect(total).toMatchObject({ intended: 61, fired: 61 });
	expect(percentileOf(total?.lag ?? [], 100)).toBeGreaterThan(490_000);
	expect(percentileOf(total?.response ?? [], 100)).toBeGreaterThan(490_000);
	expect(percentileOf(total?.service ?? [], 100)).toBe(1_000);
});

test('a queue for a connection is in the response time and not in the service time', () => {
	// One user with one connection, asked ten times a second, needs 150 ms for each.
	const { totalsAfter, users } = harness(
		{ rate: 10, visit: 0.1, connections: 1 },
		answersAfter(150_000),
	);
	const total = totalsAfter(5);
	expect(users).toHaveLength(1);
	expect(percentileOf(total.service, 100)).toBeCloseTo(150_000, -3);
	expect(percentileOf(total.response, 50)).toBeGreaterThan(1 * SECOND);
	expect(percentileOf(total.poolWait, 50)).toBeGreaterThan(0.9 * SECOND);
});

test('a server that freezes 1 s in 5 shows in an open loop and hides from a closed one', () => {
	const open = harness({ rate: 50, warmup: 0 }, freezing).totalsAfter(30);
	const closed = harness({ loop: 'closed', connections: 10 }, freezing).totalsAfter(30);
	const openUs = percentileOf(open.response, 90);
	const closedUs = percentileOf(closed.response, 90);
	// One arrival in five meets the freeze and waits between 0 and 1 s: one in ten waits half of it.
	expect(openUs / 500_000).toBeCloseTo(1, 1);
	expect(openUs).toBeGreaterThan(8 * closedUs);
});

test('each arrival goes to another user, and there are as many as the rate needs', () => {
	const { users, generator } = harness({ rate: 20, visit: 2 }, answersAfter(1));
	generator.start();
	expect(users).toHaveLength(40);
	expect(generator.users).toBe(40);
});

test('Poisson arrivals come at the asked rate, and alike for the same seed', () => {
	const sent = () => {
		const { totalsAfter, sentAtUs } = harness({ rate: 100, arrivals: 'poisson' }, answersAfter(1));
		totalsAfter(50);
		return sentAtUs;
	};
	const arrivals = sent();
	// 5,000 expected, standard deviation 71
	expect(Math.abs(arrivals.length - 5_000)).toBeLessThan(350);
	expect(sent()).toEqual(arrivals);
});

test('a request that is never answered is given up after the timeout', () => {
	const { generator, recorder, clock } = harness({ rate: 1, timeout: 2 }, () => undefined);
	generator.start();
	clock.run(1.5 * SECOND);
	generator.checkTimeouts();
	expect(recorder.inFlight).toBe(2);
	clock.run(3.1 * SECOND);
	generator.checkTimeouts();
	recorder.end(clock.nowUs());
	expect(recorder.totals[0]).toMatchObject({ failures: { timeout: 2 }, completed: 0 });
});

test('a closed loop goes on after a failure, though not at once', () => {
	const { totalsAfter, sentAtUs } = harness({ loop: 'closed', connections: 1 }, () => 'refused');
	const total = totalsAfter(0.1);
	expect(sentAtUs.slice(0, 3)).toEqual([0, 10_000, 20_000]);
	expect(total.failures).toEqual({ refused: 11 });
	expect(total.completed).toBe(0);
});

test('no more than 10,000 requests are kept in flight; the others count as intended only', () => {
	const { generator, recorder, clock } = harness({ rate: 20_000 }, () => undefined);
	generator.start();
	clock.run(SECOND);
	recorder.end(clock.nowUs());
	expect(recorder.totals[0]).toMatchObject({ intended: 20_001, fired: 10_000 });
});

test('a change of rate holds from then on', () => {
	const { generator, clock, sentAtUs } = harness({ rate: 10 }, answersAfter(1));
	generator.start();
	clock.run(0.25 * SECOND);
	generator.change({ rate: 4 });
	clock.run(1 * SECOND);
	expect(sentAtUs).toEqual([0, 100_000, 200_000, 250_000, 500_000, 750_000, 1_000_000]);
});

test('a change from closed to open and back leaves one loop running', () => {
	const { generator, clock, sentAtUs } = harness(
		{ loop: 'closed', connections: 2, rate: 10 },
		answersAfter(50_000),
	);
	generator.start();
	clock.run(0.12 * SECOND);
	generator.change({ loop: 'open' });
	clock.run(0.32 * SECOND);
	expect(sentAtUs.filter((us) => us >= 0.12 * SECOND)).toEqual([120_000, 220_000, 320_000]);
	generator.change({ loop: 'closed' });
	clock.run(0.38 * SECOND);
	expect(sentAtUs.slice(9)).toEqual([320_000, 320_000, 370_000, 370_000]);
});

test('a setting that a closed loop does not use leaves it alone', () => {
	const { generator, clock, sentAtUs } = harness(
		{ loop: 'closed', connections: 1 },
		answersAfter(100_000),
	);
	generator.start();
	clock.run(50_000);
	generator.change({ rate: 77, arrivals: 'poisson' });
	clock.run(250_000);
	expect(sentAtUs).toEqual([0, 100_000, 200_000]);
});

test('users stay through a change of rate and are replaced by another link', () => {
	const { generator, users } = harness({ rate: 5, visit: 2 }, answersAfter(1));
	generator.start();
	generator.change({ rate: 10, path: '/other', connections: 3 });
	expect(users).toHaveLength(20);
	expect(users.every(({ connectionLimit }) => connectionLimit === 3)).toBe(true);
	generator.change({ link: 'cable' });
	expect(users).toHaveLength(40);
	expect(generator.users).toBe(20);
});

test('after a stop nothing is sent', () => {
	for (const loop of ['open', 'closed'] as const) {
		const { generator, clock, sentAtUs } = harness({ loop, rate: 100 }, answersAfter(1_000));
		generator.start();
		clock.run(50_000);
		generator.stop();
		const sent = sentAtUs.length;
		generator.change({ rate: 50, connections: 9 });
		clock.run(SECOND);
		expect(sentAtUs).toHaveLength(sent);
	}
});
