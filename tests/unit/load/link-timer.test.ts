import { expect, test } from 'vitest';
import { Link, type Flow } from '../../../src/load/link.ts';
import { LinkTimer } from '../../../src/load/link-timer.ts';
import { profileOf } from './virtual-link.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Links of different users on one timer; `heard` is what arrived, and when we were told. */
function harness(rttMs: readonly number[]) {
	const clock = new VirtualClock();
	const heard: { flow: Flow; atUs: number; toldUs: number }[] = [];
	const timer = new LinkTimer(clock, (flow, _direction, _bytes, _end, atUs) =>
		heard.push({ flow, atUs, toldUs: clock.nowUs() }),
	);
	const links = rttMs.map((each) => new Link(profileOf(each, Infinity)));
	return {
		clock,
		heard,
		timer,
		/** Opens a connection on each link and sends a byte up. */
		sendOnEach: () =>
			links.map((link) => {
				const flow = link.connect(clock.nowUs());
				timer.catchUp(link);
				link.send(flow, 'up', 1, clock.nowUs());
				timer.schedule(link);
				return { link, flow };
			}),
	};
}

test('each link is woken at its own time, whichever was scheduled first', () => {
	const { clock, heard, sendOnEach } = harness([80, 20, 600, 0]);
	sendOnEach();
	clock.run(1_000_000);
	expect(heard.map(({ atUs, toldUs }) => [atUs, toldUs])).toEqual(
		[0, 10_000, 40_000, 300_000].map((us) => [us, us]),
	);
});

test('a wake that comes late delivers everything with the time at which it arrived', () => {
	const { clock, heard, sendOnEach } = harness([20, 40]);
	sendOnEach();
	clock.block(50_000);
	clock.run(60_000);
	expect(heard.map(({ atUs }) => atUs)).toEqual([10_000, 20_000]);
});

test('a link whose connection was closed is left in peace, and the others are not', () => {
	const { clock, heard, timer, sendOnEach } = harness([20, 40]);
	const [first, second] = sendOnEach();
	first?.link.close(first.flow);
	if (first) timer.schedule(first.link);
	clock.run(1_000_000);
	expect(heard.map(({ flow }) => flow)).toEqual([second?.flow]);
});

test('what is sent in answer to a delivery is scheduled as well', () => {
	const clock = new VirtualClock();
	const link = new Link(profileOf(20, Infinity));
	const flow = link.connect(0);
	let doneUs = 0;
	const timer = new LinkTimer(clock, (_flow, direction, _bytes, _end, atUs) => {
		if (direction === 'down') {
			doneUs = atUs;
			return;
		}
		timer.catchUp(link);
		link.send(flow, 'down', 1, clock.nowUs());
		timer.schedule(link);
	});
	link.send(flow, 'up', 1, 0);
	timer.schedule(link);
	clock.run(1_000_000);
	expect(doneUs).toBe(20_000);
});
