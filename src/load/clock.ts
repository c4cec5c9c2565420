/** Time and timers, so that everything else runs on a virtual clock in tests. */
export interface Clock {
	/** µs since the run began. */
	nowUs(): number;
	/** Calls `callback` at `atUs` or as soon after as the event loop comes to it; never before. */
	at(atUs: number, callback: () => void): Alarm;
}

export interface Alarm {
	cancel(): void;
}

/**
 * The clock and timers of the platform; time 0 is the moment of this call. Node's timers are good
 * to a millisecond, early or late, which would falsify what is measured. So the last stretch, under
 * a millisecond, is watched turn by turn of the event loop: it costs a few per cent of a processor
 * at 100 requests a second, and holds nothing up.
 */
export function realClock(): Clock {
	const originMs = performance.now();
	return {
		nowUs: () => (performance.now() - originMs) * 1000,
		at(atUs, callback) {
			let timer: ReturnType<typeof setTimeout> | undefined;
			let turn: ReturnType<typeof setImmediate> | undefined;
			const wait = () => {
				const leftMs = atUs / 1000 - (performance.now() - originMs);
				if (leftMs >= 1) timer = setTimeout(wait, Math.floor(leftMs));
				else turn = setImmediate(watch);
			};
			const watch = () => {
				if ((performance.now() - originMs) * 1000 >= atUs) callback();
				else wait();
			};
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
