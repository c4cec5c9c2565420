/** The host for the command line, tests and recordings: child processes of the Node that runs it. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Exit, FileTree, Host, HostProcess, SpawnOptions } from './host.ts';

/** A host that runs processes on real Node, in a temporary folder. */
export function createNodeHost(): Host {
	let folder: string | undefined;
	const running = new Set<HostProcess>();

	return {
		id: 'node',
		source: `Node ${process.versions.node}`,
		async boot() {
			folder ??= await mkdtemp(join(tmpdir(), 'measure-first-'));
		},
		async mount(files: FileTree) {
			if (!folder) throw new Error('The Node host is not booted: call boot() before mount()');
			for (const [path, text] of Object.entries(files)) {
				if (path !== basename(path)) {
					throw new RangeError(`Expected a file name without folders, received ${path}`);
				}
				await writeFile(join(folder, path), text);
			}
		},
		async spawn(_command, args, options) {
			if (!folder) throw new Error('The Node host is not booted: call boot() before spawn()');
			const child = await start(folder, args, options);
			running.add(child);
			void child.exit.then(() => running.delete(child));
			return child;
		},
		dispose() {
			for (const child of running) child.kill();
			if (folder) void rm(folder, { recursive: true, force: true });
			folder = undefined;
		},
	};
}

function start(cwd: string, args: readonly string[], options: SpawnOptions): Promise<HostProcess> {
	const child = spawn(process.execPath, args, {
		cwd,
		env: { ...options.env },
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	for (const stream of ['stdout', 'stderr'] as const) {
		child[stream].setEncoding('utf8').on('data', (text: string) => options.onOutput(stream, text));
	}
	// Writing to a process that has just ended is not an error here: its exit says what happened.
	child.stdin.on('error', () => {});
	const exit = new Promise<Exit>((resolve) => {
		child.on('close', (code, signal) =>
			resolve({ code: code ?? (signal === 'SIGTERM' ? 143 : 137) }),
		);
	});
	const handle: HostProcess = {
		write: (text) => void child.stdin.write(text),
		exit,
		kill: () => void child.kill('SIGKILL'),
	};
	return new Promise((resolve, reject) => {
		child.on('spawn', () => resolve(handle));
		child.on('error', reject);
	});
}
