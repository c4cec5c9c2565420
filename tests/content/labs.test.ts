/** Every lab is whole: what its `lab.ts` names exists, and its recorded result is of this lab. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { labIds, loadLab, mountedFiles } from '../../scripts/lab-files.ts';
import { linesOf } from '../../components/lab/code-lines.ts';
import type { Recorded } from '../../src/lab/recorded.ts';
import { knobById, knobProblem, type KnobValues, type Lab } from '../../src/lab/schema.ts';

const ids = await labIds();

/** Why a set of values is not one of the lab's; the values themselves where they are. */
function problems(lab: Lab, values: KnobValues): (string | undefined)[] {
	return Object.entries(values)
		.map(([id, value]) => knobProblem(knobById(lab, id), value))
		.filter(Boolean);
}

test('there is at least one lab', () => {
	expect(ids).toContain('three-switches');
});

describe.each(ids)('lab %s', async (id) => {
	const lab = await loadLab(id);
	const files = await mountedFiles(id);

	test('mounts every file that it names', () => {
		expect(Object.keys(files)).toEqual(expect.arrayContaining([...lab.files, 'load.mjs']));
	});

	test('has knobs with ids of their own and valid defaults', () => {
		const knobIds = lab.knobs.map((knob) => knob.id);
		expect(new Set(knobIds).size).toBe(knobIds.length);
		for (const knob of lab.knobs) expect(knobProblem(knob, knob.default)).toBeUndefined();
	});

	test('shows a knob only by values that another knob can have', () => {
		for (const { when } of lab.knobs) {
			if (!when) continue;
			for (const value of when.is) expect(problems(lab, { [when.knob]: value })).toEqual([]);
		}
	});

	test('finds in the server each line that a knob acts on', () => {
		const server = files[lab.files[0] ?? ''] ?? '';
		for (const knob of lab.knobs) expect(() => linesOf(knob, server)).not.toThrow();
	});

	test('expects and records only what its knobs can do', () => {
		for (const { settings, from, to, ratio } of lab.expectations) {
			expect(problems(lab, { ...settings, ...from })).toEqual([]);
			expect(problems(lab, { ...settings, ...to })).toEqual([]);
			expect(ratio[0]).toBeLessThan(ratio[1]);
		}
		for (const { set } of lab.recording.steps) expect(problems(lab, set)).toEqual([]);
		expect(problems(lab, lab.recording.settings)).toEqual([]);
	});

	test('has a recorded result with its provenance, made with these knobs', () => {
		const path = join('labs', id, 'recorded.json');
		expect(existsSync(path), `${path} is missing: npm run record -- ${id}`).toBe(true);
		const { provenance, result } = JSON.parse(readFileSync(path, 'utf8')) as Recorded;
		expect(provenance.date).toMatch(/^\d{4}-\d\d-\d\d$/);
		expect(provenance.commit).toMatch(/^[0-9a-f]{7,}$/);
		expect(result.figures.length).toBe(lab.recording.steps.length + 1);
		for (const { lag, response, segment } of result.figures) {
			const mostUs = Math.min(5_000, 0.1 * response.p50);
			expect(lag.p99, `segment ${segment} was disturbed: record again`).toBeLessThan(mostUs);
		}
		for (const settings of result.settings) {
			expect(problems(lab, settings)).toEqual([]);
			expect(Object.keys(settings).toSorted()).toEqual(lab.knobs.map(({ id }) => id).toSorted());
		}
	});
});

test('the three-switches server is at most 120 lines of Node’s own modules', async () => {
	const { 'server.mjs': server = '' } = await mountedFiles('three-switches');
	expect(server.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
	const imports = [...server.matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? '');
	for (const specifier of imports) expect(specifier).toMatch(/^(node:|\.\/)/);
});
