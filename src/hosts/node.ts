/** The host for the command line, tests and recordings: child processes of the Node that runs it. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Exit, FileTree, Host, HostProcess, SpawnOptions } from './host.ts';

/** A host that runs processes on real Node, in a temporary folder. */
export function createNodeHost(): Host {
	let root: string | undefined;
	let folder: string | undefined;
	let mounts = 0;
	const running = new Set<HostProcess>();

	return {
		id: 'node',
		source: `Node ${process.versions.node}`,
		async boot() {
			root ??= await mkdtemp(join(tmpdir(), 'measure-first-'));
			folder ??= root;
		},
		async mount(files: FileTree) {
			if (!root) throw new Error('The Node host is not booted: call boot() before mount()');
			// A folder for each mount: what was mounted before is not seen, what runs keeps its files.
			folder = join(root, String(++mounts));
			await mkdir(folder);
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
			if (root) void rm(root, { recursive: true, force: true });
			root = folder = undefined;
		},
	};
}

function start(cwd: string, args: readonly string[], options: SpawnOptions): Promise<HostProcess> {
	const child = spawn(process.execPath, args, {
		cwd,
		env: { ...options.env },
		stdio: ['pipe', 'pipe', 'pipe'],
		// A group of their own: Ctrl-C reaches the one that started them, which stops them in order.
		detached: true,
	});
	for (const stream of ['stdout', 'stderr'] as const) {
		child[stream].setEncoding('utf8').on('data', (text: string) => options.onOutput(stream, text));
	}
	// Writing to a process that has just ended is not an error here: its exit says what happened.
	child.stdin.on('error', () => {});
	let killed = false;
	const exit = new Promise<Exit>((resolve) => {
		child.on('close', (code, signal) => {
			// A kill of ours counts as 143 on every host; any other signal as a shell counts it.
			const number = killed || !signal ? 15 : constants.signals[signal];
			resolve({ code: code ?? 128 + number });
		});
	});
	const handle: HostProcess = {
		write: (text) => void child.stdin.write(text),
		exit,
		kill() {
			killed = true;
			child.kill('SIGKILL');
		},
	};
	return new Promise((resolve, reject) => {
		child.on('spawn', () => resolve(handle));
		child.on('error', reject);
	});
}
