// The rule that a process ends when nothing can happen any more: no timer, socket, server, read of
// stdin, job of the pool or import that is not unref'd.

import { hop } from './hop.ts';

let references = 0;
let holds = 0;
let onDrained: (() => void) | undefined;
let isCheckQueued = false;

/** Keeps the process alive until release(). */
export function hold(): void {
	references++;
	holds++;
}

/** Gives up one hold(). */
export function release(): void {
	references--;
	check();
}

/** Asks once more, in a task of its own, whether anything keeps the process alive. */
export function check(): void {
	if (references > 0 || isCheckQueued || onDrained === undefined) return;
	isCheckQueued = true;
	hop(() => {
		isCheckQueued = false;
		if (references === 0) onDrained?.();
	});
}

/** Calls `drained` each time nothing keeps the process alive, beginning now. */
export function watchAlive(drained: () => void): void {
	onDrained = drained;
	check();
}

/** How many holds there have been: it shows whether work has begun, even if it has ended since. */
export function holdCount(): number {
	return holds;
}

/** Whether something keeps the process alive. */
export function isAlive(): boolean {
	return references > 0;
}

/** One thing that may hold the process: active or not, ref'd or not. */
export class Hold {
	#active = false;
	#ref = true;

	set active(active: boolean) {
		if (active === this.#active) return;
		this.#active = active;
		if (this.#ref) (active ? hold : release)();
	}

	get isRef(): boolean {
		return this.#ref;
	}

	set isRef(ref: boolean) {
		if (ref === this.#ref) return;
		this.#ref = ref;
		if (this.#active) (ref ? hold : release)();
	}
}
