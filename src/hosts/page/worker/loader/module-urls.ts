// The reader's modules as blob URLs: import specifiers are replaced in place, so that lines and
// columns stay, and Node's modules become small modules that re-export what the engine has.

import { mountedFile, mountedNames } from '../program/mounted-files.ts';
import { builtin, isBuiltinName } from './builtins.ts';
import { type ImportSite, scanImports } from './scan-imports.ts';

/** An error of the reader's imports or syntax, which says the file, and where in it if known. */
export class ModuleError extends Error {
	readonly code = 'ERR_MODULE_NOT_FOUND';
}

/** A file that cannot be parsed; the page finds the line, because a worker is not told it. */
export class FileSyntaxError extends SyntaxError {
	readonly file: string;

	constructor(file: string, message: string) {
		super(message);
		this.file = file;
	}
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const RESERVED = new Set([
	'default',
	'delete',
	'import',
	'export',
	'new',
	'class',
	'function',
	'switch',
	'if',
	'in',
	'do',
]);
/** The name by which rewritten modules reach the engine. */
const DOOR = '__measureFirst';

const urls = new Map<string, string>();
const inProgress: string[] = [];

function blobUrl(text: string): string {
	return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
}

/** The URL of a mounted file with everything that it imports; throws a ModuleError. */
export function fileUrl(file: string): string {
	const known = urls.get(file);
	if (known !== undefined) return known;
	const text = mountedFile(file);
	if (text === undefined) {
		throw new ModuleError(
			`Cannot find module '/${file}'. The lab has: ${mountedNames().join(', ')}.`,
		);
	}
	if (inProgress.includes(file)) {
		const circle = [...inProgress.slice(inProgress.indexOf(file)), file].join(' imports ');
		throw new ModuleError(
			`${circle}: circular imports are not provided by the in-page engine; they work on real Node (npm run lab) and in a WebContainer.`,
		);
	}
	inProgress.push(file);
	try {
		const url = blobUrl(
			`${file.endsWith('.json') ? json(text) : rewrite(file, text)}\n//# sourceURL=${file}`,
		);
		urls.set(file, url);
		return url;
	} finally {
		inProgress.pop();
	}
}

function json(text: string): string {
	return `export default ${JSON.stringify(JSON.parse(text))};`;
}

function rewrite(file: string, text: string): string {
	let sites: ImportSite[];
	try {
		sites = scanImports(text);
	} catch (error) {
		throw new FileSyntaxError(file, error instanceof Error ? error.message : String(error));
	}
	let out = '';
	let at = 0;
	for (const site of sites) {
		if (site.kind === 'meta') {
			out += `${text.slice(at, site.start)}${DOOR}.meta(${JSON.stringify(file)})`;
			at = site.end;
		} else if (site.kind === 'dynamic') {
			// `import(x)` becomes a call of ours, which also takes what is not a literal.
			out += `${text.slice(at, site.start)}${DOOR}.import(${JSON.stringify(file)},`;
			at = site.end;
		} else {
			const { specifier, start, end, statementEnd } = site;
			out +=
				text.slice(at, start) + resolve(file, specifier, start, text) + text.slice(end, end + 1);
			// `with { type: 'json' }` asks for what a JSON file here already is, a module; lines stay.
			out += text.slice(end + 1, statementEnd).replace(/[^\n]/g, ' ');
			at = Math.max(end + 1, statementEnd);
		}
	}
	return out + text.slice(at);
}

/** The URL that a specifier stands for; throws a ModuleError that says who asked and where. */
export function resolve(from: string, specifier: string, offset = 0, text = ''): string {
	const place = text === '' ? from : `${from}:${position(text, offset)}`;
	const name = specifier.replace(/^node:/, '');
	if (specifier.startsWith('node:') || isBuiltinName(name)) {
		if (!isBuiltinName(name))
			throw new ModuleError(`${place}: No such built-in module: ${specifier}`);
		try {
			return builtinUrl(name);
		} catch (error) {
			throw new ModuleError(`${place}: ${error instanceof Error ? error.message : String(error)}`);
		}
	}
	if (!/^(?:\.\.?\/|\/|file:)/.test(specifier)) {
		throw new ModuleError(
			`${place}: Cannot find package '${specifier}'. The in-page engine has Node's own modules and the lab's files, no packages.`,
		);
	}
	const file = decodeURIComponent(new URL(specifier, `file:///${from}`).pathname.slice(1));
	if (mountedFile(file) === undefined) {
		throw new ModuleError(
			`${place}: Cannot find module '/${file}'. The lab has: ${mountedNames().join(', ')}.`,
		);
	}
	return fileUrl(file);
}

/** Line and column of an offset, both from 1. */
function position(text: string, offset: number): string {
	const before = text.slice(0, offset).split('\n');
	return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

function builtinUrl(name: string): string {
	const key = `node:${name}`;
	let url = urls.get(key);
	if (url === undefined) {
		const exported = [...builtin(name).named.keys()].filter(
			(key) => IDENTIFIER.test(key) && !RESERVED.has(key),
		);
		const lines = exported.map((key) => `export const ${key}=n.get("${key}");`);
		url = blobUrl(
			`const{default:d,named:n}=${DOOR}.builtin("${name}");export default d;${lines.join('')}`,
		);
		urls.set(key, url);
	}
	return url;
}

/** The URL of a program: it tells the engine that all is loaded and its first line comes now. */
export function mainUrl(file: string): string {
	const start = blobUrl(`${DOOR}.start()`);
	return blobUrl(`import '${start}';import '${fileUrl(file)}';`);
}

/** A message of the browser's with the names of files and modules instead of blob URLs. */
export function withFileNames(message: string): string {
	let text = message;
	for (const [name, url] of urls) text = text.replaceAll(url, name);
	return text;
}
