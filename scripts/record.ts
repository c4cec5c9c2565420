/** npm run record -- LAB: runs the lab's recording on real Node and stores it with its provenance. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type as osType } from 'node:os';
import { join } from 'node:path';
import { isLagging } from '../src/histogram/lag.ts';
import { createNodeHost } from '../src/hosts/node.ts';
import type { Recorded } from '../src/lab/recorded.ts';
import { startRun, type Run } from '../src/lab/run.ts';
import { defaultValues } from '../src/lab/schema.ts';
import { labIds, loadLab, mountedFiles } from './lab-files.ts';

const [id] = process.argv.slice(2);
if (!id) {
	console.error(`Expected a lab to record, one of: ${(await labIds()).join(', ')}.`);
	process.exit(2);
}
const lab = await loadLab(id);
const { settings, steps, durationS } = lab.recording;
const host = createNodeHost();
await host.boot(new AbortController().signal, () => {});
const run: Run = await startRun({
	host,
	lab,
	files: await mountedFiles(id),
	values: { ...defaultValues(lab), ...settings },
	signal: new AbortController().signal,
	listener: { onStep: console.log },
});
const startedMs = performance.now();
for (const step of steps) {
	await until(step.atS);
	console.log(`${step.atS} s: ${JSON.stringify((await run.set(step.set)).set)}`);
}
await until(durationS);
await run.stop();
const { figures, points, changes, settings: used, failure } = await run.done;
host.dispose();
if (failure) {
	console.error(failure.message, failure.lastLines.join('\n'));
	process.exit(1);
}
const late = figures.find(isLagging);
if (late) {
	console.error(
		`The run was disturbed and is not stored: in segment ${late.segment} the generator was ` +
			`${(late.lag.p99 / 1000).toFixed(1)} ms late (p99). Close other work and record again.`,
	);
	process.exit(1);
}
const recorded: Recorded = {
	provenance: {
		source: host.source,
		processor: cpus()[0]?.model ?? 'unknown',
		cores: cpus().length,
		memoryGiB: Math.round(totalmem() / 2 ** 30),
		kernel: `${osType()} ${release()}`,
		node: process.versions.node,
		date: new Date().toISOString().slice(0, 10),
		commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
	},
	result: { figures, points, changes, settings: used },
};
const path = join('labs', id, 'recorded.json');
await writeFile(path, `${JSON.stringify(recorded, rounded)}\n`);
console.log(`Stored ${path}. Look at it on the page before you commit it.`);

async function until(seconds: number): Promise<void> {
	const restMs = seconds * 1000 - (performance.now() - startedMs);
	await new Promise((resolve) => setTimeout(resolve, Math.max(0, restMs)));
}

/** Keeps the file small: five digits are more than a run can tell. NaN becomes null. */
function rounded(_key: string, value: unknown): unknown {
	return typeof value === 'number' && !Number.isInteger(value)
		? Number(value.toPrecision(6))
		: value;
}
