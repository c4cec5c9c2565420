import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Link, type Deliver, type Direction, type Flow } from '../../../src/load/link.ts';
import { exchangeUs, sendingUs } from './closed-form.ts';
import { exchangeOn, profileOf, runUntilQuiet } from './virtual-link.ts';

const SEGMENT = 1460;
const kB = 1_000;

/** One row: bytes, RTT in ms, down and up in Mbit/s, connections, and what differs from the rest. */
interface Case {
	bytes: number;
	rtt: number;
	down: number;
	up?: number;
	connections?: number;
	request?: number;
	/** Opens its connection first. */
	opens?: boolean;
	tls?: 0 | 1 | 2;
	/** An earlier answer of so many segments on the same connection, and the pause after it. */
	warmedBy?: number;
	pauseMs?: number;
}

const CASES: [says: string, row: Case][] = [
	['half a kB on a LAN', { bytes: 500, rtt: 0.5, down: 1000 }],
	['2 kB on cable', { bytes: 2 * kB, rtt: 28, down: 5, up: 1 }],
	['2 kB on slow 4G', { bytes: 2 * kB, rtt: 150, down: 1.6, up: 0.75 }],
	['2 kB across the Atlantic', { bytes: 2 * kB, rtt: 80, down: 100, up: 20 }],
	['2 kB by satellite', { bytes: 2 * kB, rtt: 600, down: 20, up: 3 }],
	['one byte', { bytes: 1, rtt: 40, down: 10 }],
	['exactly one segment', { bytes: SEGMENT, rtt: 40, down: 10 }],
	['one segment and a byte', { bytes: SEGMENT + 1, rtt: 40, down: 10 }],
	['exactly the first window', { bytes: 10 * SEGMENT, rtt: 80, down: 100 }],
	[
		'a byte more than the first window costs a round trip',
		{ bytes: 10 * SEGMENT + 1, rtt: 80, down: 100 },
	],
	['exactly two windows', { bytes: 30 * SEGMENT, rtt: 80, down: 100 }],
	['a byte more than two windows', { bytes: 30 * SEGMENT + 1, rtt: 80, down: 100 }],
	['200 kB on a LAN', { bytes: 200 * kB, rtt: 0.5, down: 1000 }],
	['200 kB on cable: the window soon fills the pipe', { bytes: 200 * kB, rtt: 28, down: 5, up: 1 }],
	['200 kB on slow 4G', { bytes: 200 * kB, rtt: 150, down: 1.6, up: 0.75 }],
	['200 kB across the Atlantic: four windows', { bytes: 200 * kB, rtt: 80, down: 100, up: 20 }],
	['200 kB by satellite', { bytes: 200 * kB, rtt: 600, down: 20, up: 3 }],
	['1 MB on cable', { bytes: 1000 * kB, rtt: 28, down: 5, up: 1 }],
	['1 MB across the Atlantic', { bytes: 1000 * kB, rtt: 80, down: 100, up: 20 }],
	['1 MB by satellite', { bytes: 1000 * kB, rtt: 600, down: 20, up: 3 }],
	['no limit on bandwidth: whole round trips', { bytes: 200 * kB, rtt: 80, down: Infinity }],
	['1 MB without a limit', { bytes: 1000 * kB, rtt: 100, down: Infinity }],
	['no round trip: bandwidth alone', { bytes: 200 * kB, rtt: 0, down: 5 }],
	[
		'a new connection costs a round trip',
		{ bytes: 2 * kB, rtt: 80, down: 100, up: 20, opens: true },
	],
	['a new connection, 200 kB', { bytes: 200 * kB, rtt: 28, down: 5, up: 1, opens: true }],
	[
		'a new connection with TLS 1.3',
		{ bytes: 2 * kB, rtt: 80, down: 100, up: 20, opens: true, tls: 1 },
	],
	[
		'a new connection with TLS 1.2',
		{ bytes: 2 * kB, rtt: 80, down: 100, up: 20, opens: true, tls: 2 },
	],
	[
		'TLS 1.2, 1 MB by satellite',
		{ bytes: 1000 * kB, rtt: 600, down: 20, up: 3, opens: true, tls: 2 },
	],
	['TLS 1.3 without a limit', { bytes: 50 * kB, rtt: 60, down: Infinity, opens: true, tls: 1 }],
	['a kept connection pays for no TLS', { bytes: 2 * kB, rtt: 80, down: 100, up: 20, tls: 2 }],
	[
		'a window warmed by 30 segments',
		{ bytes: 200 * kB, rtt: 80, down: 100, warmedBy: 30, pauseMs: 20 },
	],
	['a window warmed by 1 segment', { bytes: 60 * kB, rtt: 80, down: 100, warmedBy: 1, pauseMs: 0 }],
	[
		'a window warmed by 200 segments needs no second',
		{ bytes: 200 * kB, rtt: 80, down: 100, warmedBy: 200, pauseMs: 50 },
	],
	[
		'warm, without a limit',
		{ bytes: 500 * kB, rtt: 80, down: Infinity, warmedBy: 50, pauseMs: 10 },
	],
	['warm, on cable', { bytes: 100 * kB, rtt: 28, down: 5, up: 1, warmedBy: 20, pauseMs: 100 }],
	[
		'idle for less than its timeout keeps the window',
		{ bytes: 200 * kB, rtt: 80, down: 100, warmedBy: 50, pauseMs: 150 },
	],
	[
		'idle for longer starts again from 10 segments',
		{ bytes: 200 * kB, rtt: 80, down: 100, warmedBy: 50, pauseMs: 500 },
	],
	[
		'idle for minutes starts again from 10 segments',
		{ bytes: 1000 * kB, rtt: 28, down: 5, up: 1, warmedBy: 300, pauseMs: 120_000 },
	],
	['two connections share', { bytes: 100 * kB, rtt: 80, down: 20, connections: 2 }],
	['three connections share, small answers', { bytes: 2 * kB, rtt: 28, down: 5, connections: 3 }],
	['six connections share cable', { bytes: 200 * kB, rtt: 28, down: 5, connections: 6 }],
	['six connections share slow 4G', { bytes: 50 * kB, rtt: 150, down: 1.6, connections: 6 }],
	[
		'six connections together fill a pipe that one does not',
		{ bytes: 100 * kB, rtt: 80, down: 20, connections: 6 },
	],
	['six connections without a limit', { bytes: 200 * kB, rtt: 80, down: Infinity, connections: 6 }],
	[
		'four new connections with TLS',
		{ bytes: 20 * kB, rtt: 40, down: 10, connections: 4, opens: true, tls: 1 },
	],
	[
		'five warm connections',
		{ bytes: 80 * kB, rtt: 100, down: 50, connections: 5, warmedBy: 10, pauseMs: 30 },
	],
	[
		'six connections after a pause',
		{ bytes: 80 * kB, rtt: 100, down: 50, connections: 6, warmedBy: 40, pauseMs: 900 },
	],
	['a request of several segments', { bytes: 2 * kB, rtt: 80, down: 100, up: 2, request: 9_000 }],
	['an upload of 200 kB', { bytes: 500, rtt: 80, down: 100, up: 20, request: 200 * kB }],
	[
		'an upload over a new connection',
		{ bytes: 500, rtt: 150, down: 1.6, up: 0.75, request: 50 * kB, opens: true },
	],
];

test.each(CASES)('%s', (_says, row) => {
	const { bytes, rtt, down, up = down, connections = 1, request = 300 } = row;
	const { opens = false, tls = 0, warmedBy = 0, pauseMs = 0 } = row;
	const profile = profileOf(rtt, down, up, tls);
	const link = new Link(profile);
	const flows = Array.from({ length: connections }, () => link.connect(0));
	const connectedUs = flows[0]?.connectedAtUs ?? NaN;
	let startUs = connectedUs;
	if (warmedBy > 0) {
		startUs = exchangeOn(link, flows, startUs, request, warmedBy * SEGMENT) + pauseMs * 1e3;
	}
	const doneUs = exchangeOn(link, flows, startUs, request, bytes);

	const forgets = pauseMs > 200;
	const expectedUs = exchangeUs({
		requestBytes: request,
		responseBytes: bytes,
		...profile,
		connections,
		opens,
		grownBytes: forgets ? 0 : warmedBy * SEGMENT,
	});
	const took = doneUs - (opens ? 0 : startUs);
	expect(Math.abs(took / expectedUs - 1)).toBeLessThan(1e-6);
});

// Figures that a person can check by hand, so that the closed form itself is held by something.
test.each([
	// 2 kB, one new connection, no limit: handshake, request up, answer down
	[2_000, { opens: true }, 3 * 40 * 1e3 - 40 * 1e3],
	// 30 segments need a second window: one round trip more
	[30 * SEGMENT, {}, 2 * 40 * 1e3],
	// 31 segments need a third
	[31 * SEGMENT, {}, 3 * 40 * 1e3],
])(
	'the closed form of %i bytes without a limit is whole round trips',
	(bytes, more, expectedUs) => {
		const exchange = {
			requestBytes: 300,
			responseBytes: bytes,
			...profileOf(40, Infinity),
			connections: 1,
			opens: false,
			grownBytes: 0,
			...more,
		};
		expect(exchangeUs(exchange)).toBe(expectedUs);
	},
);

test('the closed form without a stall is bytes over bandwidth', () => {
	// 10 segments of 1,500 bytes at 12 Mbit/s: 1 ms each
	expect(sendingUs(10 * SEGMENT, 12e6, 5_000, 1)).toBe(10_000);
	// a window of 10 takes 10 ms, its first acknowledgement comes after 1 + 20 ms: 11 ms of stall
	expect(sendingUs(11 * SEGMENT, 12e6, 20_000, 1)).toBe(11_000 + 11_000);
});

interface Sending {
	flow: number;
	direction: Direction;
	bytes: number;
	afterUs: number;
}

const plans = fc.record({
	rttMs: fc.constantFrom(0, 0.5, 10, 80, 600),
	mbit: fc.constantFrom(0.75, 5, 100, Infinity),
	flows: fc.integer({ min: 1, max: 6 }),
	sendings: fc.array(
		fc.record({
			flow: fc.nat(5),
			direction: fc.constantFrom<Direction>('up', 'down'),
			bytes: fc.integer({ min: 1, max: 60_000 }),
			afterUs: fc.constantFrom(0, 0, 100, 5_000, 90_000, 1_000_000),
		}),
		{ minLength: 1, maxLength: 12 },
	),
});

type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never;

interface Delivery {
	bytes: number;
	atUs: number;
	/** The caller's time when it was told. */
	toldUs: number;
}

/**
 * Plays a plan; between sends `advance` is called every `rhythmUs`, or when the link asks for it,
 * or not at all.
 */
function play(plan: Plan, rhythm: number | 'nextUs' | 'never') {
	const link = new Link(profileOf(plan.rttMs, plan.mbit));
	const flows = Array.from({ length: plan.flows }, () => link.connect(0));
	const sent = new Map<string, { bytes: number; atUs: number }[]>();
	const got = new Map<string, Delivery[]>();
	let nowUs = flows[0]?.connectedAtUs ?? 0;
	const keyOf = (flow: Flow, direction: Direction) => `${flows.indexOf(flow)} ${direction}`;
	const deliver: Deliver = (flow, direction, bytes, _end, atUs) => {
		const key = keyOf(flow, direction);
		got.set(key, [...(got.get(key) ?? []), { bytes, atUs, toldUs: nowUs }]);
	};
	const send = ({ flow: index, direction, bytes, afterUs }: Sending) => {
		const atUs = nowUs + afterUs;
		const next = () => {
			if (rhythm === 'nextUs') return link.nextUs();
			return rhythm === 'never' ? Infinity : nowUs + rhythm;
		};
		for (let nextUs = next(); nextUs < atUs; nextUs = next()) {
			nowUs = nextUs;
			link.advance(nowUs, deliver);
		}
		nowUs = atUs;
		const flow = flows[index % flows.length];
		if (!flow) throw new Error('a plan has at least one flow');
		link.send(flow, direction, bytes, atUs);
		const key = keyOf(flow, direction);
		sent.set(key, [...(sent.get(key) ?? []), { bytes, atUs }]);
	};
	plan.sendings.forEach(send);
	for (let nextUs = link.nextUs(); nextUs < Infinity; nextUs = link.nextUs()) {
		nowUs = Math.max(nowUs, nextUs);
		link.advance(nowUs, deliver);
	}
	return { sent, got };
}

const sum = (values: readonly { bytes: number }[]) =>
	values.reduce((total, { bytes }) => total + bytes, 0);

test('every byte arrives, in order, and never before half a round trip has passed', () => {
	fc.assert(
		fc.property(plans, (plan) => {
			const { sent, got } = play(plan, 'never');
			for (const [key, pieces] of sent) {
				const deliveries = got.get(key) ?? [];
				expect(sum(deliveries)).toBe(sum(pieces));
				let [handedOver, piece, arrived, lastUs] = [0, 0, 0, -Infinity];
				for (const { bytes, atUs } of deliveries) {
					expect(atUs).toBeGreaterThanOrEqual(lastUs);
					lastUs = atUs;
					arrived += bytes;
					while (handedOver < arrived) handedOver += pieces[piece++]?.bytes ?? Infinity;
					const sentUs = pieces[piece - 1]?.atUs ?? Infinity;
					expect(atUs).toBeGreaterThanOrEqual(sentUs + plan.rttMs * 500);
				}
			}
		}),
	);
});

test('the connections of a user together are never faster than the link', () => {
	fc.assert(
		fc.property(plans, (plan) => {
			const { got } = play(plan, 'never');
			for (const direction of ['up', 'down']) {
				const all = [...got]
					.filter(([key]) => key.endsWith(direction))
					.flatMap(([, deliveries]) => deliveries)
					.sort((a, b) => a.atUs - b.atUs);
				for (const [i, { bytes, atUs }] of all.entries()) {
					const before = all[i - 1]?.atUs ?? -Infinity;
					expect(atUs - before).toBeGreaterThan(((bytes + 40) * 8) / plan.mbit - 1e-6);
				}
			}
		}),
	);
});

test('how often the link is looked at changes nothing', () => {
	const times = (got: Map<string, Delivery[]>) =>
		[...got].map(([key, all]) => [key, all.map(({ bytes, atUs }) => [bytes, atUs])] as const);
	fc.assert(
		fc.property(plans, fc.constantFrom(500, 7_000, 40_000), (plan, rhythmUs) => {
			const rarely = new Map(times(play(plan, 'never').got));
			const often = new Map(times(play(plan, rhythmUs).got));
			expect(often).toEqual(rarely);
		}),
	);
});

test('a caller that sleeps until nextUs hears of the last byte at its time', () => {
	fc.assert(
		fc.property(plans, (plan) => {
			const { got } = play(plan, 'nextUs');
			for (const deliveries of got.values()) {
				const last = deliveries.at(-1);
				expect((last?.toldUs ?? NaN) - (last?.atUs ?? NaN)).toBeCloseTo(0, 6);
			}
		}),
	);
});

test.each([
	// an idle pipe, where the window does not matter
	[0, 5],
	// where it does
	[80, 20],
])(
	'six equal connections stay within a segment of each other (RTT %i ms, %i Mbit/s)',
	(rtt, mbit) => {
		const link = new Link(profileOf(rtt, mbit));
		const flows = Array.from({ length: 6 }, () => link.connect(0));
		for (const flow of flows) link.send(flow, 'down', 100_000, rtt * 1e3);
		const arrivals: { flow: Flow; bytes: number; atUs: number }[] = [];
		runUntilQuiet(link, (flow, _direction, bytes, _end, atUs) => {
			arrivals.push({ flow, bytes, atUs });
		});
		const got = new Map(flows.map((flow) => [flow, 0]));
		for (const { flow, bytes } of arrivals.sort((a, b) => a.atUs - b.atUs)) {
			got.set(flow, (got.get(flow) ?? 0) + bytes);
			const counts = [...got.values()];
			expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(SEGMENT);
		}
		expect([...got.values()]).toEqual(Array(6).fill(100_000));
	},
);

test('the end of a stream arrives after its last byte and takes no bandwidth', () => {
	const link = new Link(profileOf(40, 12));
	const flow = link.connect(0);
	const events: [bytes: number, end: boolean, atUs: number][] = [];
	link.send(flow, 'down', SEGMENT, 40_000);
	link.send(flow, 'down', 0, 40_000, true);
	runUntilQuiet(link, (_flow, _direction, bytes, end, atUs) => events.push([bytes, end, atUs]));
	expect(events).toEqual([
		[SEGMENT, false, 61_000],
		[0, true, 61_000],
	]);
});

test('a closed connection delivers nothing and leaves the bandwidth to the others', () => {
	const link = new Link(profileOf(0, 12));
	const [closed, other] = [link.connect(0), link.connect(0)];
	link.send(closed, 'down', 100 * SEGMENT, 0);
	link.send(other, 'down', 10 * SEGMENT, 0);
	link.advance(2_000, () => {});
	link.close(closed);
	let lastUs = 0;
	runUntilQuiet(link, (flow, _direction, _bytes, _end, atUs) => {
		expect(flow).toBe(other);
		lastUs = atUs;
	});
	// Two whole segments of each have been sent by 2 ms at the latest; 12 at most in all.
	expect(lastUs).toBeLessThanOrEqual(12_000);
});

test('a change of the link holds for what is sent after it', () => {
	const link = new Link(profileOf(40, 12));
	const flow = link.connect(0);
	const arrivedUs: number[] = [];
	const deliver: Deliver = (_flow, _direction, _bytes, _end, atUs) => arrivedUs.push(atUs);
	link.send(flow, 'down', SEGMENT, 40_000);
	link.advance(50_000, deliver);
	link.change(profileOf(80, 6));
	link.send(flow, 'down', SEGMENT, 50_000);
	runUntilQuiet(link, deliver);
	expect(arrivedUs).toEqual([61_000, 92_000]);
});
