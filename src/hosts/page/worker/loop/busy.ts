// How much of the processor this process has used: the time of each task of the browser that ran
// code of ours or the reader's, plus what the pool's jobs took.
//
// A task is opened by enter() at its first callback. Its end cannot be seen, because microtasks run
// after our last line; so a chain of microtasks follows it and stamps the clock until nothing more
// has run for QUIET_ROUNDS rounds. Awaits deeper than that which take under CLOCK_STEP_MS each are
// missed. Idle time is never counted, and a coarse clock evens out over many tasks.

const QUIET_ROUNDS = 8;
const CLOCK_STEP_MS = 0.05;

let taskMs = 0;
let poolMs = 0;
let isOpen = false;
let startedAt = 0;
let seenAt = 0;
let quietRounds = 0;

/** Begins to count the current task, or does nothing where it is being counted. */
export function openTask(): void {
	quietRounds = 0;
	if (isOpen) return;
	isOpen = true;
	startedAt = seenAt = performance.now();
	queueMicrotask(watch);
}

function watch(): void {
	const now = performance.now();
	quietRounds = now - seenAt >= CLOCK_STEP_MS ? 0 : quietRounds + 1;
	seenAt = now;
	if (quietRounds < QUIET_ROUNDS) {
		queueMicrotask(watch);
		return;
	}
	isOpen = false;
	taskMs += now - startedAt;
}

/** Adds what a job of the pool took, in milliseconds. */
export function addPoolTime(ms: number): void {
	poolMs += ms;
}

/** Milliseconds of work so far, the current task's included. */
export function busyMs(): number {
	return taskMs + poolMs + (isOpen ? performance.now() - startedAt : 0);
}

/** Milliseconds that the event loop itself was busy, without the pool. */
export function loopBusyMs(): number {
	return busyMs() - poolMs;
}
