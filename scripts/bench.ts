/**
 * `npm run bench`: what the load generator costs and whether its figures are right. Everything is
 * a ratio within this one run; the absolute figures belong to this machine.
 */
import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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

const ratio = await compareCost();
const passed = ratio <= LIMIT;
console.log(
	`\nload.mjs costs ${ratio.toFixed(2)} times what autocannon costs; ` +
		`at most ${LIMIT} is allowed: ${passed ? 'passed' : 'FAILED'}`,
);
process.exit(passed ? 0 : 1);
