/** Time and timers, so that everything else runs on a virtual clock in tests. */
export interface Clock {
	/** µs since the run began. */
	nowUs(): number;
	/** Calls `callback` at `atUs` or as soon after as a timer of the platform does: up to 1 ms. */
	at(atUs: number, callback: () => void): Alarm;
	/**
	 * The same without that millisecond: the last stretch is watched, turn by turn of the event
	 * loop, which costs processor time. For what a lag would falsify.
	 */
	sharplyAt(atUs: number, callback: () => void): Alarm;
}

export interface Alarm {
	cancel(): void;
}

/** The clock and timers of the platform; time 0 is the moment of this call. */
export function realClock(): Clock {
	const originMs = performance.now();
	const leftMs = (atUs: number) => atUs / 1000 - (performance.now() - originMs);
	return {
		nowUs: () => (performance.now() - originMs) * 1000,
		at(atUs, callback) {
			const timer = setTimeout(callback, Math.max(0, leftMs(atUs)));
			return { cancel: () => clearTimeout(timer) };
		},
		sharplyAt(atUs, callback) {
			let timer: ReturnType<typeof setTimeout> | undefined;
			let turn: ReturnType<typeof setImmediate> | undefined;
			const wait = () => {
				const ms = leftMs(atUs);
				// Node takes whole milliseconds, and its timers never come early.
				if (ms >= 1) timer = setTimeout(watch, Math.floor(ms));
				else turn = setImmediate(watch);
			};
			const watch = () => (leftMs(atUs) > 0 ? wait() : callback());
			wait();
			return {
				cancel() {
					clearTimeout(timer);
					clearImmediate(turn);
				},
			};
		},
	};
}

/** The smallest step that the platform's clock shows, µs, found by watching it for 2 ms. */
export function clockStepUs(): number {
	const endMs = performance.now() + 2;
	let step = Infinity;
	let last = performance.now();
	for (let now = last; now < endMs; now = performance.now()) {
		if (now > last) step = Math.min(step, now - last);
		last = now;
	}
	return Math.round(step * 1e6) / 1000;
}
