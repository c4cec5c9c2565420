// Node's timers on one heap. A native timer is armed only from a task of the message channel,
// because browsers make nested timers wait 4 ms.

import { TimerHeap, type Entry } from '../loop/timer-heap.ts';
import { hop } from '../loop/hop.ts';
import { enter } from '../loop/enter.ts';
import { Hold } from '../loop/alive.ts';
import { validateFunction } from 'internal/validators';
import * as promisesModule from './timers/promises.ts';

const customPromisify = Symbol.for('nodejs.util.promisify.custom');
const LONGEST_MS = 2 ** 31 - 1;
const heap = new TimerHeap();

type Callback = (...args: unknown[]) => void;

/** What setTimeout and setInterval return. */
export class Timeout {
	static #ids = 0;
	static readonly #byId = new Map<number, Timeout>();

	static find(id: unknown): Timeout | undefined {
		return Timeout.#byId.get(Number(id));
	}

	/** Node's own name for it, which its library and inspect() use. */
	_onTimeout: Callback | null;
	_idleTimeout: number;
	_repeat: number | null;
	_destroyed = false;
	readonly #args: unknown[];
	readonly #hold = new Hold();
	#entry: Entry | undefined;
	#dueAtMs = 0;
	#id: number | undefined;

	constructor(
		callback: Callback,
		delay: unknown,
		args: unknown[],
		isRepeat: boolean,
		isRef = true,
	) {
		const ms = Number(delay);
		this._idleTimeout = ms >= 1 && ms <= LONGEST_MS ? Math.trunc(ms) : 1;
		this._onTimeout = callback;
		this._repeat = isRepeat ? this._idleTimeout : null;
		this.#args = args;
		this.#hold.isRef = isRef;
		this.#start();
	}

	#start(): void {
		this._destroyed = false;
		this.#hold.active = true;
		this.#dueAtMs = performance.now() + this._idleTimeout;
		// Sockets restart their timeout on every read and write: the old entry asks again when due.
		if (this.#entry !== undefined && this.#entry.dueAtMs <= this.#dueAtMs) return;
		if (this.#entry !== undefined) this.#entry.isDead = true;
		this.#entry = heap.add(this.#dueAtMs, () => this.#fire());
	}

	#fire(): void {
		const wasDueAtMs = this.#entry?.dueAtMs ?? 0;
		this.#entry = undefined;
		if (this.#dueAtMs > wasDueAtMs) {
			this.#entry = heap.add(this.#dueAtMs, () => this.#fire());
			return;
		}
		const callback = this._onTimeout;
		if (callback === null) return;
		enter(() => callback.apply(this, this.#args));
		// Node starts the next round after the callback, and only where nothing has cleared it.
		if (this.#entry !== undefined) return;
		if (this._repeat !== null && this._onTimeout !== null) {
			this._idleTimeout = this._repeat;
			this.#start();
		} else {
			this.close();
		}
	}

	close(): this {
		if (this.#entry !== undefined) this.#entry.isDead = true;
		this.#entry = undefined;
		this._destroyed = true;
		this._onTimeout = this._repeat === null ? this._onTimeout : null;
		this.#hold.active = false;
		if (this.#id !== undefined) Timeout.#byId.delete(this.#id);
		return this;
	}

	/** Restarts the delay, also after it has fired, as Node's sockets do. */
	refresh(): this {
		if (this._onTimeout !== null) this.#start();
		return this;
	}

	ref(): this {
		this.#hold.isRef = true;
		return this;
	}

	unref(): this {
		this.#hold.isRef = false;
		return this;
	}

	hasRef(): boolean {
		return this.#hold.isRef;
	}

	[Symbol.toPrimitive](): number {
		this.#id ??= ++Timeout.#ids;
		if (!this._destroyed) Timeout.#byId.set(this.#id, this);
		return this.#id;
	}

	[Symbol.dispose](): void {
		this.close();
	}
}

/** What setImmediate returns. */
export class Immediate {
	_onImmediate: Callback | null;
	readonly #args: unknown[];
	readonly #hold = new Hold();

	constructor(callback: Callback, args: unknown[]) {
		this._onImmediate = callback;
		this.#args = args;
		this.#hold.active = true;
		hop(() => this.#run());
	}

	#run(): void {
		const callback = this._onImmediate;
		if (callback === null) return;
		this._onImmediate = null;
		enter(() => callback.apply(this, this.#args));
		this.#hold.active = false;
	}

	clear(): void {
		this._onImmediate = null;
		this.#hold.active = false;
	}

	ref(): this {
		this.#hold.isRef = true;
		return this;
	}

	unref(): this {
		this.#hold.isRef = false;
		return this;
	}

	hasRef(): boolean {
		return this.#hold.isRef;
	}

	[Symbol.dispose](): void {
		this.clear();
	}
}

// The build shortens names, and these are printed.
Object.defineProperty(Timeout, 'name', { value: 'Timeout' });
Object.defineProperty(Immediate, 'name', { value: 'Immediate' });

/** Calls `callback` after `delay` milliseconds, at least 1. */
export function setTimeout(callback: Callback, delay?: unknown, ...args: unknown[]): Timeout {
	validateFunction(callback, 'callback');
	return new Timeout(callback, delay, args, false);
}

/** Calls `callback` every `delay` milliseconds, at least 1. */
export function setInterval(callback: Callback, delay?: unknown, ...args: unknown[]): Timeout {
	validateFunction(callback, 'callback');
	return new Timeout(callback, delay, args, true);
}

/** Calls `callback` in the next turn of the event loop. */
export function setImmediate(callback: Callback, ...args: unknown[]): Immediate {
	validateFunction(callback, 'callback');
	return new Immediate(callback, args);
}

/** Stops a timer; anything else is ignored, as in Node. */
export function clearTimeout(timer: unknown): void {
	if (timer instanceof Timeout) timer.close();
	else if (typeof timer === 'number' || typeof timer === 'string') Timeout.find(timer)?.close();
}

/** Stops a timer; the same as clearTimeout, as in Node. */
export const clearInterval = clearTimeout;

/** Stops an immediate that has not run. */
export function clearImmediate(immediate: unknown): void {
	if (immediate instanceof Immediate) immediate.clear();
}

/** Node's `timers/promises`. */
export const promises = promisesModule;

Object.defineProperty(setTimeout, customPromisify, { get: () => promises.setTimeout });
Object.defineProperty(setImmediate, customPromisify, { get: () => promises.setImmediate });
