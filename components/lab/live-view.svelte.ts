/** A run as it grows: takes every point, and hands out a new picture at most so many times a second. */
import type { SegmentFigures, SeriesPoint } from '../../src/histogram/series.ts';
import type { Change, RunResult } from '../../src/lab/run.ts';
import type { KnobValues } from '../../src/lab/schema.ts';
import type { RunView } from './run-view.ts';

const REDRAW_MS = 250;
const REDUCED_REDRAW_MS = 1_000;

export class LiveView {
	#current = $state.raw<RunView>({ points: [], figures: [], changes: [], settings: [] });
	#wasHidden = $state(false);
	#points: SeriesPoint[] = [];
	#figures: readonly SegmentFigures[] = [];
	#changes: Change[] = [];
	#settings: KnobValues[] = [];
	#hasEnded = false;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#drawnAtMs = -Infinity;

	/** The picture to draw. */
	get current(): RunView {
		return this.#current;
	}

	/** Whether the tab was hidden while it ran. */
	get wasHidden(): boolean {
		return this.#wasHidden;
	}

	/** Begins a new run with these settings. */
	clear(values: KnobValues): void {
		this.#points = [];
		this.#figures = [];
		this.#changes = [];
		this.#settings = [values];
		this.#hasEnded = false;
		this.#wasHidden = false;
		this.#draw();
	}

	addPoint(point: SeriesPoint): void {
		this.#points.push(point);
		this.#drawSoon();
	}

	setFigures(figures: readonly SegmentFigures[]): void {
		this.#figures = figures;
		this.#drawSoon();
	}

	addChange(change: Change): void {
		this.#changes.push(change);
		// A change that was refused began a segment too, but is no change.
		const last = this.#settings.at(-1) ?? {};
		while (this.#settings.length < change.segment) this.#settings.push(last);
		this.#settings[change.segment] = { ...last, ...change.set };
		this.#drawSoon();
	}

	markHidden(): void {
		this.#wasHidden = true;
	}

	/** Shows what the run came to. */
	finish(result: RunResult): void {
		this.#points = [...result.points];
		this.#figures = result.figures;
		this.#changes = [...result.changes];
		this.#settings = [...result.settings];
		this.#hasEnded = true;
		this.#draw();
	}

	#drawSoon(): void {
		const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
		const everyMs = isReduced ? REDUCED_REDRAW_MS : REDRAW_MS;
		this.#timer ??= setTimeout(
			() => this.#draw(),
			// One task later at least, so that the point and the figures of a tick share a picture.
			Math.max(0, this.#drawnAtMs + everyMs - performance.now() - 50),
		);
	}

	#draw(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#drawnAtMs = performance.now();
		this.#current = {
			points: [...this.#points],
			figures: this.#figures,
			changes: [...this.#changes],
			settings: [...this.#settings],
			hasEnded: this.#hasEnded,
		};
	}
}
