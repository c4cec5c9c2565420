/** The load generator: sends requests by the plan (open loop) or by the answers (closed loop). */
import type { Alarm, Clock } from './clock.ts';
import type { Connection, Network, Response, Target } from './connection.ts';
import type { Job } from './job.ts';
import type { Flow } from './link.ts';
import { linkProfile, type LinkProfile } from './link-profile.ts';
import { LinkTimer } from './link-timer.ts';
import type { LoadSettings, RunSettings } from './options.ts';
import { constantRate, poissonRate, type Pacer } from './pacer.ts';
import { seededRandom, type Random } from './random.ts';
import type { Recorder } from './recorder.ts';
import type { Failure, Sample } from './sample.ts';
import type { User } from './user.ts';

/** More are not kept in flight: each costs memory in the reader's tab. */
const MAX_IN_FLIGHT = 10_000;
/** How long a connection of a closed loop waits after a failure. */
const RETRY_US = 10_000;

/** What the generator needs of a user; tests give one that needs no network. */
export type AnyUser = Pick<User, 'request' | 'abandon' | 'close' | 'connectionLimit'>;

/** Makes a user with a link of their own, or without one, and at most `limit` connections. */
export type MakeUser = (profile: LinkProfile | undefined, limit: number) => AnyUser;

type Finished = (job: TimedJob, outcome: Response | Failure) => void;

/** A job that remembers when it was due and in which segment. */
class TimedJob implements Job {
	readonly path: string;
	readonly user: AnyUser;
	readonly intendedAtUs: number;
	readonly firedAtUs: number;
	readonly segment: number | null;
	/** The round of a closed loop that goes on when it ends; 0 in an open loop. */
	readonly era: number;
	sentAtUs: number;
	connectUs = 0;
	reused = false;
	finished = false;
	connection: Connection | undefined;
	readonly #onFinished: Finished;

	constructor(
		due: Pick<TimedJob, 'path' | 'user' | 'intendedAtUs' | 'firedAtUs' | 'segment' | 'era'>,
		onFinished: Finished,
	) {
		this.path = due.path;
		this.user = due.user;
		this.intendedAtUs = due.intendedAtUs;
		this.firedAtUs = due.firedAtUs;
		this.segment = due.segment;
		this.era = due.era;
		this.sentAtUs = due.firedAtUs;
		this.#onFinished = onFinished;
	}

	finish(outcome: Response | Failure): void {
		this.finished = true;
		this.#onFinished(this, outcome);
	}
}

export class Generator {
	readonly #clock: Clock;
	readonly #recorder: Recorder;
	readonly #run: RunSettings;
	readonly #makeUser: MakeUser;
	readonly #random: Random;
	/** All jobs by the time they were fired; the timeout is the same for all. */
	readonly #jobs: TimedJob[] = [];
	#firstJob = 0;
	#settings: LoadSettings;
	#users: AnyUser[] = [];
	#nextUser = 0;
	#pacer: Pacer | undefined;
	#alarm: Alarm | undefined;
	/** Rises from 1 with each change of plan; a closed loop goes on only in the same one. */
	#era = 0;
	#stopped = false;

	constructor(
		clock: Clock,
		recorder: Recorder,
		settings: LoadSettings & RunSettings,
		makeUser: MakeUser,
	) {
		this.#clock = clock;
		this.#recorder = recorder;
		this.#run = settings;
		this.#settings = settings;
		this.#makeUser = makeUser;
		this.#random = seededRandom(settings.seed);
	}

	/** How many users there are. */
	get users(): number {
		return this.#users.length;
	}

	get loop(): LoadSettings['loop'] {
		return this.#settings.loop;
	}

	/** Begins to send. */
	start(): void {
		this.#replaceUsers();
		this.#startLoop();
	}

	/** Changes settings from now on. Users are replaced where the link or the loop changes. */
	change(changed: Partial<LoadSettings>): void {
		const before = this.#settings;
		this.#settings = { ...before, ...changed };
		const after = this.#settings;
		const sameUsers =
			before.loop === after.loop && before.link === after.link && before.tls === after.tls;
		if (sameUsers) this.#resizeUsers();
		else this.#replaceUsers();
		if (!sameUsers || !samePlan(before, after)) this.#startLoop();
	}

	/** Sends nothing more; what is in flight goes on. */
	stop(): void {
		this.#stopped = true;
		this.#era++;
		this.#alarm?.cancel();
	}

	/** Closes idle connections. */
	close(): void {
		for (const user of this.#users) user.close();
	}

	/** Gives up requests that were fired longer ago than the timeout. To be called now and then. */
	checkTimeouts(): void {
		const limitUs = this.#clock.nowUs() - this.#run.timeout * 1e6;
		for (
			let job = this.#jobs[this.#firstJob];
			job && (job.finished || job.firedAtUs < limitUs);
			job = this.#jobs[this.#firstJob]
		) {
			this.#firstJob++;
			if (!job.finished) job.user.abandon(job, 'timeout');
		}
		if (this.#firstJob > 1000) {
			this.#jobs.splice(0, this.#firstJob);
			this.#firstJob = 0;
		}
	}

	#profile(): LinkProfile | undefined {
		const profile = linkProfile(this.#settings.link);
		const tlsRoundTrips = { off: 0, '1.3': 1, '1.2': 2 } as const;
		if (isDirect(profile)) return undefined;
		return { ...profile, tlsRoundTrips: tlsRoundTrips[this.#settings.tls] };
	}

	#userCount(): number {
		const { loop, connections, rate } = this.#settings;
		return loop === 'closed' ? connections : Math.max(1, Math.ceil(rate * this.#run.visit));
	}

	#replaceUsers(): void {
		for (const user of this.#users) user.close();
		this.#users = [];
		this.#resizeUsers();
	}

	#resizeUsers(): void {
		const { loop, connections } = this.#settings;
		const limit = loop === 'closed' ? 1 : connections;
		const count = this.#userCount();
		for (const user of this.#users.splice(count)) user.close();
		for (const user of this.#users) user.connectionLimit = limit;
		const profile = this.#profile();
		while (this.#users.length < count) this.#users.push(this.#makeUser(profile, limit));
	}

	#startLoop(): void {
		this.#era++;
		this.#alarm?.cancel();
		this.#pacer = undefined;
		if (this.#stopped) return;
		const { loop, arrivals, rate } = this.#settings;
		const nowUs = this.#clock.nowUs();
		if (loop === 'closed') {
			for (const user of this.#users) this.#goRound(user, this.#era);
			return;
		}
		this.#pacer =
			arrivals === 'constant' ? constantRate(rate, nowUs) : poissonRate(rate, this.#random, nowUs);
		this.#fireDue();
	}

	/** Open loop: starts everything that is due, then sleeps until the next. */
	#fireDue(): void {
		const pacer = this.#pacer;
		if (!pacer) return;
		while (pacer.peek() <= this.#clock.nowUs()) {
			const intendedAtUs = pacer.next();
			if (this.#recorder.inFlight >= MAX_IN_FLIGHT) {
				this.#recorder.missed(intendedAtUs);
				continue;
			}
			const user = this.#users[this.#nextUser++ % this.#users.length];
			if (user) this.#fire(user, intendedAtUs, this.#clock.nowUs(), 0);
		}
		this.#alarm = this.#clock.at(pacer.peek(), () => this.#fireDue());
	}

	/** Closed loop: one request after another. */
	#goRound(user: AnyUser, era: number): void {
		if (era !== this.#era) return;
		const nowUs = this.#clock.nowUs();
		this.#fire(user, nowUs, nowUs, era);
	}

	#fire(user: AnyUser, intendedAtUs: number, firedAtUs: number, era: number): void {
		this.#recorder.fired(intendedAtUs, firedAtUs);
		const { path } = this.#settings;
		const { segment } = this.#recorder;
		const due = { path, user, intendedAtUs, firedAtUs, segment, era };
		const job = new TimedJob(due, this.#onFinished);
		this.#jobs.push(job);
		user.request(job);
	}

	readonly #onFinished: Finished = (job, outcome) => {
		const failed = typeof outcome === 'string';
		const nowUs = failed ? this.#clock.nowUs() : outcome.doneAtUs;
		this.#recorder.done(failed ? failureOf(job, outcome, nowUs) : sampleOf(job, outcome));
		const { era, user } = job;
		if (era === 0) return;
		// A server that refuses at once must not turn the loop into a spin.
		if (failed) this.#clock.at(nowUs + RETRY_US, () => this.#goRound(user, era));
		else this.#goRound(user, era);
	};
}

/** Whether an open loop's arrivals, or a closed loop's connections, go on as they are. */
function samePlan(before: LoadSettings, after: LoadSettings): boolean {
	if (after.loop === 'closed') return before.connections === after.connections;
	return before.rate === after.rate && before.arrivals === after.arrivals;
}

function isDirect({ rttUs, downBitsPerSecond, upBitsPerSecond }: LinkProfile): boolean {
	return rttUs === 0 && downBitsPerSecond === Infinity && upBitsPerSecond === Infinity;
}

/** The network that a run's users share. */
export function createNetwork(clock: Clock, target: Target): Network {
	const connectionOf = new Map<Flow, Connection>();
	const linkTimer = new LinkTimer(clock, (flow, direction, bytes, end, atUs) =>
		connectionOf.get(flow)?.onDelivered(direction, bytes, end, atUs),
	);
	return { target, clock, linkTimer, connectionOf };
}

function sampleOf(job: TimedJob, response: Response): Sample {
	const sample: Sample = {
		intendedAtUs: job.intendedAtUs,
		firedAtUs: job.firedAtUs,
		sentAtUs: job.sentAtUs,
		firstByteAtUs: response.firstByteAtUs,
		doneAtUs: response.doneAtUs,
		status: response.status,
		bytes: response.bytes,
		bodyBytes: response.bodyBytes,
		reused: job.reused,
		connectUs: job.connectUs,
		segment: job.segment,
	};
	if (response.status >= 500) sample.failure = 'status';
	return sample;
}

function failureOf(job: TimedJob, failure: Failure, nowUs: number): Sample {
	const { intendedAtUs, firedAtUs, sentAtUs, connectUs, reused, segment } = job;
	const none = { firstByteAtUs: nowUs, doneAtUs: nowUs, status: 0, bytes: 0, bodyBytes: 0 };
	return { intendedAtUs, firedAtUs, sentAtUs, ...none, reused, connectUs, segment, failure };
}
