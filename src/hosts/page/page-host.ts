/**
 * The host `page`: Node's own HTTP library in workers of a sandboxed frame, from this site's own
 * files, without isolation headers and without a network.
 */
import type {
	BootStep,
	Exit,
	FileTree,
	Host,
	HostProcess,
	OutputStream,
	SpawnOptions,
} from '../host.ts';
import { Codecs } from './codecs-loader.ts';
import { openFrame, type Frame } from './frame-host.ts';
import { PageProcess } from './page-process.ts';
import type { Ending, FrameToPage } from './protocol.ts';
import { explainSyntaxError } from './syntax-error.ts';

/** What the host needs from the build. */
export interface PageAssets {
	/** Where engine.txt is. */
	engineUrl: string;
	/** The text of frame.html. */
	frameHtml: string;
	/** Where codecs.wasm is. */
	codecsUrl: string;
	/** The version of Node whose library the engine carries, for example "24.21.0". */
	nodeVersion?: string;
}

/** How many processes may run at once. */
const MAX_PROCESSES = 8;
/** A server and a load generator start without loading the engine anew. */
const SPARE_WORKERS = 2;
/** A process that does not answer for this long is ended. */
const KILL_AFTER_MS = 10_000;

const CRASHED =
	'The frame of the in-page engine no longer answers; most likely the program used up its memory. ' +
	'Look for something that grows with every request, and run it again.';

/** Makes the host; nothing is fetched before boot(). */
export function createPageHost(assets: PageAssets): Host {
	return new PageHost(assets);
}

class PageHost implements Host {
	readonly id = 'page';
	readonly source: string;
	readonly #assets: PageAssets;
	readonly #codecs: Codecs;
	#engine: Promise<string> | undefined;
	#frame: Frame | undefined;
	#booting: Promise<Frame> | undefined;
	#files: FileTree = {};
	#pids = 0;
	readonly #processes = new Map<number, PageProcess>();

	constructor(assets: PageAssets) {
		this.#assets = assets;
		this.source =
			assets.nodeVersion === undefined ? 'page engine' : `page engine (Node ${assets.nodeVersion})`;
		this.#codecs = new Codecs(assets.codecsUrl);
	}

	async boot(signal: AbortSignal, onStep: (step: BootStep) => void): Promise<void> {
		signal.throwIfAborted();
		const onAbort = () => this.dispose();
		signal.addEventListener('abort', onAbort, { once: true });
		try {
			await this.#ready(onStep);
			signal.throwIfAborted();
			onStep('ready');
		} finally {
			signal.removeEventListener('abort', onAbort);
		}
	}

	/** The running frame; makes one where there is none, or where it was removed to end a process. */
	#ready(onStep: (step: BootStep) => void = () => undefined): Promise<Frame> {
		if (this.#booting !== undefined) return this.#booting;
		const booting = this.#start(onStep);
		this.#booting = booting;
		booting.catch(() => {
			if (this.#booting === booting) this.#booting = undefined;
		});
		return booting;
	}

	async #start(onStep: (step: BootStep) => void): Promise<Frame> {
		onStep('fetching the engine');
		this.#engine ??= fetchText(this.#assets.engineUrl);
		this.#engine.catch(() => (this.#engine = undefined));
		const engine = await this.#engine;
		onStep('starting the frame');
		const frame = await openFrame(this.#assets.frameHtml, {
			engine,
			spares: SPARE_WORKERS,
			receive: (message) => this.#receive(message),
			onSilence: () => this.#frameDied(CRASHED),
		});
		this.#frame = frame;
		this.#codecs.sendTo(frame);
		return frame;
	}

	async mount(files: FileTree): Promise<void> {
		this.#files = { ...files };
		if (Object.values(files).some((text) => /brotli|zstd/i.test(text))) this.#codecs.fetch();
	}

	async spawn(
		_command: 'node',
		args: readonly string[],
		options: SpawnOptions,
	): Promise<HostProcess> {
		const [file, ...rest] = args;
		if (file === undefined) {
			throw new Error(
				"spawn('node', []): expected a file as first argument, for example server.mjs",
			);
		}
		if (this.#processes.size >= MAX_PROCESSES) {
			throw new Error(
				`The in-page engine runs at most ${MAX_PROCESSES} processes at once. End one first.`,
			);
		}
		const files = this.#files;
		const frame = await this.#ready();
		const pid = ++this.#pids;
		const process = new PageProcess(pid, file, files, options, {
			send: (message) => frame.send(message),
			killNow: (message) => this.#removeFrame(message, pid),
			killAfterMs: KILL_AFTER_MS,
		});
		this.#processes.set(pid, process);
		frame.send({
			t: 'spawn',
			pid,
			program: { file: file.replace(/^\.?\//, ''), args: rest, env: options.env ?? {}, files },
		});
		frame.watch(true);
		return process;
	}

	#receive(message: FrameToPage): void {
		switch (message.t) {
			case 'output':
				return this.#processes.get(message.pid)?.output(message.stream, message.text);
			case 'stall':
				return this.#processes.get(message.pid)?.stall(message.stalled);
			case 'exit':
				void this.#exited(message.pid, message.ending);
				return;
			case 'stuck':
				return this.#processes.get(message.pid)?.stuck();
			case 'need-codecs':
				this.#codecs.fetch();
				return;
			default:
				return;
		}
	}

	async #exited(pid: number, ending: Ending): Promise<void> {
		const process = this.#processes.get(pid);
		if (process === undefined) return;
		const { code, syntaxError } = ending;
		let { message } = ending;
		if (syntaxError !== undefined) {
			message = (await explainSyntaxError(process.files, process.file, syntaxError)) ?? message;
			process.output('stderr', `${message ?? 'SyntaxError'}\n`);
		}
		this.#settle(pid, message === undefined ? { code } : { code, message });
	}

	#settle(pid: number, exit: Exit): void {
		const process = this.#processes.get(pid);
		this.#processes.delete(pid);
		process?.settle(exit);
		if (this.#processes.size === 0) this.#frame?.watch(false);
	}

	/** Ends a process that does not answer, and with it all others: they share the frame. */
	#removeFrame(message: string, culprit: number): void {
		this.#closeFrame();
		const file = this.#processes.get(culprit)?.file ?? 'another process';
		for (const pid of [...this.#processes.keys()]) {
			const others = `Ended because ${file}, which shares its frame, did not answer and had to be killed.`;
			this.#settle(pid, { code: 143, message: pid === culprit ? message : others });
		}
	}

	#frameDied(message: string): void {
		this.#closeFrame();
		for (const pid of [...this.#processes.keys()]) this.#settle(pid, { code: 134, message });
	}

	#closeFrame(): void {
		this.#frame?.close();
		this.#frame = undefined;
		this.#booting = undefined;
		this.#codecs.frameClosed();
	}

	dispose(): void {
		const booting = this.#booting;
		this.#closeFrame();
		// A frame that is still starting is closed when it has started.
		booting?.then(
			(frame) => frame.close(),
			() => undefined,
		);
		for (const pid of [...this.#processes.keys()]) this.#settle(pid, { code: 143 });
	}
}

async function fetchText(url: string): Promise<string> {
	let response: Response;
	try {
		response = await fetch(url);
	} catch (error) {
		throw new Error(
			`The page engine could not be fetched from ${url}: ${String(error)}. Check the connection and press Run again.`,
			{ cause: error },
		);
	}
	if (!response.ok) {
		throw new Error(
			`The page engine could not be fetched: ${url} answered ${response.status}. Reload the page; the site may have been updated.`,
		);
	}
	return response.text();
}

export type { OutputStream };
