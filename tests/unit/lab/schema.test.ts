import { expect, test } from 'vitest';
import {
	defaultValues,
	knobById,
	knobProblem,
	settingOf,
	valueLabel,
	type Knob,
	type KnobValue,
	type Lab,
} from '../../../src/lab/schema.ts';

const base = { label: '', help: '', to: 'server', group: 'switches' } as const;
const keepAlive: Knob = { ...base, id: 'keepAlive', kind: 'switch', default: 'off' };
const page: Knob = {
	...base,
	id: 'page',
	setting: 'path',
	kind: 'choice',
	options: [
		{ value: 'small', label: '2 kB', send: '/small' },
		{ value: 'plain', label: 'as it is' },
	],
	default: 'small',
};
const rate: Knob = {
	...base,
	id: 'rate',
	kind: 'number',
	min: 1,
	max: 500,
	step: 1,
	unit: 'requests/s',
	default: 20,
};
const lab = { knobs: [keepAlive, page, rate] } as unknown as Lab;

test('the defaults are those of the knobs', () => {
	expect(defaultValues(lab)).toEqual({ keepAlive: 'off', page: 'small', rate: 20 });
});

test('a knob is found by its id, and a wrong id is told what exists', () => {
	expect(knobById(lab, 'rate')).toBe(rate);
	expect(() => knobById(lab, 'toString')).toThrow(
		'The lab has no knob "toString". It has: keepAlive, page, rate.',
	);
});

test.each<[Knob, KnobValue, string | undefined]>([
	[keepAlive, 'on', undefined],
	[keepAlive, 'true', 'Expected "keepAlive" to be on or off, received true.'],
	[page, 'plain', undefined],
	// what the process is sent is not what a reader chooses
	[page, '/small', 'Expected "page" to be one of small, plain, received /small.'],
	// both ends belong to the range
	[rate, 1, undefined],
	[rate, 500, undefined],
	[rate, 0, 'Expected "rate" to be a number from 1 to 500 (requests/s), received 0.'],
	[rate, NaN, 'Expected "rate" to be a number from 1 to 500 (requests/s), received NaN.'],
	[rate, '5', 'Expected "rate" to be a number from 1 to 500 (requests/s), received 5.'],
])('the knob $id with %s: %s', (knob, value, problem) => {
	expect(knobProblem(knob, value)).toBe(problem);
});

test.each<[Knob, KnobValue, [string, KnobValue]]>([
	// under its own name
	[keepAlive, 'on', ['keepAlive', 'on']],
	// under the process's name, with the process's value
	[page, 'small', ['path', '/small']],
	[page, 'plain', ['path', 'plain']],
	[rate, 5, ['rate', 5]],
])('a process is sent $id as it knows it', (knob, value, setting) => {
	expect(settingOf(knob, value)).toEqual(setting);
});

test.each<[Knob, KnobValue, string]>([
	[keepAlive, 'on', 'on'],
	[page, 'small', '2 kB'],
	[page, 'gone', 'gone'],
	[rate, 5, '5 requests/s'],
])('the value of $id reads as a person says it', (knob, value, label) => {
	expect(valueLabel(knob, value)).toBe(label);
});
