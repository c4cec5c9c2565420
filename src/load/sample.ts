/**
 * What a request leaves behind, and what the generator says about many of them. These types are
 * the wire between `load.mjs` and everything downstream; times are µs since the run began.
 */
import type { SparseCounts } from '../histogram/histogram.ts';

/** Why a request failed. A status of 500 or above counts as `status`. */
export type Failure = 'refused' | 'reset' | 'timeout' | 'protocol' | 'status' | 'connect';

/** One request, kept whole inside the generator. */
export interface Sample {
	/** When the plan wanted it to start. Response time counts from here. */
	intendedAtUs: number;
	/** When the generator came to it: `firedAtUs − intendedAtUs` is our own lag. */
	firedAtUs: number;
	/** When its first byte was written to an open connection. Service time counts from here. */
	sentAtUs: number;
	firstByteAtUs: number;
	doneAtUs: number;
	/** 0 where no answer came. */
	status: number;
	/** Bytes of the answer as they crossed the wire, head and body. */
	bytes: number;
	/** Bytes of its body as transferred, that is compressed where it was. */
	bodyBytes: number;
	/** Whether it went over a connection that had carried a request before. */
	reused: boolean;
	/** How long opening its connection took, 0 on a kept one. */
	connectUs: number;
	/** The segment that it was intended in; null while settings are being changed. */
	segment: number | null;
	failure?: Failure;
}

/** One of the slowest requests of a tick. */
export type SlowSample = Omit<Sample, 'bodyBytes'>;

/** What happened since the last tick of the same segment, every 250 ms and at each border. */
export interface Tick {
	t: 'tick';
	/** The end of the tick. */
	atUs: number;
	/** Counts from 0; a new one begins with each applied change. */
	segment: number;
	/** Whether the segment is still warming up: drawn grey, left out of every table. */
	warmUp: boolean;
	/** Whether the load has been stopped and only what was under way is waited for. */
	draining: boolean;
	/** Requests that the plan wanted to start, and those that did. Closed loop: equal. */
	intended: number;
	fired: number;
	/** Answers that came in this tick, whenever their requests were sent: the throughput. */
	completed: number;
	/** Requests of this tick's segment that ended, failures included; `response` and `service` hold those that succeeded. */
	done: number;
	failures: Partial<Record<Failure, number>>;
	statuses: Record<string, number>;
	/** From the intended start, from the send, waiting for a connection, and our own lag; µs. */
	response: SparseCounts;
	service: SparseCounts;
	poolWait: SparseCounts;
	lag: SparseCounts;
	/** Of answers: on the wire, and their bodies. */
	bytes: number;
	bodyBytes: number;
	/** Connections opened. */
	opened: number;
	/** Requests under way at the end of the tick. */
	inFlight: number;
	/** Requests left out because they were in flight across a change. */
	leftOut: number;
	slowest: SlowSample[];
}

/** The last line of a run. */
export interface Summary {
	t: 'summary';
	atUs: number;
	loop: 'open' | 'closed';
	/** One entry a segment: all its ticks after the warm-up, added up. */
	segments: SegmentTotals[];
	users: number;
	/** Smallest step that the generator's clock showed, µs. */
	clockStepUs: number;
}

/** A segment's counts; `fromUs` is the end of its warm-up. */
export interface SegmentTotals extends Omit<
	Tick,
	't' | 'atUs' | 'warmUp' | 'draining' | 'inFlight' | 'leftOut' | 'slowest'
> {
	fromUs: number;
	toUs: number;
}

/** An answer to a line on stdin: the change is in force, or `error` says why it is not. */
export interface Applied {
	t: 'applied';
	/** On the generator's clock; servers leave it out. */
	atUs?: number;
	seq: number;
	error?: string;
}

/** A server's own report of the processor time that it used, from `process.cpuUsage()`. */
export interface Busy {
	t: 'busy';
	/** Processor time since the last report, and the time that passed meanwhile; µs. */
	cpuUs: number;
	wallUs: number;
}

/** The server listens. */
export interface Listening {
	t: 'listening';
	port: number;
}

export type Message = Tick | Summary | Applied | Busy | Listening;

/** What every machine line begins with; the rest of the line is one JSON object in pure ASCII. */
export const MACHINE_PREFIX = '@@lab ';
