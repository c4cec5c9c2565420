/**
 * The plan of an open loop: when each request is due, whatever the answers do. Pure: the caller
 * owns the clock.
 */
import { exponential, type Random } from './random.ts';

export interface Pacer {
	/** When the next request is due, µs. Does not move on. */
	peek(): number;
	/** The same, and moves on to the one after it. */
	next(): number;
}

/** A steady rate: the first request at `startUs`, then one every 1/rate seconds, without drift. */
export function constantRate(ratePerSecond: number, startUs = 0): Pacer {
	checkRate(ratePerSecond);
	let index = 0;
	const due = () => startUs + (index * 1e6) / ratePerSecond;
	return {
		peek: due,
		next() {
			const dueUs = due();
			index++;
			return dueUs;
		},
	};
}

/**
 * A Poisson process: independent exponential gaps with mean 1/rate, as many independent users
 * make them. Source: Kingman, Poisson Processes (1993), section 4.1.
 */
export function poissonRate(ratePerSecond: number, random: Random, startUs = 0): Pacer {
	checkRate(ratePerSecond);
	let dueUs = startUs + exponential(random, 1e6 / ratePerSecond);
	return {
		peek: () => dueUs,
		next() {
			const current = dueUs;
			dueUs += exponential(random, 1e6 / ratePerSecond);
			return current;
		},
	};
}

function checkRate(ratePerSecond: number): void {
	if (!(ratePerSecond > 0 && ratePerSecond < Infinity)) {
		throw new RangeError(`Expected a rate above 0 requests per second, received ${ratePerSecond}`);
	}
}
