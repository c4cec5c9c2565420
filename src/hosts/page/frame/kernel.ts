import type {
	CodecState,
	FrameToPage,
	FrameToWorker,
	Pid,
	Program,
	WorkerToFrame,
} from '../protocol.ts';
import { PortTable } from './port-table.ts';
import { watch } from './watchdog.ts';

/** A worker that has loaded the engine and waits, or will wait, for its program. */
interface Engine {
	worker: Worker;
	ready: Promise<void>;
}

/** One running program. */
export interface Process {
	pid: Pid;
	worker: Worker;
	/** When a ping went out that has not been answered, or 0. */
	pingedAtMs: number;
	stalled: boolean;
}

/** How long a process may take to answer before a kill, which else takes the whole frame. */
const ANSWER_MS = 150;

/** What an operating system is to processes: starts and ends them, and knows who has which port. */
export class Kernel {
	readonly #engineUrl: string;
	readonly #post: (message: FrameToPage) => void;
	readonly #processes = new Map<Pid, Process>();
	readonly #ports = new PortTable();
	readonly #spares: Engine[] = [];
	#spareCount = 0;
	#codecs: CodecState = { kind: 'pending' };
	#stopWatching: (() => void) | undefined;

	constructor(engine: string, post: (message: FrameToPage) => void) {
		this.#engineUrl = URL.createObjectURL(new Blob([engine], { type: 'text/javascript' }));
		this.#post = post;
	}

	/** Loads the engine ahead into as many workers as the next run needs. */
	boot(spares: number): void {
		this.#spareCount = spares;
		this.#fillSpares();
		Promise.all(this.#spares.map((spare) => spare.ready)).then(
			() => this.#post({ t: 'booted' }),
			(error: unknown) => this.#post({ t: 'boot-failed', message: String(error) }),
		);
	}

	#fillSpares(): void {
		while (this.#spares.length < this.#spareCount) this.#spares.push(this.#startEngine());
	}

	#startEngine(): Engine {
		const worker = new Worker(this.#engineUrl, { name: 'process' });
		const ready = new Promise<void>((resolve, reject) => {
			worker.onmessage = () => resolve();
			worker.onerror = (event) => reject(new Error(`The engine did not start: ${event.message}`));
		});
		return { worker, ready };
	}

	spawn(pid: Pid, program: Program): void {
		const { worker, ready } = this.#spares.shift() ?? this.#startEngine();
		ready.then(
			() => this.#run(pid, worker, program),
			(error: unknown) =>
				this.#post({ t: 'exit', pid, ending: { code: 1, message: String(error) } }),
		);
	}

	#run(pid: Pid, worker: Worker, program: Program): void {
		const transfer: MessagePort[] = [];
		const peers = [...this.#processes.values()].map((peer) => {
			const { port1, port2 } = new MessageChannel();
			tell(peer, { t: 'peer', pid, port: port1 }, [port1]);
			transfer.push(port2);
			return { pid: peer.pid, port: port2 };
		});
		const process: Process = { pid, worker, pingedAtMs: 0, stalled: false };
		this.#processes.set(pid, process);
		worker.onmessage = ({ data }: MessageEvent<WorkerToFrame>) => this.#receive(process, data);
		worker.onerror = (event) => {
			event.preventDefault();
			this.#end(process, { code: 1, message: `The engine failed: ${event.message}` });
		};
		const codecs = this.#codecs;
		const listening = this.#ports.entries();
		tell(
			process,
			{ t: 'run', pid, program, peers, listening, codecs, engineUrl: this.#engineUrl },
			transfer,
		);
		this.#stopWatching ??= watch(this.#processes, {
			ping: (target) => tell(target, { t: 'ping' }),
			stall: (target) => this.#post({ t: 'stall', pid: target.pid, stalled: target.stalled }),
		});
	}

	#receive(process: Process, message: WorkerToFrame): void {
		const { pid } = process;
		switch (message.t) {
			case 'output':
				this.#heard(process);
				return this.#post({ t: 'output', pid, stream: message.stream, text: message.text });
			case 'listen':
				if (this.#ports.take(message.tcpPort, pid)) {
					this.#tellOthers(pid, { t: 'listening', tcpPort: message.tcpPort, pid });
				} else {
					tell(process, { t: 'port-taken', tcpPort: message.tcpPort });
				}
				return;
			case 'unlisten':
				if (this.#ports.free(message.tcpPort, pid)) {
					this.#tellOthers(pid, { t: 'not-listening', tcpPort: message.tcpPort });
				}
				return;
			case 'exit': {
				this.#answered(process);
				const { t: _t, ...ending } = message;
				return this.#end(process, ending);
			}
			case 'need-codecs':
				return this.#post({ t: 'need-codecs' });
			case 'pong':
				return this.#answered(process);
			case 'up':
				return;
		}
	}

	#answered(process: Process): void {
		process.pingedAtMs = 0;
		this.#noStall(process);
	}

	/** It lives, though a ping waits behind other tasks: an overloaded server is not an endless loop. */
	#heard(process: Process): void {
		if (process.pingedAtMs > 0) process.pingedAtMs = performance.now();
		this.#noStall(process);
	}

	#noStall(process: Process): void {
		if (!process.stalled) return;
		process.stalled = false;
		this.#post({ t: 'stall', pid: process.pid, stalled: false });
	}

	#tellOthers(pid: Pid, message: FrameToWorker): void {
		for (const process of this.#processes.values()) if (process.pid !== pid) tell(process, message);
	}

	#end(process: Process, ending: { code: number; message?: string }): void {
		const { pid, worker } = process;
		if (!this.#processes.delete(pid)) return;
		worker.terminate();
		this.#ports.freeAll(pid);
		this.#tellOthers(pid, { t: 'peer-died', pid, isClean: ending.code === 0 });
		this.#post({ t: 'exit', pid, ending });
		if (this.#processes.size > 0) return;
		this.#stopWatching?.();
		this.#stopWatching = undefined;
		this.#fillSpares();
	}

	stdin(pid: Pid, text: string | null): void {
		const process = this.#processes.get(pid);
		if (process !== undefined) tell(process, { t: 'stdin', text });
	}

	/** Ends a process that answers; one that does not takes the frame, because its core would spin on. */
	kill(pid: Pid): void {
		const process = this.#processes.get(pid);
		if (process === undefined) return;
		process.pingedAtMs ||= performance.now();
		tell(process, { t: 'ping' });
		const deadlineMs = performance.now() + ANSWER_MS;
		const look = () => {
			if (!this.#processes.has(pid)) return;
			if (process.pingedAtMs === 0) this.#end(process, { code: 143 });
			else if (performance.now() > deadlineMs) this.#post({ t: 'stuck', pid });
			else setTimeout(look, 5);
		};
		setTimeout(look, 1);
	}

	compileCodecs(bytes: ArrayBuffer): void {
		WebAssembly.compile(bytes).then(
			(module) => this.setCodecs({ kind: 'ready', module }),
			(error: unknown) => this.setCodecs({ kind: 'failed', message: String(error) }),
		);
	}

	setCodecs(codecs: CodecState): void {
		this.#codecs = codecs;
		for (const process of this.#processes.values()) tell(process, { t: 'codecs', codecs });
	}
}

function tell(process: Process, message: FrameToWorker, transfer: Transferable[] = []): void {
	process.worker.postMessage(message, transfer);
}
