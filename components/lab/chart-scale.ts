/** The two axes of the time chart: response time on a log scale from 1-2-5 to 1-2-5, and seconds. */

/** A tick and where it stands, 0 to 1 along its axis. */
export interface Tick {
	at: number;
	label: string;
}

export interface Axis {
	/** Where a value stands, 0 to 1; outside values are clamped. */
	position(value: number): number;
	ticks: readonly Tick[];
}

const STEPS = [1, 2, 5] as const;
const MOST_TICKS = 6;
/** Shown before anything is measured. */
const DEFAULT_RANGE_MS = [10, 1_000] as const;
const LEAST_SPAN = 4;
const TIME_SPANS_S = [30, 60, 120, 300, 600] as const;

/** A log axis, in µs, that holds all `valuesUs`; it changes only in 1-2-5 steps. */
export function latencyAxis(valuesUs: readonly number[]): Axis {
	const usable = valuesUs.filter((value) => value > 0);
	let [low, high]: [number, number] = [...DEFAULT_RANGE_MS];
	if (usable.length > 0) {
		low = stepBelow(usable.reduce((least, value) => Math.min(least, value)) / 1000);
		high = stepAbove(usable.reduce((most, value) => Math.max(most, value)) / 1000);
		if (high / low < LEAST_SPAN) high = stepAbove(low * LEAST_SPAN);
	}
	const span = Math.log(high / low);
	const position = (us: number): number => clamp(Math.log(us / 1000 / low) / span);
	const ticks = thinned(stepsBetween(low, high)).map((ms) => ({
		at: position(ms * 1000),
		label: ms.toLocaleString('en-GB', { maximumFractionDigits: 3 }),
	}));
	return { position, ticks };
}

/** A linear axis from 0 to the next round span that holds `endUs`. */
export function timeAxis(endUs: number): Axis {
	const endS = endUs / 1e6;
	const spanS = TIME_SPANS_S.find((each) => endS <= each) ?? Math.ceil(endS / 600) * 600;
	const stepS = spanS / 6;
	const ticks = Array.from({ length: 7 }, (_, index) => ({
		at: index / 6,
		label: index === 0 ? '0 s' : String(index * stepS),
	}));
	return { position: (us) => clamp(us / 1e6 / spanS), ticks };
}

function thinned(steps: readonly number[]): readonly number[] {
	if (steps.length <= MOST_TICKS) return steps;
	const isDecade = (value: number): boolean => Math.abs(Math.log10(value) % 1) < 1e-6;
	const coarse = steps.filter((value) => isDecade(value) || isDecade(value * 2));
	return coarse.length <= MOST_TICKS ? coarse : steps.filter(isDecade);
}

function stepsBetween(low: number, high: number): number[] {
	const steps: number[] = [];
	for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power++) {
		for (const step of STEPS) steps.push(Number((step * 10 ** power).toPrecision(1)));
	}
	return steps.filter((value) => value >= low * 0.999 && value <= high * 1.001);
}

function stepBelow(value: number): number {
	const power = 10 ** Math.floor(Math.log10(value));
	const step = [...STEPS].reverse().find((each) => each * power <= value * 1.0001) ?? 1;
	return Number((step * power).toPrecision(1));
}

function stepAbove(value: number): number {
	const power = 10 ** Math.floor(Math.log10(value));
	const step = [...STEPS, 10].find((each) => each * power >= value * 0.9999) ?? 10;
	return Number((step * power).toPrecision(1));
}

function clamp(value: number): number {
	return Math.min(1, Math.max(0, value));
}
