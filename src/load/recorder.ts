/** From samples to ticks and totals: the only state of a run that grows, and it is bounded. */
import { Histogram } from '../histogram/histogram.ts';
import type { Sample, SegmentTotals, SlowSample, Tick } from './sample.ts';

const SLOWEST_PER_TICK = 3;

const HISTOGRAMS = ['response', 'service', 'poolWait', 'lag'] as const;
const NUMBERS = ['intended', 'fired', 'completed', 'done', 'bytes', 'bodyBytes', 'opened'] as const;

/** Counts of one stretch of time: a tick or a whole segment. */
class Counts {
	readonly response = new Histogram();
	readonly service = new Histogram();
	readonly poolWait = new Histogram();
	readonly lag = new Histogram();
	intended = 0;
	fired = 0;
	completed = 0;
	done = 0;
	bytes = 0;
	bodyBytes = 0;
	opened = 0;
	failures: Tick['failures'] = {};
	statuses: Tick['statuses'] = {};

	add(sample: Sample): void {
		this.done++;
		if (sample.status) this.statuses[sample.status] = (this.statuses[sample.status] ?? 0) + 1;
		if (sample.failure) {
			this.failures[sample.failure] = (this.failures[sample.failure] ?? 0) + 1;
			return;
		}
		this.response.record(sample.doneAtUs - sample.intendedAtUs);
		this.service.record(sample.doneAtUs - sample.sentAtUs);
		this.poolWait.record(sample.sentAtUs - sample.firedAtUs);
		this.bytes += sample.bytes;
		this.bodyBytes += sample.bodyBytes;
	}

	merge(other: Counts): void {
		for (const name of HISTOGRAMS) this[name].merge(other[name]);
		for (const name of NUMBERS) this[name] += other[name];
		addUp(this.failures, other.failures);
		addUp(this.statuses, other.statuses);
	}

	/** As on the wire. */
	toJSON() {
		const { intended, fired, completed, done, failures, statuses, bytes, bodyBytes, opened } = this;
		return {
			...{ intended, fired, completed, done, failures, statuses, bytes, bodyBytes, opened },
			response: this.response.toSparse(),
			service: this.service.toSparse(),
			poolWait: this.poolWait.toSparse(),
			lag: this.lag.toSparse(),
		};
	}
}

export class Recorder {
	/** The segment that requests are intended in; null while settings are being changed. */
	segment: number | null = null;

	readonly #warmUpUs: number;
	readonly #emit: (tick: Tick) => void;
	readonly #totals: SegmentTotals[] = [];
	#segments = 0;
	#warmUntilUs = 0;
	/** Since the last tick: intended before the end of the warm-up (until it ends), and after it. */
	#cold: Counts | undefined;
	#warm = new Counts();
	/** Up to the last tick, without the warm-up. */
	#total = new Counts();
	#slowest: SlowSample[] = [];
	#inFlight = 0;
	#leftOut = 0;
	#drainingSinceUs: number | undefined;

	/**
	 * @param warmUpUs how much of each segment is dropped
	 * @param emit takes each tick
	 */
	constructor(warmUpUs: number, emit: (tick: Tick) => void) {
		this.#warmUpUs = warmUpUs;
		this.#emit = emit;
	}

	get inFlight(): number {
		return this.#inFlight;
	}

	/** The totals of every segment that has ended. */
	get totals(): readonly SegmentTotals[] {
		return this.#totals;
	}

	begin(atUs: number): void {
		this.segment = this.#segments++;
		this.#warmUntilUs = atUs + this.#warmUpUs;
		this.#cold = new Counts();
		this.#warm = new Counts();
	}

	/** Ends the segment; what is in flight is left out from here on. */
	end(atUs: number): void {
		if (this.segment === null) return;
		this.flush(atUs);
		const { segment } = this;
		const toUs = this.#drainingSinceUs ?? atUs;
		const fromUs = Math.min(this.#warmUntilUs, toUs);
		this.#totals.push({ segment, fromUs, toUs, ...this.#total.toJSON() });
		this.#total = new Counts();
		this.segment = null;
	}

	/** A request that was due at `intendedAtUs` has been started at `firedAtUs`. */
	fired(intendedAtUs: number, firedAtUs: number): void {
		this.#inFlight++;
		const counts = this.#countsAt(intendedAtUs);
		if (!counts) return;
		counts.intended++;
		counts.fired++;
		counts.lag.record(firedAtUs - intendedAtUs);
	}

	/** A request that was due and has not been started: too many are under way. */
	missed(intendedAtUs: number): void {
		const counts = this.#countsAt(intendedAtUs);
		if (counts) counts.intended++;
	}

	opened(atUs: number): void {
		const counts = this.#countsAt(atUs);
		if (counts) counts.opened++;
	}

	done(sample: Sample): void {
		this.#inFlight--;
		if (sample.segment === null || sample.segment !== this.segment) {
			this.#leftOut++;
			return;
		}
		this.#countsAt(sample.intendedAtUs)?.add(sample);
		if (this.#drainingSinceUs === undefined && sample.status > 0) {
			const counts = this.#countsAt(sample.doneAtUs);
			if (counts) counts.completed++;
		}
		if (sample.intendedAtUs >= this.#warmUntilUs) this.#keepIfSlow(sample);
	}

	/** The load has stopped at `atUs`: what comes now belongs to the figures but not to the rate. */
	drain(atUs: number): void {
		this.flush(atUs);
		this.#drainingSinceUs = atUs;
	}

	/** Emits the tick that ends at `atUs`; two where the warm-up ended within it. */
	flush(atUs: number): void {
		if (this.segment === null) return;
		const draining = this.#drainingSinceUs !== undefined;
		const common = { t: 'tick', segment: this.segment, draining } as const;
		const inFlight = this.#inFlight;
		if (this.#cold) {
			const endUs = Math.min(atUs, this.#warmUntilUs);
			const rest = { inFlight, leftOut: 0, slowest: [] };
			this.#emit({ ...common, atUs: endUs, warmUp: true, ...this.#cold.toJSON(), ...rest });
			this.#cold = atUs < this.#warmUntilUs ? new Counts() : undefined;
		}
		if (atUs <= this.#warmUntilUs) return;
		const rest = { inFlight, leftOut: this.#leftOut, slowest: this.#slowest };
		this.#emit({ ...common, atUs, warmUp: false, ...this.#warm.toJSON(), ...rest });
		this.#total.merge(this.#warm);
		this.#warm = new Counts();
		this.#slowest = [];
		this.#leftOut = 0;
	}

	#countsAt(atUs: number): Counts | undefined {
		if (this.segment === null) return undefined;
		return atUs >= this.#warmUntilUs ? this.#warm : this.#cold;
	}

	#keepIfSlow(sample: Sample): void {
		const took = sample.doneAtUs - sample.intendedAtUs;
		const last = this.#slowest.at(-1);
		if (last && this.#slowest.length >= SLOWEST_PER_TICK && took <= responseUs(last)) return;
		const { bodyBytes: _, ...slow } = sample;
		this.#slowest = [...this.#slowest, slow]
			.sort((a, b) => responseUs(b) - responseUs(a))
			.slice(0, SLOWEST_PER_TICK);
	}
}

function addUp<K extends string>(sums: Partial<Record<K, number>>, more: typeof sums): void {
	for (const key in more) sums[key] = (sums[key] ?? 0) + (more[key] ?? 0);
}

function responseUs(sample: SlowSample): number {
	return sample.doneAtUs - sample.intendedAtUs;
}
