/** From ticks to what a chart and a table show. Pure: knows no host, no clock and no page. */
import type { Busy, Failure, SlowSample, Tick } from '../load/sample.ts';
import { Histogram } from './histogram.ts';
import { percentiles, type Percentiles } from './percentiles.ts';

/** A point of the time chart: all answers of the window that ends at `atUs`. */
export interface SeriesPoint {
	atUs: number;
	segment: number;
	warmUp: boolean;
	/** Response time in µs over the sliding window. */
	response: Percentiles;
}

/** One segment's figures after its warm-up; times in µs. */
export interface SegmentFigures {
	segment: number;
	fromUs: number;
	toUs: number;
	warmUp: boolean;
	response: Percentiles;
	service: Percentiles;
	poolWait: Percentiles;
	lag: Percentiles;
	intended: number;
	fired: number;
	done: number;
	failures: Partial<Record<Failure, number>>;
	statuses: Record<string, number>;
	/** Answers per second while the load ran. */
	requestsPerSecond: number;
	/** On the wire, head and body; NaN before the first answer. */
	bytesPerResponse: number;
	opened: number;
	leftOut: number;
	/** Processor time of the server over time passed, 0 to the number of cores; NaN if unknown. */
	busyShare: number;
}

const WINDOW_US = 2_000_000;
const SLOWEST = 10;

class SegmentSums {
	readonly response = new Histogram();
	readonly service = new Histogram();
	readonly poolWait = new Histogram();
	readonly lag = new Histogram();
	intended = 0;
	fired = 0;
	completed = 0;
	done = 0;
	bytes = 0;
	opened = 0;
	leftOut = 0;
	cpuUs = 0;
	cpuWallUs = 0;
	failures: Partial<Record<Failure, number>> = {};
	statuses: Record<string, number> = {};
	fromUs: number;
	toUs: number;
	warmUp = true;
	readonly segment: number;

	constructor(segment: number, atUs: number) {
		this.segment = segment;
		this.fromUs = atUs;
		this.toUs = atUs;
	}
}

/** Collects the ticks of one run. */
export class Series {
	readonly #points: SeriesPoint[] = [];
	readonly #segments: SegmentSums[] = [];
	readonly #window: Tick[] = [];
	#slowest: SlowSample[] = [];

	/** Adds a tick; returns the point that the chart gains, or undefined where nothing was done. */
	addTick(tick: Tick): SeriesPoint | undefined {
		this.#addToSegment(tick);
		this.#slowest = [...this.#slowest, ...tick.slowest]
			.sort((a, b) => b.doneAtUs - b.intendedAtUs - (a.doneAtUs - a.intendedAtUs))
			.slice(0, SLOWEST);

		const first = this.#window[0];
		if (first && (first.segment !== tick.segment || first.warmUp !== tick.warmUp)) {
			this.#window.length = 0;
		}
		this.#window.push(tick);
		while ((this.#window[0]?.atUs ?? Infinity) <= tick.atUs - WINDOW_US) this.#window.shift();

		const response = new Histogram();
		for (const each of this.#window) response.mergeSparse(each.response);
		if (response.total === 0) return undefined;
		const { atUs, segment, warmUp } = tick;
		const point = { atUs, segment, warmUp, response: percentiles(response) };
		this.#points.push(point);
		return point;
	}

	/** Adds the server's report of its processor time to the segment that is running. */
	addBusy(busy: Busy): void {
		const current = this.#segments.at(-1);
		if (!current || current.warmUp) return;
		current.cpuUs += busy.cpuUs;
		current.cpuWallUs += busy.wallUs;
	}

	/** All points so far. */
	get points(): readonly SeriesPoint[] {
		return this.#points;
	}

	/** The slowest requests of the run, slowest first. */
	get slowest(): readonly SlowSample[] {
		return this.#slowest;
	}

	/** The figures of each segment, in order; the last one is running. */
	figures(): SegmentFigures[] {
		return this.#segments.map(figuresOf);
	}

	#addToSegment(tick: Tick): void {
		let sums = this.#segments.at(-1);
		if (sums?.segment !== tick.segment) {
			sums = new SegmentSums(tick.segment, tick.atUs);
			this.#segments.push(sums);
		}
		if (!tick.draining) sums.toUs = tick.atUs;
		if (tick.warmUp) {
			sums.fromUs = tick.atUs;
			return;
		}
		sums.warmUp = false;
		sums.response.mergeSparse(tick.response);
		sums.service.mergeSparse(tick.service);
		sums.poolWait.mergeSparse(tick.poolWait);
		sums.lag.mergeSparse(tick.lag);
		sums.intended += tick.intended;
		sums.fired += tick.fired;
		sums.completed += tick.completed;
		sums.done += tick.done;
		sums.bytes += tick.bytes;
		sums.opened += tick.opened;
		sums.leftOut += tick.leftOut;
		addCounts(sums.failures, tick.failures);
		addCounts(sums.statuses, tick.statuses);
	}
}

function figuresOf(sums: SegmentSums): SegmentFigures {
	const seconds = (sums.toUs - sums.fromUs) / 1e6;
	const answers = sums.response.total;
	return {
		segment: sums.segment,
		fromUs: sums.fromUs,
		toUs: sums.toUs,
		warmUp: sums.warmUp,
		response: percentiles(sums.response),
		service: percentiles(sums.service),
		poolWait: percentiles(sums.poolWait),
		lag: percentiles(sums.lag),
		intended: sums.intended,
		fired: sums.fired,
		done: sums.done,
		failures: sums.failures,
		statuses: sums.statuses,
		requestsPerSecond: seconds > 0 ? sums.completed / seconds : NaN,
		bytesPerResponse: answers > 0 ? sums.bytes / answers : NaN,
		opened: sums.opened,
		leftOut: sums.leftOut,
		busyShare: sums.cpuWallUs > 0 ? sums.cpuUs / sums.cpuWallUs : NaN,
	};
}

function addCounts<K extends string>(sums: Partial<Record<K, number>>, more: typeof sums): void {
	for (const key in more) sums[key] = (sums[key] ?? 0) + (more[key] ?? 0);
}
