import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';

/** What the files of one folder may import. The first rule whose `files` match a file holds. */
interface Rule {
	files: RegExp;
	/** Paths in the repository. */
	may: readonly RegExp[];
	/** Paths that may be imported for their types only. */
	types?: readonly RegExp[];
	/** Packages and Node modules; all where left out. */
	packages?: readonly RegExp[];
}

// Imports point one way. This is the whole table; section 4 of the design says why.
const RULES: readonly Rule[] = [
	// Words and facts only.
	{ files: /^content\//, may: [/^components\/[^/]+\.astro$/], packages: [] },
	// A lab is data.
	{ files: /^labs\/[^/]+\/lab\.ts$/, may: [], types: [/^src\/lab\/schema\.ts$/], packages: [] },
	// A lab's processes see one flat folder: their own files and the shared ones.
	{
		files: /^labs\//,
		may: [/^labs\/[^/]+\/(files\/)?[^/]+\.mjs$/],
		packages: [/^node:/],
	},
	// The load generator knows nothing of the site; its ticks carry histogram counts.
	{
		files: /^src\/load\//,
		may: [/^src\/load\//, /^src\/histogram\/(histogram|percentiles)\.ts$/],
		packages: [/^node:(net|readline)$/, /^http-parser-js$/],
	},
	// Pure: knows no host, no clock and no page.
	{ files: /^src\/histogram\//, may: [/^src\/histogram\//], types: [/^src\/load\//], packages: [] },
	// What runs inside the sandboxed frame is a world of its own.
	{ files: /^src\/hosts\/page\/(worker|frame)\//, may: [/^src\/hosts\/page\//] },
	{
		files: /^src\/hosts\//,
		may: [/^src\/hosts\//, /^\.generated\//],
		types: [/^src\/lab\/schema\.ts$/],
	},
	{ files: /^src\/models\//, may: [/^src\/models\//], packages: [] },
	{ files: /^src\/takehome\//, may: [/^src\/takehome\//], packages: [] },
	// The one place that wires host, load and histogram.
	{
		files: /^src\/lab\//,
		may: [/^src\/(lab|histogram|hosts)\//, /^src\/load\/sample\.ts$/, /^labs\//],
		types: [/^src\/load\//],
	},
	{ files: /^components\/model\//, may: [/^components\/model\//, /^src\/models\//] },
	// The panel, and the text of load.mjs that it mounts.
	{
		files: /^components\/lab\//,
		may: [/^components\/lab\//, /^src\/(lab|histogram|hosts)\//, /^\.generated\/load\.mjs$/],
	},
	// For authors and pages: frames around labs and models.
	{
		files: /^components\//,
		may: [/^components\//, /^src\/(lab|histogram|styles)\//, /^\.generated\//],
	},
	{
		files: /^src\/(pages|layouts)\//,
		may: [/^(components|content|labs)\//, /^src\/(?!pages\/)/, /^\.generated\//],
	},
	{ files: /^src\/[^/]+$/, may: [/^src\/(?!pages\/)/, /^content\//] },
	{ files: /^scripts\//, may: [/^(?!components\/|src\/pages\/)/] },
	{ files: /^tests\//, may: [/^(?!src\/pages\/)/] },
	{ files: /^[^/]+$/, may: [/^(scripts|src\/(?!pages\/)|tests)/] },
];

const FILES = globSync(
	'{*.{ts,mjs},{content,labs,src,components,scripts,tests}/**/*.{ts,mjs,svelte,astro,mdx}}',
)
	.map((file) => file.replaceAll('\\', '/'))
	.filter((file) => !file.includes('node_modules/'))
	.sort();

interface Import {
	line: number;
	text: string;
	specifier: string;
	typesOnly: boolean;
}

/** Static imports, re-exports, `import()` and globs, found line by line. */
function importsOf(source: string): Import[] {
	const patterns = [
		/^[ \t]*(?:import|export)\s+(?<clause>[^'"`;=()]*?)\sfrom\s*['"](?<specifier>[^'"\n]+)['"]/gm,
		/^[ \t]*import\s*['"](?<specifier>[^'"\n]+)['"]/gm,
		/\bimport\(\s*['"`](?<specifier>[^'"`\n$]+)['"`]/g,
		/\bimport\.meta\.glob(?:<[^(]*>)?\(\s*\[?\s*['"](?<specifier>[^'"\n]+)['"]/g,
	];
	return patterns.flatMap((pattern) =>
		Array.from(source.matchAll(pattern), (match): Import => {
			const { specifier = '', clause = '' } = match.groups ?? {};
			const start = match.index + (match[0].length - match[0].trimStart().length);
			return {
				line: source.slice(0, start).split('\n').length,
				text: match[0].trim(),
				specifier,
				typesOnly:
					clause.startsWith('type ') || /^\{(\s*type\s+[^,}]+,?)+\s*\}$/.test(clause.trim()),
			};
		}),
	);
}

/** The imported path in the repository, or undefined for a package. */
function pathOf(file: string, specifier: string): string | undefined {
	const path = specifier.replace(/\?.*$/, '');
	if (path.startsWith('/')) return path.slice(1);
	return path.startsWith('.') ? join(dirname(file), path) : undefined;
}

/** What is wrong with an import, with the line and what is allowed; undefined where it is right. */
function problem(file: string, each: Import): string | undefined {
	const where = `${file}:${each.line}  ${each.text}`;
	const rule = RULES.find((candidate) => candidate.files.test(file));
	if (!rule)
		return `${where}\n  No rule covers this file: add one to RULES in tests/unit/imports.test.ts.`;
	const path = pathOf(file, each.specifier);
	const matches = (patterns: readonly RegExp[], text: string) => patterns.some((p) => p.test(text));
	if (path === undefined) {
		if (!rule.packages || matches(rule.packages, each.specifier)) return undefined;
		return `${where}\n  Packages allowed here: ${rule.packages.join(', ') || 'none'}.`;
	}
	if (matches(rule.may, path)) return undefined;
	if (each.typesOnly && matches(rule.types ?? [], path)) return undefined;
	return (
		`${where}\n  Allowed here: ${rule.may.join(', ') || 'nothing'}` +
		`${rule.types ? `; types only: ${rule.types.join(', ')}` : ''}.`
	);
}

test('imports follow the table', () => {
	expect(FILES.length).toBeGreaterThan(50);
	const problems = FILES.flatMap((file) =>
		importsOf(readFileSync(file, 'utf8')).flatMap((each) => problem(file, each) ?? []),
	);
	expect(problems.join('\n')).toBe('');
});

test('relative imports carry the extension of the file that they name', () => {
	const bare = FILES.filter((file) => !file.endsWith('.mdx')).flatMap((file) =>
		importsOf(readFileSync(file, 'utf8'))
			.filter(({ specifier }) => pathOf(file, specifier) !== undefined)
			.filter(({ specifier }) => !/(\.[a-z0-9]+(\?.*)?|\*)$/.test(specifier))
			.map(({ line, text }) => `${file}:${line}  ${text}`),
	);
	expect(bare.join('\n')).toBe('');
});

test('no file is a barrel or a drawer for everything', () => {
	// Pages are named by their address; the engine's modules by those of Node that they stand for.
	const namedByOthers = /^src\/(pages|hosts\/page\/worker)\//;
	const drawers = FILES.filter(
		(file) =>
			!namedByOthers.test(file) && /^(index|utils?|helpers|common)\.(ts|mjs)$/.test(basename(file)),
	);
	expect(drawers.join('\n')).toBe('');
});

test('an import against the table is told with its line and what is allowed', () => {
	expect(
		problem('src/load/link.ts', {
			line: 3,
			text: "import { x } from '../lab/run.ts'",
			specifier: '../lab/run.ts',
			typesOnly: false,
		}),
	).toMatch(/^src\/load\/link\.ts:3 {2}import .*\n {2}Allowed here: .*src\\\/load/);
});

test.each([
	// a plain import
	["import { a } from './a.ts';", './a.ts', false],
	// types only, both ways of writing it
	["import type { A } from './a.ts';", './a.ts', true],
	["import { type A, type B } from './a.ts';", './a.ts', true],
	// one value among types is a value
	["import { type A, b } from './a.ts';", './a.ts', false],
	// over several lines
	["import {\n\ta,\n\tb,\n} from './a.ts';", './a.ts', false],
	// for its effects
	["import './a.css';", './a.css', false],
	// a re-export
	["export * from './a.ts';", './a.ts', false],
	// when it is needed
	["const a = await import('./a.ts');", './a.ts', false],
	// many at once
	["import.meta.glob<{ default: Lab }>('/labs/*/lab.ts')", '/labs/*/lab.ts', false],
])('the import in %j is found', (source, specifier, typesOnly) => {
	expect(importsOf(source)).toEqual([expect.objectContaining({ line: 1, specifier, typesOnly })]);
});
