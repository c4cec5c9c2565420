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
	| { kind: 'stopping'; source: string }
	| { kind: 'done'; result: RunResult }
	| { kind: 'failed'; failure: RunFailure; hadStarted: boolean };

/** A run left alone ends after this time. */
export const CAP_S = 120;

const ANOTHER_RUN =
	'Another run is on, in another tab or another lab. Two at once falsify each other: ' +
	'stop that one, then press Run again.';

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
		const onStep = (step: string): void => {
			if (this.#state.kind === 'starting') this.#state = { kind: 'starting', step, abort };
			else if (this.#state.kind === 'running') this.#state = { ...this.#state, note: step };
		};
		this.#state = { kind: 'starting', step: 'loading', abort };
		this.#refused = undefined;
		const values = this.#values;
		const release = await takeRunLock();
		if (!release) return this.#fail('host', ANOTHER_RUN);
		let unwatch = (): void => {};
		try {
			const [host, { startRun }, { default: load }] = await Promise.all([
				borrowHost(abort.signal, onStep),
				import('../../src/lab/run.ts'),
				import('../../.generated/load.mjs?raw'),
			]);
			const run = await startRun({
				host,
				lab: this.#lab,
				files: { ...this.#files, 'load.mjs': load },
				values,
				durationS: CAP_S,
				listener: this.#listener(onStep),
				signal: abort.signal,
			});
			this.view.clear(values);
			unwatch = watchHidden(
				() => this.view.markHidden(),
				() => void this.stop().then(dropHost),
			);
			if (!abort.signal.aborted) {
				this.#state = { kind: 'running', run, source: host.source, isStalled: false };
				await this.#catchUp(run, values);
			}
			this.#end(await run.done, abort.signal.aborted);
		} catch (error) {
			if (abort.signal.aborted) this.#state = { kind: 'idle' };
			else this.#fail('host', messageOf(error));
		} finally {
			unwatch();
			release();
			returnHost();
		}
	}

	/** Stops the run, or its start. */
	async stop(): Promise<void> {
		const state = this.#state;
		if (state.kind === 'starting') return state.abort.abort();
		if (state.kind !== 'running') return;
		this.#state = { kind: 'stopping', source: state.source };
		await state.run.stop();
	}

	#listener(onStep: (step: string) => void): RunListener {
		return {
			onStep,
			onPoint: (point) => this.view.addPoint(point),
			onFigures: (figures) => this.view.setFigures(figures),
			onChange: (change) => this.view.addChange(change),
			onStall: (isStalled) => {
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

	#end(result: RunResult, wasAborted: boolean): void {
		if (result.failure) {
			this.#refused = undefined;
			this.view.finish(result);
			this.#state = { kind: 'failed', failure: result.failure, hadStarted: true };
			dropHost();
		} else if (wasAborted && result.points.length === 0) {
			this.#state = { kind: 'idle' };
		} else {
			this.view.finish(result);
			this.#state = { kind: 'done', result };
		}
	}

	#fail(where: RunFailure['where'], message: string): void {
		const failure = { where, message, lastLines: [] };
		this.#state = { kind: 'failed', failure, hadStarted: false };
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
