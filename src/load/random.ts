/** A seeded source of numbers in [0, 1). */
export type Random = () => number;

/**
 * The generator mulberry32 (Tommy Ettinger, public domain): 32 bits of state, the same sequence on
 * every machine. Good enough to draw arrivals from; not for secrets.
 */
export function seededRandom(seed: number): Random {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A draw from the exponential distribution with this mean, by inversion: −mean · ln(1 − u). */
export function exponential(random: Random, mean: number): number {
	return -mean * Math.log(1 - random());
}
