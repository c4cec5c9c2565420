import { MACHINE_PREFIX, type Message } from '../load/sample.ts';

/** Longer lines are cut: the longest that a load prints, a summary of many segments, is shorter. */
const LONGEST_LINE = 4_000_000;

/** A process's output, cut anywhere, as whole lines: messages for machines, text for people. */
export class Lines {
	readonly #onMessage: (message: Message) => void;
	readonly #onText: (line: string) => void;
	#rest = '';

	constructor(onMessage: (message: Message) => void, onText: (line: string) => void) {
		this.#onMessage = onMessage;
		this.#onText = onText;
	}

	/** Takes the next piece. Lines end with `\n` or `\r\n`. */
	push(text: string): void {
		const lines = (this.#rest + text).split(/\r?\n/);
		this.#rest = lines.pop() ?? '';
		for (const line of lines) this.#line(line);
		// A flood without a line end must not fill the memory.
		if (this.#rest.length > LONGEST_LINE) this.end();
	}

	/** Takes what is left without a line end. */
	end(): void {
		if (this.#rest) this.#line(this.#rest);
		this.#rest = '';
	}

	#line(line: string): void {
		const message = line.startsWith(MACHINE_PREFIX)
			? parse(line.slice(MACHINE_PREFIX.length))
			: undefined;
		if (message) this.#onMessage(message);
		else this.#onText(line);
	}
}

/** A message, or undefined where the line is not one: then it is shown as text. */
function parse(json: string): Message | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === 'object' && value !== null && 't' in value
			? (value as Message)
			: undefined;
	} catch {
		return undefined;
	}
}
