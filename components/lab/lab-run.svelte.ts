/** The state of a lab's panel: the knobs, the run, and what it has shown so far. */
import type { Run, RunFailure, RunListener, RunResult } from '../../src/lab/run.ts';
import { defaultValues, type KnobValue, type KnobValues, type Lab } from '../../src/lab/schema.ts';
import { watchHidden } from './hidden-watch.ts';
import { borrowHost, dropHost, returnHost } from './host-session.ts';
import { LiveView } from './live-view.svelte.ts';
import { takeRunLock } from './run-lock.ts';

export type LabRunState =
	| { kind: 'idle' }
	| { kind: 'starting'; step: string; abort: AbortController }
	| { kind: 'running'; run: Run; source: string; isStalled: boolean; note?: string }
	| { kind: 'stopping'; source: string; note?: string }
	| { kind: 'done'; result: RunResult; note?: string }
	| { kind: 'failed'; failure: RunFailure; hadStarted: boolean };

/** A run left alone ends after this time, and its warm-up before it. */
const CAP_S = 120;

const ANOTHER_RUN =
	'Another run is on, in another tab or another lab. Two at once falsify each other: ' +
	'stop that one, then press Run again.';
const LEFT = 'The page was left, so the run was stopped.';

export class LabRun {
	readonly view: LiveView;
	readonly #lab: Lab;
	readonly #files: Readonly<Record<string, string>>;
	#state = $state.raw<LabRunState>({ kind: 'idle' });
	#values = $state.raw<KnobValues>({});
	#refused = $state<string>();
	#flipped = $state<string>();

	constructor(lab: Lab, files: Readonly<Record<string, string>>) {
		this.#lab = lab;
		this.#files = files;
		this.#values = defaultValues(lab);
		this.view = new LiveView();
	}

	get state(): LabRunState {
		return this.#state;
	}

	/** What the knobs show. */
	get values(): KnobValues {
		return this.#values;
	}

	/** Why the last change was not taken; undefined where it was. */
	get refused(): string | undefined {
		return this.#refused;
	}

	/** The knob that was moved last; undefined before the first move. */
	get flipped(): string | undefined {
		return this.#flipped;
	}

	/** Moves a knob, before or during a run. A value that is refused springs back. */
	async set(id: string, value: KnobValue): Promise<void> {
		const old = this.#values;
		this.#values = { ...old, [id]: value };
		this.#flipped = id;
		this.#refused = undefined;
		if (this.#state.kind !== 'running') return;
		await this.#change(this.#state.run, { [id]: value }, old);
	}

	/** Starts a run. Every way to fail ends in the state `failed`. */
	async start(): Promise<void> {
		if (['starting', 'running', 'stopping'].includes(this.#state.kind)) return;
		const abort = new AbortController();
		const { signal } = abort;
		const onStep = (step: string): void => {
			if (signal.aborted) return;
			if (this.#state.kind === 'starting') this.#state = { kind: 'starting', step, abort };
			else if (this.#state.kind === 'running') this.#state = { ...this.#state, note: step };
		};
		this.#state = { kind: 'starting', step: 'loading', abort };
		this.#refused = undefined;
		const values = this.#values;
		const lock = takeRunLock();
		let isLent = false;
		let unwatch = (): void => {};
		const leave = (): void => this.#leave();
		addEventListener('pagehide', leave);
		try {
			if (!(await unlessAborted(lock, signal))) return this.#fail('host', ANOTHER_RUN);
			isLent = true;
			const [host, { startRun }, { default: load }] = await unlessAborted(
				Promise.all([
					borrowHost(signal, onStep),
					import('../../src/lab/run.ts'),
					import('../../.generated/load.mjs?raw'),
				]),
				signal,
			);
			const run = await unlessAborted(
				startRun({
					host,
					lab: this.#lab,
					files: { ...this.#files, 'load.mjs': load },
					values,
					durationS: CAP_S,
					listener: this.#listener(onStep, signal),
					signal,
				}),
				signal,
			);
			this.view.clear(values);
			unwatch = watchHidden(
				() => this.view.markHidden(),
				() => void this.stop().then(dropHost),
			);
			this.#state = { kind: 'running', run, source: host.source, isStalled: false };
			await this.#catchUp(run, values);
			this.#end(await run.done);
		} catch (error) {
			// Stopped while it started: the panel is idle already, or starts anew.
			if (!signal.aborted) this.#fail('host', messageOf(error));
		} finally {
			removeEventListener('pagehide', leave);
			unwatch();
			void lock.then((release) => release?.());
			if (isLent) returnHost();
		}
	}

	/** Stops the run, or its start, which is given up at once whatever it waits for. */
	async stop(note?: string): Promise<void> {
		const state = this.#state;
		if (state.kind === 'starting') {
			this.#state = { kind: 'idle' };
			return state.abort.abort();
		}
		if (state.kind !== 'running') return;
		this.#state = { kind: 'stopping', source: state.source, ...(note && { note }) };
		await state.run.stop();
	}

	/** Ends the run before its host goes with the page, so that it has stopped and not failed. */
	#leave(): void {
		void this.stop(LEFT);
		dropHost();
	}

	/** Deaf once the start was given up: what is still on its way belongs to no run. */
	#listener(onStep: (step: string) => void, signal: AbortSignal): RunListener {
		return {
			onStep,
			onPoint: (point) => signal.aborted || this.view.addPoint(point),
			onFigures: (figures) => signal.aborted || this.view.setFigures(figures),
			onChange: (change) => signal.aborted || this.view.addChange(change),
			onStall: (isStalled) => {
				if (signal.aborted) return;
				if (this.#state.kind === 'running') this.#state = { ...this.#state, isStalled };
			},
		};
	}

	/** Sends the knobs that were moved while the run was starting. */
	async #catchUp(run: Run, started: KnobValues): Promise<void> {
		const moved = Object.entries(this.#values).filter(([id, value]) => started[id] !== value);
		if (moved.length > 0) await this.#change(run, Object.fromEntries(moved), started);
	}

	async #change(run: Run, changed: KnobValues, old: KnobValues): Promise<void> {
		try {
			await run.set(changed);
		} catch (error) {
			if (this.#state.kind !== 'running' || this.#state.run !== run) return;
			this.#refused = messageOf(error);
			const back = Object.keys(changed).map((id) => [id, old[id]] as const);
			this.#values = { ...this.#values, ...Object.fromEntries(back.filter(isKnown)) };
		}
	}

	#end(result: RunResult): void {
		this.view.finish(result);
		if (result.failure) {
			this.#refused = undefined;
			this.#state = { kind: 'failed', failure: result.failure, hadStarted: true };
			dropHost();
		} else {
			const note = this.#state.kind === 'stopping' ? this.#state.note : undefined;
			this.#state = { kind: 'done', result, ...(note && { note }) };
		}
	}

	#fail(where: RunFailure['where'], message: string): void {
		const failure = { where, message, lastLines: [] };
		this.#state = { kind: 'failed', failure, hadStarted: false };
	}
}

/** The value, or a rejection as soon as `signal` aborts. */
async function unlessAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
	const aborted = Promise.withResolvers<never>();
	const onAbort = (): void => aborted.reject(signal.reason);
	signal.addEventListener('abort', onAbort, { once: true });
	try {
		if (signal.aborted) onAbort();
		return await Promise.race([value, aborted.promise]);
	} finally {
		signal.removeEventListener('abort', onAbort);
	}
}

function isKnown(entry: readonly [string, KnobValue | undefined]): entry is [string, KnobValue] {
	return entry[1] !== undefined;
}

function messageOf(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	if (!/import|module/i.test(message)) return message;
	return `A part of the page could not be loaded. The site may have been updated: reload the page. (${message})`;
}
