/** How knobs and their values read, in the sentence and on the flags of the chart. */
import {
	knobById,
	valueLabel,
	type Knob,
	type KnobValue,
	type KnobValues,
	type Lab,
} from '../../src/lab/schema.ts';

/** To stand after "With": `gzip`, `keep-alive off`, `the link at slow 4G`. */
export function changePhrase(lab: Lab, set: KnobValues): string {
	return Object.entries(set)
		.map(([id, value]) => {
			const knob = knobById(lab, id);
			if (isOwnName(knob, value)) return shortLabel(knob, value);
			if (knob.kind === 'switch' || value === 'off') return `${inSentence(knob.label)} ${value}`;
			return `the ${inSentence(knob.label)} at ${shortLabel(knob, value)}`;
		})
		.join(' and ');
}

/** For a flag or the head of a column: `gzip`, `keep-alive on`, `rate 40 requests/s`. */
export function valuesText(lab: Lab, set: KnobValues): string {
	return Object.entries(set)
		.map(([id, value]) => {
			const knob = knobById(lab, id);
			if (isOwnName(knob, value)) return shortLabel(knob, value);
			return `${inSentence(knob.label)} ${shortLabel(knob, value)}`;
		})
		.join(', ');
}

/** Whether the change leaves the link alone, so that "on this link" holds for both segments. */
export function isOnOneLink(set: KnobValues): boolean {
	return !('link' in set);
}

/** Whether a knob does anything under these values: gzip's level does only with gzip. */
export function isInUse({ when }: Knob, values: KnobValues): boolean {
	const value = when && values[when.knob];
	return !when || (value !== undefined && when.is.includes(value));
}

/** A choice among the switches names the thing that it turns on: gzip, microcache. */
function isOwnName(knob: Knob, value: KnobValue): boolean {
	return knob.kind === 'choice' && knob.group === 'switches' && value !== 'off';
}

/** The label up to its figures: `slow 4G` of `slow 4G · 150 ms, 1.6 Mbit/s`. */
function shortLabel(knob: Knob, value: KnobValue): string {
	return valueLabel(knob, value).split(' · ')[0] ?? String(value);
}

/** Names such as `Brotli level` and `TLS version` keep their capital. */
function inSentence(label: string): string {
	const isPlainWord = /^[A-Z][a-z]/.test(label) && !/^(Brotli|Node)\b/.test(label);
	return isPlainWord ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
