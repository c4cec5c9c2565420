// The global console: Node's formatting, written to the process's output.

import { formatWithOptions, inspect } from 'internal/util/inspect';
import { process } from './process.ts';
import { table } from '../program/console-table.ts';

let indent = '';
const counts = new Map<string, number>();
const timers = new Map<string, number>();

function print(stream: 'stdout' | 'stderr', args: readonly unknown[]): void {
	let text = formatWithOptions({}, ...args);
	if (indent !== '') text = indent + text.replaceAll('\n', `\n${indent}`);
	process[stream].write(`${text}\n`);
}

function duration(ms: number): string {
	if (ms < 1000) return `${Number(ms.toFixed(3))}ms`;
	return `${(ms / 1000).toFixed(3)}s`;
}

/** Node's console methods. */
export const methods = {
	log: (...args: unknown[]) => print('stdout', args),
	info: (...args: unknown[]) => print('stdout', args),
	debug: (...args: unknown[]) => print('stdout', args),
	error: (...args: unknown[]) => print('stderr', args),
	warn: (...args: unknown[]) => print('stderr', args),
	dir: (value: unknown, options?: object) =>
		print('stdout', [inspect(value, { customInspect: false, ...options })]),
	dirxml: (...args: unknown[]) => print('stdout', args),
	trace(...args: unknown[]) {
		const error = new Error(formatWithOptions({}, ...args));
		error.name = 'Trace';
		print('stderr', [error.stack]);
	},
	assert(condition: unknown, ...args: unknown[]) {
		if (condition) return;
		const [first, ...rest] = args;
		if (typeof first === 'string') print('stderr', [`Assertion failed: ${first}`, ...rest]);
		else print('stderr', args.length === 0 ? ['Assertion failed'] : ['Assertion failed:', ...args]);
	},
	count(label = 'default') {
		const count = (counts.get(label) ?? 0) + 1;
		counts.set(label, count);
		print('stdout', [`${label}: ${count}`]);
	},
	countReset: (label = 'default') => void counts.delete(label),
	time: (label = 'default') => void timers.set(label, performance.now()),
	timeLog(label = 'default', ...args: unknown[]) {
		const start = timers.get(label);
		if (start !== undefined)
			print('stdout', [`${label}: ${duration(performance.now() - start)}`, ...args]);
	},
	timeEnd(label = 'default') {
		methods.timeLog(label);
		timers.delete(label);
	},
	group(...args: unknown[]) {
		if (args.length > 0) print('stdout', args);
		indent += '  ';
	},
	groupCollapsed: (...args: unknown[]) => methods.group(...args),
	groupEnd: () => void (indent = indent.slice(2)),
	table(data: unknown, columns?: readonly string[]) {
		print('stdout', [typeof data === 'object' && data !== null ? table(data, columns) : data]);
	},
};

export default methods;
export const {
	log,
	info,
	debug,
	error,
	warn,
	dir,
	trace,
	assert,
	count,
	table: printTable,
} = methods;
