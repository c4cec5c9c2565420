import { globSync, readFileSync } from 'node:fs';
import { init, parse } from 'es-module-lexer/minimal';
import { expect, test } from 'vitest';
import { scanImports } from '../../../../../../src/hosts/page/worker/loader/scan-imports.ts';

/** The sites as short text, to be compared and read. */
const sites = (source: string) =>
	scanImports(source).map((site) => {
		if (site.kind === 'static') return `${site.specifier}@${site.start}-${site.end}`;
		return `${site.kind}@${site.start}`;
	});

test.each([
	[`import a from 'x'; import 'y';`, ['x@15-16', 'y@27-28']],
	[`import a, { b as c } from "x"`, ['x@27-28']],
	[
		`export * from 'x'; export * as n from 'y'; export { a } from 'z'; export { b };`,
		['x@15-16', 'y@39-40', 'z@62-63'],
	],
	[`const a = await import('x'); import.meta.url;`, ['dynamic@16', 'meta@29']],
	[`const o = { import: 1 }; o.import('x'); class A { import(x) {} }`, []],
	[`// import 'x'\n/* import 'y' */ const s = "import 'z'";`, []],
	['const t = `import "x" ${import("y")} ${`${1}`}`;', ['dynamic@24']],
	[`const r = /import 'x'/; const q = a / import.meta.b / 2;`, ['meta@38']],
	[`if (a) /'/.test(b); import 'x'`, ['x@28-29']],
	[`import data from './d.json' with { type: 'json' };`, ['./d.json@18-26']],
	[`f(...import.meta.list)`, ['meta@5']],
	[`#!/usr/bin/env node\nimport 'x'`, ['x@28-29']],
])('%s', (source, expected) => {
	expect(sites(source)).toEqual(expected);
});

test('attributes belong to their statement', () => {
	const source = `import d from 'x' with { type: 'json' }; 1;`;
	const [site] = scanImports(source);
	expect(site?.kind === 'static' && source.slice(site.end, site.statementEnd)).toBe(
		`' with { type: 'json' }`,
	);
});

test('text that does not end is a syntax error', () => {
	for (const source of ['const a = `x', `const a = 'x`, '/* x']) {
		expect(() => scanImports(source)).toThrow(SyntaxError);
	}
});

test('agrees with es-module-lexer on the modules that are installed here', async () => {
	await init();
	const root = new URL('../../../../../../node_modules/', import.meta.url);
	const files = globSync(
		'{vite,vitest,astro,svelte,rolldown,acorn,pako,@noble/hashes}/**/*.{js,mjs}',
		{
			cwd: root,
		},
	);
	let compared = 0;
	for (const file of files) {
		const source = readFileSync(new URL(file, root), 'utf8');
		if (source.length > 100_000 || !/\b(?:import|export)\b/.test(source)) continue;
		let expected: string[];
		try {
			expected = parse(source)[0].map(({ d, s, e, ss }) =>
				d === -2 ? `meta@${ss}` : d >= 0 ? `dynamic@${ss}` : `${s}-${e}`,
			);
		} catch {
			continue;
		}
		const found = scanImports(source).map((site) =>
			site.kind === 'static' ? `${site.start}-${site.end}` : `${site.kind}@${site.start}`,
		);
		expect(found, file).toEqual(expected);
		compared++;
	}
	expect(compared).toBeGreaterThan(200);
});
