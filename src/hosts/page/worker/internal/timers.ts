// The part of Node's internal/timers that its sockets use.

import { nodeError } from './node-error.ts';
import { validateNumber } from 'internal/validators';
import { Timeout } from '../lib/timers.ts';

export const kTimeout = Symbol('timeout');

/** Checks a duration and cuts it to what a timer can take. */
export function getTimerDuration(msecs: number, name: string): number {
	validateNumber(msecs, name);
	if (msecs < 0 || !Number.isFinite(msecs)) {
		throw nodeError('ERR_OUT_OF_RANGE', name, 'a non-negative finite number', msecs);
	}
	return Math.min(Math.trunc(msecs), 2 ** 31 - 1);
}

/** A timer that does not keep the process alive. */
export function setUnrefTimeout(callback: (...args: unknown[]) => void, ms: number): Timeout {
	return new Timeout(callback, ms, [], false, false);
}

/** A socket's timer: made new each time, because ours are cheap. */
export function reuseOrCreateUnrefTimeout(
	_timer: unknown,
	callback: (...args: unknown[]) => void,
	ms: number,
	argument: unknown,
): Timeout {
	return new Timeout(callback, ms, [argument], false, false);
}
