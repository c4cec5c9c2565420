import { openTask } from './busy.ts';
import { isExiting, uncaught } from '../program/failures.ts';
import { drainTicks } from './ticks.ts';

let depth = 0;

/** Whether a callback of the event loop is running, so that its ticks will be run at its end. */
export function isEntered(): boolean {
	return depth > 0;
}

/**
 * Runs one callback of the event loop as Node does: its ticks follow it, and what it throws goes to
 * 'uncaughtException'. Everything that calls into the reader's code comes through here.
 */
export function enter(callback: () => void): void {
	if (depth > 0) {
		callback();
		return;
	}
	openTask();
	depth++;
	let next: (() => void) | undefined = callback;
	while (next !== undefined && !isExiting()) {
		try {
			const run: () => void = next;
			next = undefined;
			run();
			drainTicks();
		} catch (error) {
			uncaught(error, 'uncaughtException');
			next = drainTicks;
		}
	}
	depth--;
}
