// process.nextTick. Node runs ticks after each callback and before its promises. Inside enter() we
// can do the same. A tick asked for by a promise's callback has to wait until the other promises
// are done, which a page cannot see; it waits DEFERRED_ROUNDS microtasks instead.

import { enter, isEntered } from './enter.ts';

const DEFERRED_ROUNDS = 6;

interface Tick {
	callback: (...args: unknown[]) => void;
	args: unknown[];
}

let queue: Tick[] = [];
let head = 0;
let isDrainQueued = false;

/** Runs `callback` after the current callback and before the browser does anything else. */
export function nextTick(callback: (...args: never[]) => void, ...args: unknown[]): void {
	if (typeof callback !== 'function') {
		throw Object.assign(
			new TypeError(
				`The "callback" argument must be of type function. Received ${callback === null ? 'null' : typeof callback}`,
			),
			{ code: 'ERR_INVALID_ARG_TYPE' },
		);
	}
	queue.push({ callback: callback as (...args: unknown[]) => void, args });
	if (isEntered() || isDrainQueued) return;
	isDrainQueued = true;
	defer(DEFERRED_ROUNDS);
}

function defer(rounds: number): void {
	queueMicrotask(() => {
		if (rounds > 0) return defer(rounds - 1);
		isDrainQueued = false;
		if (hasTicks()) enter(() => undefined);
	});
}

/** Whether a tick waits. */
export function hasTicks(): boolean {
	return head < queue.length;
}

/** Runs the ticks until none is left; throws what a tick throws, and can then be called again. */
export function drainTicks(): void {
	while (head < queue.length) {
		const tick = queue[head++];
		if (head === queue.length) {
			queue = [];
			head = 0;
		}
		tick?.callback(...tick.args);
	}
}
