import type { Alarm, Clock } from './clock.ts';
import type { Deliver, Link } from './link.ts';

/** Wakes many links when something on them is due, with one timer for all of them. */
export class LinkTimer {
	readonly #clock: Clock;
	readonly #deliver: Deliver;
	readonly #due = new Map<Link, number>();
	#alarm: Alarm | undefined;
	#alarmUs = Infinity;

	constructor(clock: Clock, deliver: Deliver) {
		this.#clock = clock;
		this.#deliver = deliver;
	}

	/** Delivers what has arrived on a link, so that a new event can be added at the present time. */
	catchUp(link: Link): void {
		link.advance(this.#clock.nowUs(), this.#deliver);
	}

	/** Looks at a link again after something was added to it. */
	schedule(link: Link): void {
		const nextUs = link.nextUs();
		if (nextUs === Infinity) this.#due.delete(link);
		else this.#due.set(link, nextUs);
		if (nextUs < this.#alarmUs) this.#arm(nextUs);
	}

	#arm(atUs: number): void {
		this.#alarm?.cancel();
		this.#alarmUs = atUs;
		this.#alarm = this.#clock.at(atUs, () => this.#wake());
	}

	#wake(): void {
		this.#alarm = undefined;
		this.#alarmUs = Infinity;
		const nowUs = this.#clock.nowUs();
		for (const [link, dueUs] of this.#due) {
			if (dueUs > nowUs) continue;
			link.advance(nowUs, this.#deliver);
			this.schedule(link);
		}
		const nextUs = Math.min(...this.#due.values());
		if (nextUs < this.#alarmUs) this.#arm(nextUs);
	}
}
