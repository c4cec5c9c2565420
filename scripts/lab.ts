/** npm run lab: runs a lab on real Node from the command line. */
import { createNodeHost } from '../src/hosts/node.ts';
import { startRun, type RunResult } from '../src/lab/run.ts';
import type { Lab } from '../src/lab/schema.ts';
import { parseArguments, seconds } from './arguments.ts';
import { changedValues, knobHelp, knobValues } from './knob-values.ts';
import { labIds, loadLab, mountedFiles } from './lab-files.ts';

const { words, options } = parseArguments(process.argv.slice(2));

async function help(): Promise<string> {
	const lines = [
		'npm run lab -- LAB [--KNOB=VALUE …] [--duration=10s] [--json]',
		'',
		'Runs a lab on this machine: its server and the load generator as two Node processes.',
		'  --duration=10s   how long to measure, after the warm-up',
		'  --json           print the result as JSON and nothing else',
	];
	for (const id of await labIds()) {
		const lab = await loadLab(id);
		lines.push('', `${id}: ${lab.question}`, ...lab.knobs.map(knobHelp));
	}
	return lines.join('\n');
}

async function runLab(id: string): Promise<number> {
	const lab = await loadLab(id);
	const json = readFlag('json');
	const durationS = seconds(String(options.get('duration') ?? '10s'));
	if (durationS <= 0) throw new RangeError('Expected a --duration above 0, such as 10s.');
	const knobs = new Map([...options].filter(([name]) => name !== 'json' && name !== 'duration'));
	const values = knobValues(lab, knobs);

	const host = createNodeHost();
	const stopped = new AbortController();
	// Ctrl-C and kill end the run with its report; a second one ends it at once.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			if (stopped.signal.aborted) {
				host.dispose();
				process.exit(130);
			}
			stopped.abort();
		});
	}
	await host.boot(stopped.signal, () => {});
	if (!json) console.log(`Running ${id} (${changedValues(lab, values)}) on ${host.source}`);
	const report: string[] = [];
	const run = await startRun({
		host,
		lab,
		files: await mountedFiles(id),
		values,
		durationS,
		signal: stopped.signal,
		listener: {
			onOutput: (process, text) => process === 'load' && report.push(text),
			onFigures: (figures) => !json && drawProgress(lab, durationS, figures.at(-1)),
		},
	});
	const result = await run.done;
	host.dispose();
	if (json) console.log(JSON.stringify(result, null, '\t'));
	else printReport(result, report);
	return result.failure ? 1 : 0;
}

/** Whether `--name` was given. Throws where it was given a value. */
function readFlag(name: string): boolean {
	const value = options.get(name);
	if (value === undefined || value === true) return value === true;
	throw new RangeError(`Expected --${name} without a value, received --${name}=${value}.`);
}

function drawProgress(
	lab: Lab,
	durationS: number,
	figures: RunResult['figures'][number] | undefined,
): void {
	if (!process.stdout.isTTY || !figures) return;
	const share = Math.min(1, figures.toUs / 1e6 / (lab.warmUpS + durationS));
	const bar = '━'.repeat(Math.round(share * 30)).padEnd(30, '╌');
	const p50 = figures.warmUp ? 'warming up' : `p50 ${(figures.response.p50 / 1000).toFixed(1)} ms`;
	process.stdout.write(`\r${bar} ${Math.round(share * 100)} %  ${p50}   `);
}

function printReport(result: RunResult, report: readonly string[]): void {
	if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
	process.stdout.write(report.join(''));
	const busy = result.figures.at(-1)?.busyShare ?? NaN;
	if (!Number.isNaN(busy)) console.log(`Server busy:  ${(busy * 100).toFixed(1).padStart(9)}%`);
	if (!result.failure) return;
	console.error(`\n${result.failure.message}`);
	for (const line of result.failure.lastLines) console.error(`  ${line}`);
}

try {
	const [id, ...more] = words;
	if (options.has('help') || !id) {
		console.log(await help());
	} else {
		if (more.length) throw new RangeError(`Expected one lab, received also: ${more.join(' ')}.`);
		process.exitCode = await runLab(id);
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	console.error('npm run lab -- --help lists labs and knobs.');
	process.exitCode = 2;
}
