import { expect, test } from 'vitest';
import { linesOf, linesText, litLines } from '../../../../components/lab/code-lines.ts';
import { positionOf, valueAt } from '../../../../components/lab/number-scale.ts';
import { labById } from '../../../../src/lab/registry.ts';

const linear = { min: 1, max: 9, step: 1, scale: 'linear' } as const;
const log = { min: 1, max: 500, step: 1, scale: 'log' } as const;

test('a slider comes back to the value that it shows', () => {
	for (let value = 1; value <= 9; value++) {
		expect(valueAt(linear, positionOf(linear, value))).toBe(value);
	}
	expect(valueAt(log, 0)).toBe(1);
	expect(valueAt(log, 100)).toBe(500);
	expect(positionOf(log, 22)).toBe(50);
});

test('a number of lines reads as a list', () => {
	expect(linesText([8])).toBe('line 8');
	expect(linesText([8, 12])).toBe('lines 8 and 12');
	expect(linesText([8, 12, 20])).toBe('lines 8, 12 and 20');
});

test('each knob of the first lab that names code finds it in the server', () => {
	const { lab, files } = labById('three-switches');
	for (const knob of lab.knobs.filter(({ code }) => code)) {
		expect(linesOf(knob, files[0]?.text ?? '').length, knob.id).toBeGreaterThan(0);
	}
});

test('a value lights its own lines, and those of every value', () => {
	const { lab, files } = labById('three-switches');
	const source = files[0]?.text ?? '';
	const compression = lab.knobs.find(({ id }) => id === 'compression');
	if (!compression) throw new Error('the lab has no compression');
	const lit = new Map(litLines(compression, source).map(({ id, numbers }) => [id, numbers]));
	const line = (text: string) => source.split('\n').findIndex((each) => each.includes(text)) + 1;
	expect(lit.get('compression=br')).toContain(line('await brotli('));
	expect(lit.get('compression=br')).not.toContain(line('await gzip('));
	expect(lit.get('compression=br')).toContain(line("'Content-Encoding'"));
	expect(lit.get('compression')).toContain(line('await gzip('));
});

test('code that is nowhere fails with the knob and the text', () => {
	const [knob] = labById('three-switches').lab.knobs;
	if (!knob) throw new Error('the lab has no knobs');
	expect(() => linesOf({ ...knob, code: ['nowhere('] }, 'const a = 1;')).toThrow(
		/"compression" lights lines with "nowhere\("/,
	);
});

test('a lab that does not exist fails with those that do', () => {
	expect(() => labById('four-switches')).toThrow(/no lab "four-switches".*three-switches/);
});
