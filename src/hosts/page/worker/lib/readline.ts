// node:readline for input that is not a terminal: lines, as events and as an async iterator.

import EventEmitter, { on } from 'node:events';
import { StringDecoder } from './string_decoder.ts';
import { nodeError } from '../internal/node-error.ts';
import * as promisesModule from './readline/promises.ts';

export interface Options {
	input: NodeJS.ReadableStream;
	output?: NodeJS.WritableStream;
	crlfDelay?: number;
	prompt?: string;
	terminal?: boolean;
	signal?: AbortSignal;
}

const LINE_END = /\r\n|\n|\r|\u2028|\u2029/g;
const SHORTEST_CRLF_DELAY_MS = 100;

/** Reads lines from a stream. */
export class Interface extends EventEmitter {
	readonly input: NodeJS.ReadableStream;
	readonly output: NodeJS.WritableStream | undefined;
	readonly terminal = false;
	line = '';
	closed = false;
	paused = false;
	readonly #crlfDelayMs: number;
	#prompt: string;
	#rest: string | undefined;
	/** When a lone CR ended a line, so that its LF may follow in the next piece. */
	#crAtMs = 0;
	#answer: ((line: string) => void) | undefined;
	#decoder = new StringDecoder('utf8');
	readonly #onData = (chunk: string | Buffer) =>
		this.#read(typeof chunk === 'string' ? chunk : this.#decoder.write(chunk));
	readonly #onEnd = () => this.#finish();

	constructor(options: Options) {
		super();
		const { input, output, crlfDelay, prompt = '> ', signal } = options;
		this.input = input;
		this.output = output;
		this.#prompt = prompt;
		this.#crlfDelayMs = crlfDelay
			? Math.max(SHORTEST_CRLF_DELAY_MS, crlfDelay)
			: SHORTEST_CRLF_DELAY_MS;
		if (options.terminal === true) {
			throw new Error(
				'node:readline with a terminal is not provided by the in-page engine; it works on real Node (npm run lab) and in a WebContainer. Pass `terminal: false`.',
			);
		}
		input.on('error', (error) => this.emit('error', error));
		input.on('data', this.#onData);
		input.on('end', this.#onEnd);
		if (signal?.aborted) process.nextTick(() => this.close());
		else signal?.addEventListener('abort', () => this.close(), { once: true });
		input.resume();
	}

	#read(text: string): void {
		if (text === '') return;
		let data = text;
		if (this.#crAtMs !== 0 && performance.now() - this.#crAtMs <= this.#crlfDelayMs) {
			if (data.startsWith('\n')) data = data.slice(1);
		}
		this.#crAtMs = 0;
		if (this.#rest !== undefined) data = this.#rest + data;
		this.#rest = undefined;
		let from = 0;
		const lines: string[] = [];
		for (const match of data.matchAll(LINE_END)) {
			lines.push(data.slice(from, match.index));
			from = match.index + match[0].length;
			if (from === data.length && match[0] === '\r') this.#crAtMs = performance.now();
		}
		if (from < data.length) this.#rest = data.slice(from);
		for (const line of lines) this.#line(line);
	}

	#line(line: string): void {
		if (this.closed) return;
		const answer = this.#answer;
		if (answer === undefined) {
			this.emit('line', line);
			return;
		}
		this.#answer = undefined;
		answer(line);
	}

	#finish(): void {
		const rest = this.#rest;
		this.#rest = undefined;
		if (rest !== undefined && rest !== '') this.#line(rest);
		this.close();
	}

	setPrompt(prompt: string): void {
		this.#prompt = prompt;
	}

	getPrompt(): string {
		return this.#prompt;
	}

	prompt(): void {
		if (this.paused) this.resume();
		this.output?.write(this.#prompt);
	}

	question(query: string, options: unknown, callback?: (line: string) => void): void {
		const done = (typeof options === 'function' ? options : callback) as (line: string) => void;
		if (this.closed) throw nodeError('ERR_USE_AFTER_CLOSE', 'readline');
		if (this.#answer !== undefined) return this.prompt();
		this.output?.write(query);
		this.#answer = done;
	}

	write(text: string): void {
		this.#read(String(text));
	}

	pause(): this {
		if (this.closed) throw nodeError('ERR_USE_AFTER_CLOSE', 'readline');
		if (this.paused) return this;
		this.input.pause();
		this.paused = true;
		this.emit('pause');
		return this;
	}

	resume(): this {
		if (this.closed) throw nodeError('ERR_USE_AFTER_CLOSE', 'readline');
		if (!this.paused) return this;
		this.input.resume();
		this.paused = false;
		this.emit('resume');
		return this;
	}

	close(): void {
		if (this.closed) return;
		this.pause();
		this.input.removeListener('data', this.#onData);
		this.input.removeListener('end', this.#onEnd);
		this.closed = true;
		this.emit('close');
	}

	async *#lines(): AsyncGenerator<string> {
		for await (const [line] of on(this, 'line', {
			close: ['close'],
			highWaterMark: 1024,
			lowWaterMark: 1,
		})) {
			yield line as string;
		}
	}

	[Symbol.asyncIterator](): AsyncGenerator<string> {
		return this.#lines();
	}

	[Symbol.dispose](): void {
		this.close();
	}
}

/** Reads lines from `input`. */
export function createInterface(
	inputOrOptions: NodeJS.ReadableStream | Options,
	output?: NodeJS.WritableStream,
): Interface {
	return new Interface(
		'input' in inputOrOptions
			? inputOrOptions
			: { input: inputOrOptions, ...(output === undefined ? {} : { output }) },
	);
}

export const promises = promisesModule;
export const clearLine = () => true;
export const cursorTo = () => true;
export const moveCursor = () => true;
export const clearScreenDown = () => true;
