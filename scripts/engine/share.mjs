/**
 * Modules of Node's each take the same names from a few others: error codes, validators, kinds of
 * values. Here the names are taken once, in a module that esbuild injects where they are used, so
 * that they become short variables instead of properties that each module repeats.
 */

/** Modules that need nothing when they are loaded, and so may be loaded first. */
const SHARED = ['errors', 'validators', 'util', 'util/types', 'streams/utils'].map(
	(n) => `internal/${n}`,
);
/** Those of them that are ours, of which esbuild keeps only what is named. */
const OURS = ['internal/util', 'internal/util/types'];
const TAKING = /^const (\{ .* \}) = require\('([^']+)'\);$/gm;

/** Changes `texts` by module, and gives the text of the module to inject. */
export function share(texts) {
	const taken = new Map(SHARED.map((name) => [name, new Set()]));
	for (const [module, text] of texts) {
		if (SHARED.includes(module)) continue;
		const changed = text.replace(TAKING, (statement, pattern, source) => {
			const names = taken.get(source);
			if (names === undefined) return statement;
			let aliases = '';
			const plain = pattern.replace(/promisify: \{ custom: (\w+) \}/, (_, alias) => {
				aliases = `const ${alias} = promisify.custom;`;
				return 'promisify';
			});
			const rest = withoutPlainNames(plain, (name) => names.add(name));
			return aliases + (rest === '' ? '' : `const { ${rest} } = require('${source}');`);
		});
		texts.set(module, changed);
	}
	let number = 0;
	// Node's library looks at `process` while it is loaded, and this is loaded before all else.
	const lines = ["import './realm/early.ts';"];
	for (const [source, names] of taken) {
		if (names.size === 0) continue;
		if (OURS.includes(source)) {
			lines.push(`export { ${[...names].sort().join(', ')} } from '${source}';`);
			continue;
		}
		const from = `m${number++}`;
		lines.push(`const ${from} = require('${source}');`);
		for (const name of [...names].sort()) {
			const owner = name.startsWith('ERR_') ? `${from}.codes` : from;
			lines.push(`export const ${name} = ${owner}.${name};`);
		}
	}
	return lines.join('\n');
}

/** The pattern without its plain names, each of which is told; also those inside of `codes`. */
function withoutPlainNames(pattern, take) {
	const rest = [];
	const inner = /codes: \{ ([^}]*) \}/.exec(pattern);
	const outer = pattern.slice(2, -2).replace(/(?:, )?codes: \{[^}]*\}/, '');
	for (const entry of outer.split(',').map((each) => each.trim())) {
		if (entry === '') continue;
		if (/^\w+$/.test(entry)) take(entry);
		else rest.push(entry);
	}
	const codes = [];
	for (const entry of inner?.[1].split(',').map((each) => each.trim()) ?? []) {
		if (/^\w+$/.test(entry)) take(entry);
		else if (entry !== '') codes.push(entry);
	}
	if (codes.length > 0) rest.push(`codes: { ${codes.join(', ')} }`);
	return rest.join(', ');
}
