// Node's public modules by name, each loaded when it is first imported.

import { names } from 'engine:names';
import { startPool } from '../codec/pool.ts';
import { missing, missingMessage } from '../program/missing.ts';

type Exports = Record<string, unknown>;

/** CommonJS as the build understands it: only what is asked for runs. */
declare const require: (name: string) => Exports;

const loaders: Record<string, () => Exports> = {
	assert: () => unwrap(require('node:assert')),
	'assert/strict': () => unwrap(require('node:assert'))['strict'] as Exports,
	buffer: () => require('node:buffer'),
	console: () => console as unknown as Exports,
	crypto: () => require('node:crypto'),
	events: () => require('node:events'),
	fs: () => require('node:fs'),
	'fs/promises': () => require('node:fs/promises'),
	http: () => require('node:http'),
	net: () => require('node:net'),
	os: () => require('node:os'),
	path: () => require('node:path'),
	'path/posix': () => require('node:path'),
	perf_hooks: () => require('node:perf_hooks'),
	process: () => globalThis.process as unknown as Exports,
	querystring: () => unwrap(require('node:querystring')),
	readline: () => require('node:readline'),
	'readline/promises': () => require('node:readline/promises'),
	stream: () => require('node:stream'),
	'stream/promises': () => require('node:stream/promises'),
	string_decoder: () => require('node:string_decoder'),
	timers: () => require('node:timers'),
	'timers/promises': () => require('node:timers/promises'),
	url: () => require('node:url'),
	util: () => require('node:util'),
	'util/types': () => require('node:util/types'),
	zlib: () => {
		startPool();
		return require('node:zlib');
	},
};

/** Modules that are ours end in a default export where Node's is a function. */
function unwrap(module: Exports): Exports {
	return (module['default'] ?? module) as Exports;
}

export interface Builtin {
	/** What `import x from` gives. */
	default: unknown;
	/** Named exports, those that the engine lacks throwing when they are used. */
	named: ReadonlyMap<string, unknown>;
}

const loaded = new Map<string, Builtin>();

/** Whether Node has a module of this name (without `node:`). */
export function isBuiltinName(name: string): boolean {
	return name in loaders || name in names;
}

/** A module of Node's; throws, saying where it works, for one that the engine lacks. */
export function builtin(name: string): Builtin {
	let found = loaded.get(name);
	if (found === undefined) {
		const load = loaders[name];
		if (load === undefined) throw new Error(missingMessage(`node:${name}`));
		found = complete(name, load());
		loaded.set(name, found);
	}
	return found;
}

function complete(name: string, module: Exports): Builtin {
	const isNamespace =
		Object.prototype.toString.call(module) === '[object Module]' || '__esModule' in module;
	// A namespace cannot take stand-ins for what is missing, so the default is a copy.
	const target = isNamespace ? copyOf(module) : module;
	const named = new Map<string, unknown>();
	for (const key of new Set([...Object.keys(target), ...(names[name]?.split(',') ?? [])])) {
		if (key === 'default' || key === '') continue;
		const value = valueOf(name, target, key);
		if (typeof value === 'function') nameAgain(value, key);
		named.set(key, value);
	}
	return { default: target, named };
}

function copyOf(module: Exports): Exports {
	const copy: Exports = {};
	for (const key of Object.keys(module)) if (key !== '__esModule') copy[key] = module[key];
	return copy;
}

function valueOf(name: string, target: Exports, key: string): unknown {
	if (key in target) {
		try {
			return target[key];
		} catch {
			// A lazy part of Node's that the engine does not carry.
			return missing(`node:${name}`, key);
		}
	}
	const value = missing(`node:${name}`, key);
	if (Object.isExtensible(target)) {
		Object.defineProperty(target, key, { value, configurable: true, writable: true });
	}
	return value;
}

/** The build shortens names of functions, and the reader sees those of classes. */
function nameAgain(value: object, key: string): void {
	if (!/^[A-Z]/.test(key)) return;
	const own = Object.getOwnPropertyDescriptor(value, 'name');
	if (own?.configurable && own.value !== key)
		Object.defineProperty(value, 'name', { ...own, value: key });
}
