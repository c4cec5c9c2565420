// The `process` object.

import EventEmitter from 'node:events';
import { validateInteger } from 'internal/validators';
import { busyMs } from '../loop/busy.ts';
import { nextTick } from '../loop/ticks.ts';
import { exitNow } from '../program/failures.ts';
import { nodeVersion } from '../program/node-version.ts';
import { output } from '../program/output.ts';
import { missing } from '../program/missing.ts';
import { hrtime } from './process-hrtime.ts';
import { stdin } from '../program/stdin.ts';
import { outputStream } from '../program/output-stream.ts';

const startedMs = performance.now();
const lazy = <T>(make: () => T) => {
	let value: { made: T } | undefined;
	return () => (value ??= { made: make() }).made;
};
const stdoutStream = lazy(() => outputStream('stdout', 1));
const stderrStream = lazy(() => outputStream('stderr', 2));

/** The browser shows no process's memory; what it shows of the heap, in Chromium, is given. */
function memoryUsage() {
	const memory = (performance as { memory?: { usedJSHeapSize: number; totalJSHeapSize: number } })
		.memory;
	const heapUsed = memory?.usedJSHeapSize ?? 0;
	const heapTotal = memory?.totalJSHeapSize ?? 0;
	return { rss: heapTotal, heapTotal, heapUsed, external: 0, arrayBuffers: 0 };
}
memoryUsage.rss = () => memoryUsage().rss;

/** All of it counts as user time: tasks of this worker and jobs of its pool, in microseconds. */
function cpuUsage(before?: { user: number; system: number }) {
	const user = Math.round(busyMs() * 1000) - (before?.user ?? 0);
	return { user, system: 0 - (before?.system ?? 0) };
}

function emitWarning(
	warning: string | Error,
	typeOrOptions?: string | { type?: string; code?: string },
	code?: string,
): void {
	const given = typeof typeOrOptions === 'object' ? typeOrOptions : { type: typeOrOptions, code };
	const error = typeof warning === 'string' ? new Error(warning) : warning;
	if (typeof warning === 'string') error.name = given.type ?? 'Warning';
	if (given.code !== undefined) Object.assign(error, { code: given.code });
	nextTick(() => {
		const tag = given.code === undefined ? '' : `[${given.code}] `;
		output('stderr', `(node:${process.pid}) ${tag}${error.name}: ${error.message}\n`);
		process.emit('warning', error);
	});
}

/** An exit code is an integer, or text that is one. */
function exitCode(code: number | string | null | undefined): number | undefined {
	if (code === undefined || code === null) return undefined;
	const number = typeof code === 'string' && code !== '' ? Number(code) : code;
	validateInteger(Number.isNaN(number) ? code : number, 'code');
	return Number(number);
}

const fields = {
	title: 'node',
	version: nodeVersion,
	versions: { node: nodeVersion.slice(1), engine: 'in-page' } as Record<string, string>,
	release: { name: 'node' },
	platform: 'linux',
	arch: 'wasm32',
	pid: 1,
	ppid: 0,
	argv: ['/usr/bin/node'] as string[],
	argv0: 'node',
	execArgv: [] as string[],
	execPath: '/usr/bin/node',
	env: {} as Record<string, string>,
	exitCode: undefined as number | undefined,
	features: { typescript: false },
	config: { variables: {} },
	get stdin() {
		return stdin();
	},
	get stdout() {
		return stdoutStream();
	},
	get stderr() {
		return stderrStream();
	},
	nextTick,
	hrtime,
	memoryUsage,
	cpuUsage,
	emitWarning,
	cwd: () => '/',
	umask: () => 0o22,
	uptime: () => (performance.now() - startedMs) / 1000,
	exit: (code?: number | string) => exitNow(exitCode(code)),
	reallyExit: (code?: number) => exitNow(Number(code ?? 0)),
	abort: () => exitNow(134),
	kill: () => missing('node:process', 'kill'),
	binding: missing('node:process', 'binding') as () => unknown,
	availableMemory: () => 0,
	constrainedMemory: () => 0,
	getActiveResourcesInfo: () => [],
};

type Process = EventEmitter & typeof fields;

/** Node's `process`, as far as a page can have one. */
export const process: Process = Object.create(
	EventEmitter.prototype,
	Object.getOwnPropertyDescriptors(fields),
) as Process;
EventEmitter.call(process as unknown as EventEmitter);
Object.defineProperty(process, Symbol.toStringTag, { value: 'process', configurable: true });

export default process;
