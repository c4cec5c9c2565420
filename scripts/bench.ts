/**
 * `npm run bench`: what the load generator costs and whether its figures are right. Everything is
 * a ratio within this one run; the absolute figures belong to this machine.
 */
import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { delayPercentileMs } from '../tests/fixtures/known-delays.mjs';
import { runFreezing, runKnownDelays } from '../tests/measuring/accuracy.ts';
import { percentilesMs } from '../tests/measuring/figures.ts';
import { buildLoad } from './build-load.mjs';

const ROUNDS = 4;
const CONNECTIONS = 20;
const SETTLE_MS = 1_500;
const MEASURE_MS = 3_000;
const LIMIT = 1.7;

const root = join(import.meta.dirname, '..');
const quiet: ForkOptions = { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] };

/** Makes any Node process answer a message with its processor time; does not keep it alive. */
const TELL_CPU = `data:text/javascript,${encodeURIComponent(
	'process.on("message", () => process.send(process.cpuUsage())); process.channel.unref();',
)}`;

interface Tool {
	name: string;
	start(url: string): ChildProcess;
}

const seconds = String(Math.ceil((SETTLE_MS + MEASURE_MS) / 1000) + 30);
const load = join(root, await buildLoad());
const TOOLS: readonly [Tool, Tool] = [
	{
		name: 'load.mjs',
		start: (url) =>
			fork(load, [`--url=${url}`, '--loop=closed', `--connections=${CONNECTIONS}`, '--warmup=0'], {
				...quiet,
				execArgv: ['--import', TELL_CPU],
			}),
	},
	{
		name: 'autocannon',
		start: (url) =>
			fork(
				join(root, 'node_modules/autocannon/autocannon.js'),
				['-c', String(CONNECTIONS), '-d', seconds, '--no-progress', url],
				{ ...quiet, execArgv: ['--import', TELL_CPU] },
			),
	},
];

/** Asks a process something over its channel. */
function ask<T>(child: ChildProcess): Promise<T> {
	return new Promise((resolve, reject) => {
		const onExit = (code: number | null) =>
			reject(new Error(`a process ended early, with code ${code}`));
		child.once('exit', onExit);
		child.once('message', (answer) => {
			child.off('exit', onExit);
			resolve(answer as T);
		});
		child.send('?');
	});
}

interface Cost {
	cpuUsPerRequest: number;
	requestsPerSecond: number;
}

/** Lets a tool run until it is warm, then measures its processor time and the server's count. */
async function measure(tool: Tool, server: ChildProcess, url: string): Promise<Cost> {
	const child = tool.start(url);
	try {
		await pause(SETTLE_MS);
		const look = async () => {
			const [cpu, requests] = await Promise.all([ask<NodeJS.CpuUsage>(child), ask<number>(server)]);
			return { cpuUs: cpu.user + cpu.system, requests, atMs: performance.now() };
		};
		const before = await look();
		await pause(MEASURE_MS);
		const after = await look();
		const requests = after.requests - before.requests;
		return {
			cpuUsPerRequest: (after.cpuUs - before.cpuUs) / requests,
			requestsPerSecond: (requests / (after.atMs - before.atMs)) * 1e3,
		};
	} finally {
		child.removeAllListeners();
		child.kill('SIGKILL');
		await pause(200);
	}
}

/** Runs both tools in turn and prints what each request cost them. Returns ours over theirs. */
async function compareCost(): Promise<number> {
	const server = fork(join(root, 'tests/fixtures/small-server.mjs'), { execArgv: [] });
	const port = await new Promise<number>((resolve) => server.once('message', resolve as never));
	const costs: Cost[][] = [[], []];
	console.log(
		`Processor time (user + system) of the generator per request, ${CONNECTIONS} connections, ` +
			`${MEASURE_MS / 1000} s each, in turn`,
	);
	console.log(
		'round'.padStart(6),
		...TOOLS.map(({ name }) => name.padStart(26)),
		'ratio'.padStart(8),
	);
	for (let round = 0; round < ROUNDS; round++) {
		for (const [i, tool] of TOOLS.entries()) {
			costs[i]?.push(await measure(tool, server, `http://127.0.0.1:${port}/`));
		}
		const row = costs.map(
			(each) => each[round] ?? { cpuUsPerRequest: NaN, requestsPerSecond: NaN },
		);
		printRow(String(round + 1), row);
	}
	server.removeAllListeners();
	server.kill('SIGKILL');
	const medians = costs.map((each) => ({
		cpuUsPerRequest: median(each.map((cost) => cost.cpuUsPerRequest)),
		requestsPerSecond: median(each.map((cost) => cost.requestsPerSecond)),
	}));
	printRow('median', medians);
	return ratioOf(medians);
}

function printRow(name: string, costs: readonly Cost[]): void {
	const cells = costs.map(({ cpuUsPerRequest, requestsPerSecond }) =>
		`${cpuUsPerRequest.toFixed(1)} µs at ${requestsPerSecond.toFixed(0)}/s`.padStart(26),
	);
	console.log(name.padStart(6), ...cells, ratioOf(costs).toFixed(2).padStart(8));
}

function ratioOf([ours, theirs]: readonly Cost[]): number {
	return (ours?.cpuUsPerRequest ?? NaN) / (theirs?.cpuUsPerRequest ?? NaN);
}

function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length / 2;
	return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** Prints what the generator measures of delays that are known. Returns whether it is right. */
async function checkAccuracy(): Promise<boolean> {
	const { summary } = await runKnownDelays();
	const measured = percentilesMs(summary, 'response');
	console.log('\nResponse time in open loop, 200/s, against a server of known delays');
	console.log(['', 'known', 'measured', 'difference'].map((cell) => cell.padStart(12)).join(''));
	const right = [50, 90, 99].map((percent, i) => {
		const knownMs = delayPercentileMs(percent);
		const offMs = (measured[i] ?? NaN) - knownMs;
		const cells = [`p${percent}`, ms(knownMs), ms(knownMs + offMs), ms(offMs)];
		console.log(cells.map((cell) => cell.padStart(12)).join(''));
		return Math.abs(offMs) <= Math.max(1, knownMs * 0.03);
	});
	const [lag50, , lag99] = percentilesMs(summary, 'lag');
	console.log(`Generator lag: p50 ${ms(lag50)}, p99 ${ms(lag99)}`);
	return right.every(Boolean) && lag99 < 10;
}

/** Prints what both loops say of a server that freezes 1 s in every 5. */
async function checkFreeze(): Promise<boolean> {
	const { open, closed } = await runFreezing();
	const [, openMs] = percentilesMs(open.summary, 'response');
	const [, serviceMs] = percentilesMs(open.summary, 'service');
	const [, closedMs] = percentilesMs(closed.summary, 'response');
	console.log(
		`\nA server that freezes 1 s in every 5, p90: open loop ${ms(openMs)} (service time ` +
			`${ms(serviceMs)}), closed loop ${ms(closedMs)}: ${(openMs / closedMs).toFixed(0)} times`,
	);
	return openMs >= 8 * closedMs;
}

function ms(value: number): string {
	return `${value.toFixed(2)} ms`;
}

const ratio = await compareCost();
const results = [
	[`load.mjs costs ${ratio.toFixed(2)} times autocannon, at most ${LIMIT}`, ratio <= LIMIT],
	['p50, p90 and p99 are within 3 % or 1 ms, lag p99 under 10 ms', await checkAccuracy()],
	['the open loop sees the freeze at least 8 times as clearly', await checkFreeze()],
] as const;
console.log();
for (const [says, holds] of results) console.log(`${holds ? 'passed' : 'FAILED'}  ${says}`);
process.exit(results.every(([, holds]) => holds) ? 0 : 1);
