import {
	defaultValues,
	knobById,
	knobProblem,
	type Knob,
	type KnobValue,
	type KnobValues,
	type Lab,
} from '../src/lab/schema.ts';
import { kebab } from './arguments.ts';

/**
 * The lab's knob values with those given on the command line, by kebab-case name. Throws a
 * RangeError that names the knob or value and what exists.
 */
export function knobValues(lab: Lab, given: ReadonlyMap<string, string | true>): KnobValues {
	const values: Record<string, KnobValue> = { ...defaultValues(lab) };
	for (const [name, text] of given) {
		const knob = lab.knobs.find((each) => kebab(each.id) === name || each.id === name);
		if (!knob) {
			const known = lab.knobs.map((each) => `--${kebab(each.id)}`).join(', ');
			throw new RangeError(`There is no knob --${name}. There are: ${known}.`);
		}
		const value = valueOf(knob, text);
		const problem = knobProblem(knob, value);
		if (problem) throw new RangeError(problem);
		values[knob.id] = value;
	}
	return values;
}

/** The value as the knob has it; text that is no number stays text, so that the error shows it. */
function valueOf(knob: Knob, text: string | true): KnobValue {
	if (text === true) return knob.kind === 'switch' ? 'on' : '';
	const isNumber = knob.kind === 'number' && text.trim() !== '' && !Number.isNaN(Number(text));
	return isNumber ? Number(text) : text;
}

/** One line of help for a knob. */
export function knobHelp(knob: Knob): string {
	const values = {
		switch: () => 'on|off',
		choice: () =>
			knob.kind === 'choice' ? knob.options.map((option) => option.value).join('|') : '',
		number: () =>
			knob.kind === 'number' ? `${knob.min}…${knob.max}${knob.unit && ` ${knob.unit}`}` : '',
	}[knob.kind]();
	const name = `--${kebab(knob.id)}=${values}`;
	return `  ${name.padEnd(66)} ${knob.help} [${knob.default}]`;
}

/** Values that differ from the defaults, for titles. */
export function changedValues(lab: Lab, values: KnobValues): string {
	const changed = Object.entries(values).filter(
		([id, value]) => knobById(lab, id).default !== value,
	);
	return changed.map(([id, value]) => `${kebab(id)}=${value}`).join(' ') || 'defaults';
}
