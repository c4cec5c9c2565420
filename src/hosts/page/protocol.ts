/**
 * The messages between the page, the sandboxed frame and its workers. Types only: the three sides
 * share no code.
 */

/** A process's number; ports, output and signals name it. */
export type Pid = number;

export type Stream = 'stdout' | 'stderr';

/** What a process needs to start. */
export interface Program {
	file: string;
	args: readonly string[];
	env: Readonly<Record<string, string>>;
	files: Readonly<Record<string, string>>;
}

/** How a process ended; `syntaxError` asks the page to find the line, which a worker cannot see. */
export interface Ending {
	code: number;
	message?: string;
	syntaxError?: string;
}

export type PageToFrame =
	| { t: 'boot'; engine: string; spares: number }
	| { t: 'spawn'; pid: Pid; program: Program }
	| { t: 'stdin'; pid: Pid; text: string | null }
	| { t: 'kill'; pid: Pid }
	| { t: 'codecs'; bytes: ArrayBuffer }
	| { t: 'codecs-failed'; message: string }
	| { t: 'ping' };

export type FrameToPage =
	| { t: 'hello' }
	| { t: 'booted' }
	| { t: 'boot-failed'; message: string }
	| { t: 'output'; pid: Pid; stream: Stream; text: string }
	| { t: 'exit'; pid: Pid; ending: Ending }
	| { t: 'stall'; pid: Pid; stalled: boolean }
	/** A process that was to be killed does not answer: only removing the frame ends it. */
	| { t: 'stuck'; pid: Pid }
	| { t: 'need-codecs' }
	| { t: 'pong' };

export type FrameToWorker =
	| {
			t: 'run';
			pid: Pid;
			program: Program;
			/** Ports to the other processes, and which process listens on which TCP port. */
			peers: readonly { pid: Pid; port: MessagePort }[];
			listening: readonly (readonly [tcpPort: number, pid: Pid])[];
			codecs: CodecState;
			engineUrl: string;
	  }
	| { t: 'pool'; port: MessagePort; codecs: CodecState }
	| { t: 'peer'; pid: Pid; port: MessagePort }
	| { t: 'peer-died'; pid: Pid; isClean: boolean }
	| { t: 'listening'; tcpPort: number; pid: Pid }
	| { t: 'not-listening'; tcpPort: number }
	| { t: 'port-taken'; tcpPort: number }
	| { t: 'stdin'; text: string | null }
	| { t: 'codecs'; codecs: CodecState }
	| { t: 'ping' };

/** The brotli and zstd module: not fetched yet, compiled, or why it cannot be had. */
export type CodecState =
	| { kind: 'pending' }
	| { kind: 'ready'; module: WebAssembly.Module }
	| { kind: 'failed'; message: string };

export type WorkerToFrame =
	| { t: 'up' }
	| { t: 'listen'; tcpPort: number }
	| { t: 'unlisten'; tcpPort: number }
	| { t: 'output'; stream: Stream; text: string }
	| ({ t: 'exit' } & Ending)
	| { t: 'need-codecs' }
	| { t: 'pong' };

/** A job for the pool: one write to one compressor, which lives in the pool until it is closed. */
export type PoolRequest =
	| { t: 'open'; id: number; settings: CodecSettings }
	| { t: 'write'; id: number; input: Uint8Array; flush: number }
	| { t: 'reset'; id: number }
	| { t: 'close'; id: number }
	| { t: 'codecs'; codecs: CodecState };

/** What a job made, how much it took, and what failed after that. */
export interface PoolAnswer {
	id: number;
	chunks: Uint8Array[];
	unusedInput: number;
	ms: number;
	error?: CodecFailure;
}

/** A compressor's error as Node shows it. */
export interface CodecFailure {
	message: string;
	errno: number;
	code: string;
}

/** Which compressor, by Node's number of the mode, and its settings. */
export interface CodecSettings {
	mode: number;
	windowBits?: number;
	level?: number;
	memLevel?: number;
	strategy?: number;
	dictionary?: Uint8Array | undefined;
	/** Brotli's and zstd's parameters by number. */
	params?: Readonly<Record<number, number>>;
}
