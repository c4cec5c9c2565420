/** Time and timers, so that everything else runs on a virtual clock in tests. */
export interface Clock {
	/** µs since the run began. */
	nowUs(): number;
	/** Calls `callback` at `atUs` or as soon after as the platform can. */
	at(atUs: number, callback: () => void): Alarm;
}

export interface Alarm {
	cancel(): void;
}

/** The clock and timers of the platform; time 0 is the moment of this call. */
export function realClock(): Clock {
	const originMs = performance.now();
	return {
		nowUs: () => (performance.now() - originMs) * 1000,
		at(atUs, callback) {
			const delayMs = atUs / 1000 - (performance.now() - originMs);
			const timer = setTimeout(callback, Math.max(0, delayMs));
			return { cancel: () => clearTimeout(timer) };
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
