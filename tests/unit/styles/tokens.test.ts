/** Holds the floors of the look: contrast of every colour, and distances within each set. */
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast, deltaE2000, DEFICIENCIES, simulate } from './colour.ts';

const css = readFileSync('src/styles/tokens.css', 'utf8');
const pairs = [
	...css.matchAll(/--([\w-]+): light-dark\(\s*(#[\da-f]{6}),\s*(#[\da-f]{6})\s*\)/g),
].map(([, name = '', light = '', dark = '']) => ({ name, light, dark }));

const THEMES = ['light', 'dark'] as const;
const GROUNDS = ['paper', 'surface', 'plot'];
const DECOR = ['rule', 'grid'];
const SETS = {
	percentiles: ['p50', 'p90', 'p99', 'max'],
	compared: ['a', 'b'],
	verdicts: ['right', 'conditions', 'misleading', 'wrong', 'outdated', 'unverifiable'],
	status: ['right', 'misleading', 'wrong'],
};

function colour(name: string, theme: 'light' | 'dark'): string {
	const pair = pairs.find((each) => each.name === name);
	if (!pair) throw new Error(`tokens.css has no colour --${name}`);
	return pair[theme];
}

test('every colour has the same plain value for browsers without light-dark()', () => {
	expect(pairs.length).toBe(22);
	for (const { name, light } of pairs) expect(css).toContain(`--${name}: ${light};`);
});

describe.each(THEMES)('in the %s theme', (theme) => {
	const coloured = pairs.filter(({ name }) => ![...GROUNDS, ...DECOR].includes(name));
	test.each(coloured.map(({ name }) => name))('--%s stands out from every ground', (name) => {
		const floor = name === 'edge' ? 3 : 4.5;
		for (const ground of GROUNDS) {
			expect(contrast(colour(name, theme), colour(ground, theme))).toBeGreaterThanOrEqual(floor);
		}
	});

	for (const [set, names] of Object.entries(SETS)) {
		test(`${set} stay apart for every kind of colour vision`, () => {
			for (const deficiency of DEFICIENCIES) {
				for (const [index, first] of names.entries()) {
					for (const second of names.slice(index + 1)) {
						const distance = deltaE2000(
							simulate(colour(first, theme), deficiency),
							simulate(colour(second, theme), deficiency),
						);
						const where = `${first} and ${second}, ${deficiency}`;
						expect(distance, where).toBeGreaterThanOrEqual(10);
					}
				}
			}
		});
	}
});

test('the formulas give published values', () => {
	expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
	// Sharma, Wu and Dalal 2005, pair 1 and pair 25 (Lab values given there).
	expect(deltaE2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
	expect(deltaE2000([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(
		1.2644,
		4,
	);
});

test('the two faces together weigh less than 40,000 bytes', () => {
	const bytes = ['roman', 'italic'].map(
		(face) => statSync(`public/fonts/literata-${face}.woff2`).size,
	);
	expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(40_000);
});

test('no literal colour stands outside the token file', async () => {
	const { glob } = await import('node:fs/promises');
	const found: string[] = [];
	for await (const path of glob('{src,components}/**/*.{css,astro,svelte}')) {
		if (path.endsWith('tokens.css')) continue;
		const text = readFileSync(path, 'utf8');
		for (const hit of text.matchAll(
			/(?<![&\w(])#[\da-f]{3,8}\b(?!['"])|\b(?:rgb|hsl|oklch)a?\(/gi,
		)) {
			found.push(`${path}: ${hit[0]}`);
		}
	}
	expect(found).toEqual([]);
});
