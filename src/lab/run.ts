/**
 * The one place that wires host, load and histogram: it starts the lab's two processes, turns their
 * lines into a `Series`, and changes knobs while they run.
 */
import { Series, type SegmentFigures, type SeriesPoint } from '../histogram/series.ts';
import type { Exit, Host, HostProcess } from '../hosts/host.ts';
import type { Applied, Message, SlowSample, Tick } from '../load/sample.ts';
import { Lines } from './lines.ts';
import { knobById, knobProblem, settingOf, type KnobValues, type Lab } from './schema.ts';

/** What a run tells whoever shows it. Each call is complete: a listener keeps no sums. */
export interface RunListener {
	/** A line for the status: "starting the server", "first answer". */
	onStep?(step: string): void;
	/** A new point of the chart. */
	onPoint?(point: SeriesPoint): void;
	/** The figures of all segments, at most four times a second. */
	onFigures?(figures: readonly SegmentFigures[]): void;
	/** A change is in force from `atUs` on: draw its mark. */
	onChange?(change: Change): void;
	/** Human output of a process, machine lines taken out. */
	onOutput?(process: 'server' | 'load', text: string): void;
	/** True: the server has not answered for a second. */
	onStall?(stalled: boolean): void;
}

/** A change of knobs that is in force. */
export interface Change {
	atUs: number;
	segment: number;
	/** What changed, by knob id. */
	set: KnobValues;
}

/** Why a run ended before its time. */
export interface RunFailure {
	/** Which process or host it was. */
	where: 'server' | 'load' | 'host';
	/** What happened and what to do next, for the reader. */
	message: string;
	/** The last 20 lines that the process wrote, oldest first. */
	lastLines: readonly string[];
}

export interface RunResult {
	/** As RunListener.onFigures. */
	figures: readonly SegmentFigures[];
	points: readonly SeriesPoint[];
	changes: readonly Change[];
	slowest: readonly SlowSample[];
	/** The settings of each segment, by segment number. */
	settings: readonly KnobValues[];
	/** The host's source, for example "page engine". */
	source: string;
	failure?: RunFailure;
}

export interface RunOptions {
	host: Host;
	lab: Lab;
	/** Every file that the processes see: the lab's, the shared ones and `load.mjs`. */
	files: Readonly<Record<string, string>>;
	values: KnobValues;
	/** Without it the run goes on until `stop`. */
	durationS?: number;
	listener: RunListener;
	/** Aborting it stops the run. */
	signal: AbortSignal;
}

export interface Run {
	/** Changes knobs; resolves when they are in force, rejects with a sentence on a bad value. */
	set(changed: KnobValues): Promise<Change>;
	/** Ends the load, waits for its summary (1 s at most), then ends the server. */
	stop(): Promise<void>;
	/** Settles when the run has ended; never rejects. */
	readonly done: Promise<RunResult>;
}

/** Longer than a host takes to end an endless loop, so that the loop is what gets named. */
const LISTEN_LIMIT_MS = 15_000;
const ANSWER_LIMIT_MS = 10_000;
const STOP_LIMIT_MS = 2_000;
const NO_ANSWER_AFTER_MS = 5_000;
const HAS_ENDED = 'The run has ended: press Run to start another.';

/** Starts a run on a host that has booted. Never rejects: a start that fails is a failed run. */
export async function startRun(options: RunOptions): Promise<Run> {
	const run = new ActiveRun(options);
	await run.start();
	return run;
}

type ProcessName = 'server' | 'load';

class ActiveRun implements Run {
	readonly done: Promise<RunResult>;

	readonly #options: RunOptions;
	readonly #series = new Series();
	readonly #changes: Change[] = [];
	readonly #settings: KnobValues[];
	readonly #processes: Partial<Record<ProcessName, HostProcess>> = {};
	readonly #tails: Record<ProcessName, string[]> = { server: [], load: [] };
	readonly #answers = new Map<number, (answer: Applied) => void>();
	readonly #finish = Promise.withResolvers<RunResult>();
	readonly #listening = Promise.withResolvers<number>();
	#pending: Promise<unknown> = Promise.resolve();
	#seq = 0;
	#state: 'starting' | 'running' | 'stopping' | 'ended' = 'starting';
	#silence: ReturnType<typeof setTimeout> | undefined;

	constructor(options: RunOptions) {
		this.#options = options;
		this.#settings = [options.values];
		this.done = this.#finish.promise;
	}

	async start(): Promise<void> {
		const { host, lab, files, values, listener, signal, durationS = 0 } = this.#options;
		if (signal.aborted) return this.#end();
		signal.addEventListener('abort', () => void this.stop(), { once: true });
		try {
			listener.onStep?.('starting the server');
			await host.mount(files);
			if (this.#state !== 'starting') return;
			const env = { ...serverEnv(lab, values), PORT: '0' };
			await this.#spawn('server', [lab.files[0] ?? 'server.mjs'], env);
			const port = await within(
				this.#listening.promise,
				LISTEN_LIMIT_MS,
				'The server did not listen within 15 s. It must call listen() and then ' +
					"tell({ t: 'listening', port }); look at its output.",
			);
			if (this.#state !== 'starting') return;
			listener.onStep?.('starting the load');
			const settings = { ...settingsFor(lab, values, 'load'), warmup: lab.warmUpS };
			const args = Object.entries({ ...settings, duration: durationS }).map(
				([name, value]) => `--${name}=${value}`,
			);
			await this.#spawn('load', ['load.mjs', `--url=http://127.0.0.1:${port}`, ...args]);
			if (this.#state !== 'starting') return;
			this.#state = 'running';
			this.#watchForSilence();
		} catch (error) {
			this.#fail('host', error instanceof Error ? error.message : String(error));
		}
	}

	set(changed: KnobValues): Promise<Change> {
		const change = this.#pending.then(() => this.#change(changed));
		this.#pending = change.catch(() => {});
		return change;
	}

	async stop(): Promise<void> {
		if (this.#state === 'stopping' || this.#state === 'ended') return;
		this.#state = 'stopping';
		const { load } = this.#processes;
		if (load) {
			load.write('{"stop":true}\n');
			await within(load.exit, STOP_LIMIT_MS, '').catch(() => {});
		}
		this.#end();
	}

	async #spawn(name: ProcessName, args: string[], env: Record<string, string> = {}): Promise<void> {
		const { host, listener } = this.#options;
		const lines = new Lines(
			(message) => this.#onMessage(name, message),
			(line) => this.#onText(name, line),
		);
		const process = await host.spawn('node', args, {
			env,
			onOutput: (_stream, text) => lines.push(text),
			onStall: (stalled) => listener.onStall?.(stalled),
		});
		this.#processes[name] = process;
		// Stopped while it was being made.
		if (this.#state === 'ended') process.kill();
		void process.exit.then((exit) => {
			lines.end();
			this.#onExit(name, exit);
		});
	}

	async #change(changed: KnobValues): Promise<Change> {
		const { lab, listener } = this.#options;
		for (const [id, value] of Object.entries(changed)) {
			const problem = knobProblem(knobById(lab, id), value);
			if (problem) throw new RangeError(problem);
		}
		if (this.#state !== 'running') throw new Error(HAS_ENDED);
		await this.#ask('load', { segment: 'end' });
		// A refused change begins a segment too, with the settings that are in force.
		let inForce: KnobValues = {};
		let atUs = 0;
		try {
			for (const name of ['server', 'load'] as const) {
				const set = settingsFor(lab, changed, name);
				if (Object.keys(set).length) await this.#ask(name, { set });
				inForce = { ...inForce, ...knobsOf(lab, changed, name) };
			}
		} finally {
			atUs = (await this.#ask('load', { segment: 'begin' })).atUs ?? 0;
			this.#settings.push({ ...this.#settings.at(-1), ...inForce });
		}
		const change = { atUs, segment: this.#settings.length - 1, set: changed };
		this.#changes.push(change);
		listener.onChange?.(change);
		return change;
	}

	/** Sends a command and waits for the answer that carries its number. */
	async #ask(name: ProcessName, command: object): Promise<Applied> {
		if (this.#state === 'ended') throw new Error(HAS_ENDED);
		const seq = ++this.#seq;
		const { promise, resolve } = Promise.withResolvers<Applied>();
		this.#answers.set(seq, resolve);
		this.#processes[name]?.write(`${JSON.stringify({ ...command, seq })}\n`);
		const answer = await within(
			promise,
			ANSWER_LIMIT_MS,
			`The ${name} process did not acknowledge a change within 10 s; it may be busy or blocked.`,
		);
		if (answer.error) throw new RangeError(answer.error);
		return answer;
	}

	#onMessage(name: ProcessName, message: Message): void {
		const { listener } = this.#options;
		// What a server prints may look like anything; only the load's ticks are figures.
		if (name === 'server' && message.t === 'tick') return;
		switch (message.t) {
			case 'listening':
				return this.#listening.resolve(message.port);
			case 'applied':
				this.#answers.get(message.seq)?.(message);
				this.#answers.delete(message.seq);
				return;
			case 'busy':
				if (name === 'server') this.#series.addBusy(message);
				return;
			case 'tick': {
				const point = this.#tryTick(message);
				if (point) listener.onPoint?.(point);
				listener.onFigures?.(this.#series.figures());
				return;
			}
			case 'summary':
				return;
		}
	}

	/** Files can be edited: a line that is no tick ends the run with a sentence, not the page. */
	#tryTick(tick: Tick): SeriesPoint | undefined {
		try {
			return this.#series.addTick(tick);
		} catch (error) {
			const why = error instanceof Error ? error.message : error;
			this.#fail('load', `The load printed a tick that cannot be read: ${why}`);
			return undefined;
		}
	}

	#onText(name: ProcessName, line: string): void {
		const tail = this.#tails[name];
		tail.push(line.slice(0, 500));
		if (tail.length > 20) tail.shift();
		this.#options.listener.onOutput?.(name, `${line}\n`);
	}

	#onExit(name: ProcessName, exit: Exit): void {
		if (this.#state === 'ended') return;
		if (name === 'load' && exit.code === 0) {
			if (this.#state === 'running') this.#end();
			return;
		}
		if (this.#state === 'stopping') return;
		const how = exit.message ?? `The ${name} process ended with code ${exit.code}.`;
		this.#fail(name, how);
	}

	/** Says so when requests go out and nothing at all comes back. */
	#watchForSilence(): void {
		this.#silence = setTimeout(() => {
			const done = this.#series.figures().some((figures) => figures.done > 0);
			if (this.#state !== 'running' || done || this.#series.points.length > 0) return;
			this.#options.listener.onStep?.(
				'The server listens but has answered nothing for 5 s; requests are given up after 10 s.',
			);
		}, NO_ANSWER_AFTER_MS);
	}

	#fail(where: RunFailure['where'], message: string): void {
		if (this.#state === 'ended') return;
		const lastLines = this.#tails[where === 'load' ? 'load' : 'server'];
		this.#end({ where, message, lastLines: [...lastLines] });
	}

	#end(failure?: RunFailure): void {
		if (this.#state === 'ended') return;
		this.#state = 'ended';
		clearTimeout(this.#silence);
		// Nobody waits any longer for what cannot come.
		this.#listening.resolve(0);
		for (const answer of this.#answers.values()) {
			answer({ t: 'applied', seq: 0, error: HAS_ENDED });
		}
		this.#processes.load?.kill();
		this.#processes.server?.kill();
		this.#finish.resolve({
			figures: this.#series.figures(),
			points: this.#series.points,
			changes: this.#changes,
			slowest: this.#series.slowest,
			settings: this.#settings,
			source: this.#options.host.source,
			...(failure && { failure }),
		});
	}
}

/** The knobs among `values` that a process gets. */
function knobsOf(lab: Lab, values: KnobValues, process: ProcessName): KnobValues {
	return Object.fromEntries(
		Object.entries(values).filter(([id]) => {
			const { to } = knobById(lab, id);
			return to === process || to === 'both';
		}),
	);
}

/** The same under the names and in the values that the process knows. */
function settingsFor(lab: Lab, values: KnobValues, process: ProcessName): KnobValues {
	return Object.fromEntries(
		Object.entries(knobsOf(lab, values, process)).map(([id, value]) =>
			settingOf(knobById(lab, id), value),
		),
	);
}

/** keepAlive: 'on' becomes KEEP_ALIVE=on. */
function serverEnv(lab: Lab, values: KnobValues): Record<string, string> {
	return Object.fromEntries(
		Object.entries(settingsFor(lab, values, 'server')).map(([name, value]) => [
			name.replace(/[A-Z]/g, '_$&').toUpperCase(),
			String(value),
		]),
	);
}

async function within<T>(promise: Promise<T>, limitMs: number, message: string): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(message)), limitMs);
	});
	try {
		return await Promise.race([promise, late]);
	} finally {
		clearTimeout(timer);
	}
}
