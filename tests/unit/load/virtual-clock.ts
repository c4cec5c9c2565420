import type { Alarm, Clock } from '../../../src/load/clock.ts';

/** A clock that stands still until it is told to go on, and then rings every alarm in order. */
export class VirtualClock implements Clock {
	#nowUs = 0;
	#alarms: { atUs: number; callback: () => void }[] = [];

	nowUs(): number {
		return this.#nowUs;
	}

	at(atUs: number, callback: () => void): Alarm {
		const alarm = { atUs, callback };
		const later = this.#alarms.findIndex((each) => each.atUs > atUs);
		this.#alarms.splice(later < 0 ? this.#alarms.length : later, 0, alarm);
		return { cancel: () => (this.#alarms = this.#alarms.filter((each) => each !== alarm)) };
	}

	/** Lets time pass up to `untilUs`. */
	run(untilUs: number): void {
		for (let next = this.#alarms[0]; next && next.atUs <= untilUs; next = this.#alarms[0]) {
			this.#alarms.shift();
			this.#nowUs = Math.max(this.#nowUs, next.atUs);
			next.callback();
		}
		this.#nowUs = untilUs;
	}

	/** As if the process had been busy: time passes and nothing rings. */
	block(us: number): void {
		this.#nowUs += us;
	}
}
