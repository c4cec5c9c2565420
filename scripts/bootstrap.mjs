// What start, test and every other command share: install what is missing, go on under the pinned
// Node. No dependencies, runs on Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node');
const STAMP = join(ROOT, 'node_modules', '.installed-lockfile');

/** Runs `npm ci` where node_modules is missing or older than the lockfile. */
export function ensureInstalled() {
	const lockfile = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
	if (existsSync(NODE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockfile) return;
	console.log('Installing packages (npm ci) …');
	const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
	const { status, error } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
		cwd: ROOT,
		stdio: 'inherit',
	});
	if (status !== 0) {
		console.error(
			`npm ci failed${error ? `: ${error.message}` : ''}. Fix what it says and run this again.`,
		);
		process.exit(status ?? 1);
	}
	writeFileSync(STAMP, lockfile);
}

/** The environment in which `node` is the pinned one and package commands are found. */
export function environment() {
	const paths = [join(ROOT, 'node_modules', 'node', 'bin'), join(ROOT, 'node_modules', '.bin')];
	return {
		...process.env,
		PATH: [...paths, process.env.PATH].join(process.platform === 'win32' ? ';' : ':'),
		ASTRO_TELEMETRY_DISABLED: '1',
	};
}

/** Runs a command under the pinned Node and resolves with its exit code. Ctrl-C reaches it. */
export function run(command, args, options = {}) {
	return new Promise((resolve) => {
		const child = spawn(command, args, {
			cwd: ROOT,
			env: environment(),
			stdio: 'inherit',
			...options,
		});
		const forward = (signal) => child.kill(signal);
		// Ctrl-C reaches the child by itself: it ends in its own way, and only then do we.
		const wait = () => {};
		process.on('SIGTERM', forward);
		process.on('SIGINT', wait);
		child.on('error', (error) => {
			console.error(`${command} could not be started: ${error.message}`);
			resolve(1);
		});
		child.on('close', (code) => {
			process.off('SIGTERM', forward);
			process.off('SIGINT', wait);
			resolve(code ?? 1);
		});
	});
}
