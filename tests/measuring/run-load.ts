import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { buildLoad } from '../../scripts/build-load.mjs';
import { Lines } from '../../src/lab/lines.ts';
import type { Message, Summary } from '../../src/load/sample.ts';

const root = join(import.meta.dirname, '..', '..');
const load = join(root, await buildLoad());

/** A server from tests/fixtures in a process of its own. */
export interface FixtureServer {
	url: string;
	close(): void;
}

/** Starts a fixture that prints that it listens. */
export function startServer(file: string): Promise<FixtureServer> {
	const child = spawn(process.execPath, [join(root, 'tests/fixtures', file)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	return new Promise((resolve, reject) => {
		child.once('exit', (code) => reject(new Error(`${file} ended with code ${code}`)));
		read(child, (message) => {
			if (message.t !== 'listening') return;
			resolve({ url: `http://127.0.0.1:${message.port}`, close: () => void child.kill() });
		});
	});
}

/** What a run of the bundled load.mjs printed: its last machine line, and the report for people. */
export interface LoadResult {
	summary: Summary;
	text: string;
}

/** Runs the bundled load.mjs against a server until it ends by itself. */
export function runLoad(server: FixtureServer, args: readonly string[]): Promise<LoadResult> {
	const child = spawn(process.execPath, [load, `--url=${server.url}`, ...args], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let summary: Summary | undefined;
	let text = '';
	read(
		child,
		(message) => {
			if (message.t === 'summary') summary = message;
		},
		(line) => (text += `${line}\n`),
	);
	return new Promise((resolve, reject) => {
		child.once('close', (code) => {
			if (summary && code === 0) resolve({ summary, text });
			else reject(new Error(`load.mjs ended with code ${code} and no summary`));
		});
	});
}

function read(
	child: ChildProcess,
	onMessage: (message: Message) => void,
	onText: (line: string) => void = () => {},
): void {
	const lines = new Lines(onMessage, onText);
	child.stdout?.setEncoding('utf8').on('data', (text: string) => lines.push(text));
}
