import { nativeClearTimeout, nativeSetTimeout } from '../realm/native.ts';
import { hop } from './hop.ts';

/** One due time in the heap; a dead one is skipped. */
export interface Entry {
	readonly dueAtMs: number;
	readonly order: number;
	readonly fire: () => void;
	isDead: boolean;
}

/** How far before its time an entry may fire: less than the clock can tell. */
const SLACK_MS = 0.02;
/** Native timers count whole milliseconds; rather late by this much than polling for the rest. */
const LATE_MS = 0.3;

/** Fires entries in order of due time, then of being added, each in a task of its own. */
export class TimerHeap {
	readonly #heap: Entry[] = [];
	#order = 0;
	#isHopQueued = false;
	#armedForMs = Infinity;
	#native = 0;

	add(dueAtMs: number, fire: () => void): Entry {
		const entry: Entry = { dueAtMs, order: this.#order++, fire, isDead: false };
		this.#heap.push(entry);
		this.#rise(this.#heap.length - 1);
		if (this.#heap[0] === entry) this.#hop();
		return entry;
	}

	#hop(): void {
		if (this.#isHopQueued) return;
		this.#isHopQueued = true;
		hop(() => {
			this.#isHopQueued = false;
			this.#run();
		});
	}

	#run(): void {
		while (this.#heap[0]?.isDead === true) this.#pop();
		const first = this.#heap[0];
		if (first === undefined) return;
		const now = performance.now();
		if (first.dueAtMs <= now + SLACK_MS) {
			this.#pop();
			if (this.#heap.length > 0) this.#hop();
			first.fire();
		} else if (first.dueAtMs < this.#armedForMs || this.#armedForMs < now) {
			nativeClearTimeout(this.#native);
			this.#armedForMs = first.dueAtMs;
			this.#native = nativeSetTimeout(
				() => {
					this.#armedForMs = Infinity;
					this.#hop();
				},
				Math.ceil(first.dueAtMs - now - LATE_MS),
			);
		}
	}

	#pop(): void {
		const last = this.#heap.pop();
		if (last === undefined || this.#heap.length === 0) return;
		this.#heap[0] = last;
		this.#sink(0);
	}

	#isBefore(a: number, b: number): boolean {
		const left = this.#heap[a];
		const right = this.#heap[b];
		if (left === undefined || right === undefined) return left !== undefined;
		return (
			left.dueAtMs < right.dueAtMs || (left.dueAtMs === right.dueAtMs && left.order < right.order)
		);
	}

	#swap(a: number, b: number): void {
		const left = this.#heap[a];
		const right = this.#heap[b];
		if (left === undefined || right === undefined) return;
		this.#heap[a] = right;
		this.#heap[b] = left;
	}

	#rise(index: number): void {
		for (let at = index; at > 0;) {
			const parent = (at - 1) >> 1;
			if (!this.#isBefore(at, parent)) return;
			this.#swap(at, parent);
			at = parent;
		}
	}

	#sink(index: number): void {
		for (let at = index; ;) {
			let child = 2 * at + 1;
			if (child >= this.#heap.length) return;
			if (this.#isBefore(child + 1, child)) child++;
			if (!this.#isBefore(child, at)) return;
			this.#swap(at, child);
			at = child;
		}
	}
}
