import type { Exit, FileTree, HostProcess, OutputStream, SpawnOptions } from '../host.ts';
import type { PageToFrame } from './protocol.ts';

/** What a process asks of its host. */
interface Owner {
	send(message: PageToFrame): void;
	/** Removes the frame, which ends even an endless loop. */
	killNow(message: string): void;
	/** How long a process may not answer before it is ended. */
	killAfterMs: number;
}

/** One program in the frame, as the page sees it. */
export class PageProcess implements HostProcess {
	readonly file: string;
	readonly files: FileTree;
	readonly exit: Promise<Exit>;
	readonly #pid: number;
	readonly #options: SpawnOptions;
	readonly #owner: Owner;
	#resolve: (exit: Exit) => void = () => undefined;
	#isOver = false;
	#isKilled = false;
	#deadline: ReturnType<typeof setTimeout> | undefined;

	constructor(pid: number, file: string, files: FileTree, options: SpawnOptions, owner: Owner) {
		this.#pid = pid;
		this.file = file;
		this.files = files;
		this.#options = options;
		this.#owner = owner;
		this.exit = new Promise((resolve) => (this.#resolve = resolve));
	}

	write(text: string): void {
		if (!this.#isOver) this.#owner.send({ t: 'stdin', pid: this.#pid, text });
	}

	/** Ends the process's stdin. */
	end(): void {
		if (!this.#isOver) this.#owner.send({ t: 'stdin', pid: this.#pid, text: null });
	}

	kill(): void {
		if (this.#isOver || this.#isKilled) return;
		this.#isKilled = true;
		this.#owner.send({ t: 'kill', pid: this.#pid });
	}

	/** Hands on a piece of output. */
	output(stream: OutputStream, text: string): void {
		if (!this.#isOver) this.#options.onOutput(stream, text);
	}

	/** The process has stopped or begun again to answer. */
	stall(stalled: boolean): void {
		if (this.#isOver) return;
		clearTimeout(this.#deadline);
		if (stalled) {
			const seconds = this.#owner.killAfterMs / 1000;
			const message =
				`${this.file} did not answer for ${seconds} seconds and was ended: it is in an endless loop, ` +
				'or computes for too long at once.';
			// A second has already passed when it counts as stalled.
			this.#deadline = setTimeout(
				() => this.#owner.killNow(message),
				this.#owner.killAfterMs - 1000,
			);
		}
		this.#options.onStall?.(stalled);
	}

	/** A kill did not reach it: only the frame's end does. */
	stuck(): void {
		if (this.#isKilled) this.#owner.killNow(`${this.file} was ended while it did not answer.`);
	}

	/** The process has ended. */
	settle(exit: Exit): void {
		this.#isOver = true;
		clearTimeout(this.#deadline);
		this.#resolve(exit);
	}
}
