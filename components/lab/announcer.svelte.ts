/** Decides when the live region speaks: when a change has settled, and at the end. */
import type { RunView } from './run-view.ts';

/** A segment has settled with this many answers after its warm-up, or this long after it. */
const SETTLED_SAMPLES = 100;
const SETTLED_US = 5_000_000;

export class Announcer {
	#said = $state('');
	#segment = -1;

	/** What the live region holds. */
	get said(): string {
		return this.#said;
	}

	/** A new run: what was said of the one before no longer holds. */
	clear(): void {
		this.end('');
	}

	/** Looks at a picture of a run that goes on; speaks once for each segment that settles. */
	watch(view: RunView, sentence: string): void {
		const current = view.figures.at(-1);
		if (!current || current.warmUp || current.segment === this.#segment) return;
		const tookUs = current.toUs - current.fromUs;
		if (current.response.n < SETTLED_SAMPLES && tookUs < SETTLED_US) return;
		this.#segment = current.segment;
		this.#said = sentence;
	}

	/** Speaks at the end of a run, or when it failed. */
	end(text: string): void {
		this.#segment = -1;
		this.#said = text;
	}
}
