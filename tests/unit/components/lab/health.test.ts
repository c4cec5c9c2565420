import { expect, test } from 'vitest';
import { healthOf, voidReason } from '../../../../components/lab/health.ts';
import { segment } from './segment.ts';

const lag = (ms: number) => ({
	lag: { n: 2_000, p50: 100, p90: 200, p99: ms * 1e3, max: ms * 2e3 },
});

test('a sound segment is not void, and each of its items is well', () => {
	expect(voidReason(segment(), false)).toBeUndefined();
	expect(healthOf(segment(), false).map(({ level }) => level)).toEqual(Array(5).fill('ok'));
});

test.each([
	{ what: 'a lag over 5 ms', figures: segment(lag(6), 500), says: 'generator 6.0 ms late' },
	{
		what: 'a lag over a tenth of p50',
		figures: segment(lag(2), 10),
		says: 'generator 2.0 ms late',
	},
	{ what: 'requests that were not fired', figures: segment({ fired: 1_900 }), says: '95 % fired' },
])('$what voids the run', ({ figures, says }) => {
	expect(voidReason(figures, false)?.short).toContain(says);
	expect(healthOf(figures, false)[0]?.level).toBe('bad');
});

test('where the server is used up, a late generator is the finding and no fault', () => {
	const over = segment({ ...lag(300), busyShare: 0.97 });
	expect(voidReason(over, false)).toBeUndefined();
	const [first, ...rest] = healthOf(over, false);
	expect(first?.text).toBe(
		'the offered load is above capacity, so percentiles grow with the length of the run',
	);
	expect([first, ...rest].map((item) => item?.level)).not.toContain('bad');
});

test('an overload that leaves requests unfired is void, and says what it is', () => {
	const over = segment({ fired: 1_000, done: 1_000, requestsPerSecond: 20 });
	expect(voidReason(over, false)?.sentence).toMatch(/above capacity.*only 50 % .*Lower the rate/);
});

test('a lag is not judged by fewer than 100 samples', () => {
	const { lag: late } = lag(50);
	expect(voidReason(segment({ lag: { ...late, n: 60 } }), false)).toBeUndefined();
});

test('a hidden tab voids the run', () => {
	expect(voidReason(segment(), true)?.sentence).toContain('tab was hidden');
});

test('too few samples warn before anything that is well', () => {
	const thin = segment({ response: { n: 412, p50: 1e5, p90: 2e5, p99: 3e5, max: 4e5 } });
	expect(healthOf(thin, false)[0]).toEqual({
		level: 'warn',
		text: 'p99 thin: 412 of 1,000 samples',
	});
});

test('answers that come late are a result and void nothing', () => {
	expect(voidReason(segment({ done: 900 }), false)).toBeUndefined();
});
