// npm test: everything that must hold, on a fresh clone, and the count of tests at the end.
// --all adds what takes longer: every lab's expectations on real Node, and every page.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, environment, NODE, run } from './bootstrap.mjs';

const all = process.argv.includes('--all');
ensureInstalled();
process.env.CHROMIUM = JSON.parse(await chromium());

const counts = { passed: 0, failed: 0 };
const report = (name) => join(tmpdir(), `measure-first-${process.pid}-${name}.json`);

if (!all) {
	await step('checks', 'scripts/check.mjs');
	await step('build', 'node_modules/astro/bin/astro.mjs', ['build', '--silent']);
	await vitest('unit');
	// What measures runs alone, one after the other, before the browser tests.
	await vitest('measuring');
	await playwright('measuring');
	await playwright('others');
} else {
	await step('build', 'node_modules/astro/bin/astro.mjs', ['build', '--silent']);
	await labsCheck();
	await step('bench', 'scripts/bench.ts');
	await playwright('all');
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed > 0 ? 1 : 0);

/** A step that is one check in itself. */
async function step(name, script, args = []) {
	heading(name);
	if ((await run(NODE, [script, ...args])) === 0) counts.passed++;
	else counts.failed++;
}

async function vitest(project) {
	heading(`vitest: ${project}`);
	const file = report(project);
	const args = [
		'run',
		'--project',
		project,
		'--reporter=default',
		'--reporter=json',
		`--outputFile=${file}`,
	];
	const code = await run(NODE, ['node_modules/vitest/vitest.mjs', ...args]);
	add(code, file, ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests]);
}

async function playwright(project) {
	heading(`playwright: ${project}`);
	const file = report(project);
	const args = ['test', '--config', 'tests/playwright.config.ts', '--project', project];
	const env = { ...environment(), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
	const code = await run(NODE, ['node_modules/playwright/cli.js', ...args], { env });
	add(code, file, ({ stats }) => [stats.expected + stats.flaky, stats.unexpected]);
}

async function labsCheck() {
	heading('labs on real Node');
	const { spawnSync } = await import('node:child_process');
	const { stdout, status } = spawnSync(NODE, ['scripts/labs-check.ts'], {
		stdio: ['ignore', 'pipe', 'inherit'],
		encoding: 'utf8',
		env: environment(),
	});
	console.log(stdout);
	const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(stdout) ?? [];
	counts.passed += Number(passed ?? 0);
	counts.failed += failed === undefined ? 1 : Number(failed);
	if (status !== 0 && failed === '0') counts.failed++;
}

/** Adds a runner's own counts; a runner that failed without a failed test is a failure itself. */
function add(code, file, read) {
	let passed = 0;
	let failed = 0;
	try {
		[passed, failed] = read(JSON.parse(readFileSync(file, 'utf8')));
	} catch (error) {
		console.error(`The runner left no report (${error.message}).`);
	}
	if (code !== 0 && failed === 0) failed = 1;
	if (passed + failed === 0) failed = 1;
	counts.passed += passed;
	counts.failed += failed;
	rmSync(file, { force: true });
}

async function chromium() {
	const { spawnSync } = await import('node:child_process');
	const code =
		"import('./scripts/browser.mjs').then(async (m) => process.stdout.write('\\n' + JSON.stringify(await m.findChromium())))";
	const { stdout, status } = spawnSync(NODE, ['-e', code], {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
		env: environment(),
	});
	if (status !== 0) process.exit(1);
	return stdout.trim().split('\n').at(-1);
}

function heading(text) {
	console.log(`\n── ${text}`);
}
