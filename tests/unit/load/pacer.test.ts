import { expect, test } from 'vitest';
import { constantRate, poissonRate, type Pacer } from '../../../src/load/pacer.ts';
import { exponential, seededRandom } from '../../../src/load/random.ts';

function take(pacer: Pacer, count: number): number[] {
	return Array.from({ length: count }, () => pacer.next());
}

function gapsOf(dueUs: readonly number[]): number[] {
	return dueUs.slice(1).map((us, i) => us - (dueUs[i] ?? NaN));
}

test.each([
	// four a second: every quarter of one
	[4, 0, [0, 250_000, 500_000]],
	// from a later start
	[10, 7_000, [7_000, 107_000, 207_000]],
	// a tenth a second
	[0.1, 0, [0, 10_000_000, 20_000_000]],
])('%d requests a second from %d µs on are due at %j', (rate, startUs, dueUs) => {
	expect(take(constantRate(rate, startUs), 3)).toEqual(dueUs);
});

test('a constant rate does not drift', () => {
	const dueUs = take(constantRate(3), 3_000_001);
	expect(dueUs.at(-1)).toBe(1_000_000 * 1e6);
});

test('looking at what is due does not move on', () => {
	for (const pacer of [constantRate(10), poissonRate(10, seededRandom(1))]) {
		const dueUs = pacer.peek();
		expect(pacer.peek()).toBe(dueUs);
		expect(pacer.next()).toBe(dueUs);
		expect(pacer.peek()).toBeGreaterThan(dueUs);
	}
});

test('Poisson arrivals are the same for the same seed, and others for another', () => {
	const arrivals = (seed: number) => take(poissonRate(50, seededRandom(seed), 1_000), 20);
	expect(arrivals(7)).toEqual(arrivals(7));
	expect(arrivals(7)).not.toEqual(arrivals(8));
	expect(arrivals(7)[0]).toBeGreaterThan(1_000);
});

test('gaps of Poisson arrivals are exponential: mean and deviation are 1/rate', () => {
	const gaps = gapsOf(take(poissonRate(100, seededRandom(3)), 100_001));
	const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
	const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length);
	// 100,000 draws: a standard error of 0.3 %; five of them are allowed.
	expect(Math.abs(mean / 10_000 - 1)).toBeLessThan(0.016);
	expect(Math.abs(deviation / 10_000 - 1)).toBeLessThan(0.03);
	// P(gap > mean) = 1/e
	const longer = gaps.filter((gap) => gap > 10_000).length / gaps.length;
	expect(Math.abs(longer - 1 / Math.E)).toBeLessThan(0.008);
});

test.each([0, -1, NaN, Infinity])('a rate of %d is refused by name', (rate) => {
	const message = `Expected a rate above 0 requests per second, received ${rate}`;
	expect(() => constantRate(rate)).toThrow(message);
	expect(() => poissonRate(rate, seededRandom(1))).toThrow(message);
});

test('seeded numbers are even in [0, 1)', () => {
	const random = seededRandom(2 ** 32 - 1);
	const tenths = Array<number>(10).fill(0);
	for (let i = 0; i < 100_000; i++) {
		const value = random();
		expect(value >= 0 && value < 1).toBe(true);
		const tenth = Math.floor(value * 10);
		tenths[tenth] = (tenths[tenth] ?? 0) + 1;
	}
	// Binomial, standard deviation 95; five of them are allowed.
	for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(475);
});

test('an exponential draw is finite even for the largest random number', () => {
	expect(exponential(() => 0, 5)).toBeCloseTo(0);
	expect(exponential(() => 1 - 2 ** -32, 5)).toBeLessThan(120);
});
