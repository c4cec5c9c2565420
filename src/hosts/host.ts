/**
 * The seam between a lab and the place where its processes run. Three hosts implement it: `node`
 * (child processes), `page` (our engine in a sandboxed frame) and `webcontainer`.
 */

/** Files by path relative to the process's working directory, for example `server.mjs`. */
export type FileTree = Readonly<Record<string, string>>;

/** Environment variables of a process. */
export type Env = Readonly<Record<string, string>>;

/** A named step of a start, in order, so that the page can say what it waits for. */
export type BootStep = 'fetching the engine' | 'starting the frame' | 'ready';

export type OutputStream = 'stdout' | 'stderr';

/** How a process ended. `message` is set where the host knows more than the code says. */
export interface Exit {
	/** 0 for success, 1 for an uncaught error, 143 for a kill; as in a shell. */
	code: number;
	/** One sentence for the reader: what happened and what to do next. */
	message?: string;
}

export interface SpawnOptions {
	env?: Env;
	/** Called with each piece of output, cut anywhere; never after `exit` has settled. */
	onOutput: (stream: OutputStream, text: string) => void;
	/**
	 * Called with `true` when the process has not answered for one second, and with `false` when it
	 * answers again. Hosts that cannot know never call it.
	 */
	onStall?: (stalled: boolean) => void;
}

export interface HostProcess {
	/** Writes to the process's stdin. Writing after the end is ignored, as a broken pipe is. */
	write(text: string): void;
	/** Settles once, never rejects. */
	readonly exit: Promise<Exit>;
	/** Ends the process, even one that is in an endless loop. Safe to call twice. */
	kill(): void;
}

export interface Host {
	readonly id: 'webcontainer' | 'page' | 'node';
	/** What the numbers carry as their source, for example "Node 24.21.0". */
	readonly source: string;
	/** Prepares the host. Rejects with an `Error` whose message a reader can act on. */
	boot(signal: AbortSignal, onStep: (step: BootStep) => void): Promise<void>;
	/** Replaces the files that processes spawned from now on can see. */
	mount(files: FileTree): Promise<void>;
	/** Starts `node FILE ...args`. Rejects only where no process could be made at all. */
	spawn(command: 'node', args: readonly string[], options: SpawnOptions): Promise<HostProcess>;
	/** Frees everything and kills what still runs. The host can be booted again afterwards. */
	dispose(): void;
}
