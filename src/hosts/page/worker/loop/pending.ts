// What libuv does before it looks at the network again: writes and shutdowns that are done, and
// handles that have been closed. Packets that come in must not overtake them.

import { hop } from './hop.ts';

let queue: (() => void)[] = [];

/** Runs `fn` in a later task, before any packet that comes after this call. */
export function whenPending(fn: () => void): void {
	queue.push(fn);
	if (queue.length === 1) hop(runPending);
}

/** Runs what is pending now; what that adds waits for the next time. */
export function runPending(): void {
	const now = queue;
	queue = [];
	for (const fn of now) fn();
}
