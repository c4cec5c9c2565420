/**
 * What a lab is, as data. A lab folder holds `lab.ts` (a default export that satisfies `Lab`), its
 * files and its recorded result; `check-lab.ts` says what is wrong with one in words.
 */

export type KnobValue = string | number;

/** One value for each knob, by id. */
export type KnobValues = Readonly<Record<string, KnobValue>>;

interface KnobBase {
	/** camelCase; also the name in links and, as kebab-case, on the command line. */
	id: string;
	/** Two or three words beside the control. */
	label: string;
	/** One line on what it does. */
	help: string;
	/** Which process gets it. */
	to: 'server' | 'load' | 'both';
	/** What the process calls it, where that is not `id`. */
	setting?: string;
	/** Which part of the panel it stands in. */
	group: 'switches' | 'page' | 'load';
	/** Only shown while another knob has one of these values; it keeps its own value meanwhile. */
	when?: { knob: string; is: readonly KnobValue[] };
	/** Text found only in the lines of `server.mjs` that this knob acts on; they light up. */
	code?: readonly string[];
}

/** On or off, drawn as a switch. */
export interface SwitchKnob extends KnobBase {
	kind: 'switch';
	default: 'on' | 'off';
}

/** One of a few named values. */
export interface ChoiceKnob extends KnobBase {
	kind: 'choice';
	options: readonly {
		value: string;
		label: string;
		/** What the process is sent, where that is not `value`. */
		send?: string;
		/** As the knob's `code`, but only for this value. */
		code?: readonly string[];
	}[];
	default: string;
}

/** A number in a range, ends included. */
export interface NumberKnob extends KnobBase {
	kind: 'number';
	min: number;
	max: number;
	step: number;
	/** Shown after the number, for example `requests/s`. */
	unit: string;
	/** `log` spreads the slider evenly over ratios. */
	scale?: 'linear' | 'log';
	default: number;
}

export type Knob = SwitchKnob | ChoiceKnob | NumberKnob;

export type Metric = 'p50' | 'p90' | 'p99' | 'bytesPerResponse' | 'busyShare';

/**
 * A claim that the lab must keep, checked by `npm run labs:check` on real Node and by the browser
 * tests: with `settings`, going from `from` to `to` multiplies `metric` by a ratio in `ratio`.
 */
export interface Expectation {
	id: string;
	/** The claim as a sentence, for reports. */
	says: string;
	/** Knobs that differ from their defaults on both sides. */
	settings: KnobValues;
	from: KnobValues;
	to: KnobValues;
	metric: Metric;
	/** Lowest and highest ratio `to ÷ from` that keeps the claim. */
	ratio: readonly [min: number, max: number];
	/** How long each side is measured, after its warm-up. */
	secondsEach: number;
}

/** One step of the recorded run: at `atS` seconds the knobs change to `set`. */
export interface RecordingStep {
	atS: number;
	set: KnobValues;
}

export interface Lab {
	title: string;
	/** The question that the lab answers. */
	question: string;
	/** Files under `files/`, in the order in which they are shown; the first is the server. */
	files: readonly string[];
	knobs: readonly Knob[];
	/** Dropped at the start of each segment, seconds. */
	warmUpS: number;
	expectations: readonly Expectation[];
	recording: { settings: KnobValues; steps: readonly RecordingStep[]; durationS: number };
	/** What is real in this lab, what is modelled, and what will differ on the reader's server. */
	honesty: { real: string; modelled: string; different: string };
}

/** The defaults of all knobs. */
export function defaultValues(lab: Lab): KnobValues {
	return Object.fromEntries(lab.knobs.map((knob) => [knob.id, knob.default]));
}

/** The knob called `id`. Throws with the list of knobs where there is none. */
export function knobById(lab: Lab, id: string): Knob {
	const knob = lab.knobs.find((each) => each.id === id);
	if (knob) return knob;
	throw new RangeError(
		`The lab has no knob "${id}". It has: ${lab.knobs.map((each) => each.id).join(', ')}.`,
	);
}

/** Why `value` is not one of the knob's values, as a sentence; undefined where it is one. */
export function knobProblem(knob: Knob, value: KnobValue): string | undefined {
	switch (knob.kind) {
		case 'switch':
			if (value === 'on' || value === 'off') return undefined;
			return `Expected "${knob.id}" to be on or off, received ${value}.`;
		case 'choice': {
			const values = knob.options.map((option) => option.value);
			if (values.some((each) => each === value)) return undefined;
			return `Expected "${knob.id}" to be one of ${values.join(', ')}, received ${value}.`;
		}
		case 'number':
			if (typeof value === 'number' && value >= knob.min && value <= knob.max) return undefined;
			return (
				`Expected "${knob.id}" to be a number from ${knob.min} to ${knob.max} ` +
				`(${knob.unit}), received ${value}.`
			);
	}
}

/** How a value reads in a label, for example `gzip` or `100 requests/s`. */
export function valueLabel(knob: Knob, value: KnobValue): string {
	if (knob.kind === 'choice') {
		return knob.options.find((option) => option.value === value)?.label ?? String(value);
	}
	return knob.kind === 'number' ? `${value} ${knob.unit}`.trim() : String(value);
}

/** What a process is sent for the knob, under the name that the process knows. */
export function settingOf(knob: Knob, value: KnobValue): [name: string, value: KnobValue] {
	const name = knob.setting ?? knob.id;
	if (knob.kind !== 'choice') return [name, value];
	return [name, knob.options.find((option) => option.value === value)?.send ?? value];
}
