// Node's internalBinding('zlib'): lib/zlib.js hands out pieces of input and asks for pieces of
// output; a compressor here takes all input at once and its output waits until it is asked for.

import type { CodecFailure, CodecSettings, PoolAnswer } from '../../protocol.ts';
import { codecsFor } from '../codec/codec-module.ts';
import {
	codecName,
	type Compressor,
	createCompressor,
	MODE,
	type Written,
} from '../codec/compressor.ts';
import { PoolStream } from '../codec/pool.ts';
import { Hold } from '../loop/alive.ts';
import { nextTick } from '../loop/ticks.ts';
import { needCodecs } from '../program/need-codecs.ts';
import { crc32 } from '../codec/crc32.ts';

/** Where the caller wants what a write leaves: free output and unused input. */
type WriteState = Uint32Array;

interface Output {
	bytes: Uint8Array;
	offset: number;
	length: number;
}

class Handle {
	/** Set by lib/zlib.js. */
	onerror: ((message: string, errno: number, code: string) => void) | undefined;
	protected settings: CodecSettings;
	protected state: WriteState = new Uint32Array(2);
	protected callback: (() => void) | undefined;
	#local: Compressor | undefined;
	#pool: PoolStream | undefined;
	#ready: Uint8Array[] = [];
	#failure: CodecFailure | undefined;
	#unusedInput = 0;
	/** The input has been taken and output of it still waits. */
	#isDraining = false;
	#isClosed = false;
	#isWriting = false;
	readonly #hold = new Hold();

	constructor(mode: number) {
		this.settings = { mode };
	}

	writeSync(
		flush: number,
		input: Uint8Array | null,
		inOffset: number,
		inLength: number,
		out: Uint8Array,
		outOffset: number,
		outLength: number,
	): void {
		if (!this.#isDraining) {
			const name = codecName(this.settings.mode);
			if (name !== undefined) needCodecs();
			this.#local ??= createCompressor(this.settings, () => codecsFor(name ?? 'zlib'));
			this.#take(this.#local.write(piece(input, inOffset, inLength), flush));
		}
		this.#give({ bytes: out, offset: outOffset, length: outLength });
	}

	write(
		flush: number,
		input: Uint8Array | null,
		inOffset: number,
		inLength: number,
		out: Uint8Array,
		outOffset: number,
		outLength: number,
	): void {
		const output = { bytes: out, offset: outOffset, length: outLength };
		this.#isWriting = true;
		this.#hold.active = true;
		if (this.#isDraining) {
			nextTick(() => this.#finish(output));
			return;
		}
		if (codecName(this.settings.mode) !== undefined) needCodecs();
		this.#pool ??= new PoolStream(this.settings);
		this.#pool.write(piece(input, inOffset, inLength), flush, (answer: PoolAnswer) => {
			this.#take(answer);
			this.#finish(output);
		});
	}

	#finish(output: Output): void {
		this.#isWriting = false;
		this.#hold.active = false;
		if (this.#isClosed) {
			this.#closePool();
			return;
		}
		if (this.#give(output)) this.callback?.call(this);
	}

	#take({ chunks, unusedInput, error }: Written): void {
		this.#ready = chunks;
		this.#unusedInput = unusedInput;
		this.#failure = error;
	}

	/** Fills the output. False if an error came instead, which has then been reported. */
	#give({ bytes, offset, length }: Output): boolean {
		let free = length;
		for (let first = this.#ready[0]; first !== undefined && free > 0; first = this.#ready[0]) {
			const part = first.subarray(0, free);
			bytes.set(part, offset + length - free);
			free -= part.length;
			if (part.length === first.length) this.#ready.shift();
			else this.#ready[0] = first.subarray(part.length);
		}
		this.#isDraining = this.#ready.length > 0;
		this.state[0] = free;
		this.state[1] = this.#unusedInput;
		// A full buffer makes the caller ask again; the error comes when all output is out.
		if (free > 0 && this.#failure !== undefined && !this.#isDraining) {
			const { message, errno, code } = this.#failure;
			this.#failure = undefined;
			this.onerror?.(message, errno, code);
			return false;
		}
		// An exactly full buffer must not make the caller feed the same input twice.
		if (free === 0) this.#isDraining = true;
		return true;
	}

	params(): void {
		throw new Error(
			'zlib.params() is not provided by the in-page engine; it works on real Node (npm run lab) and ' +
				'in a WebContainer. Make a new stream with the other level.',
		);
	}

	reset(): void {
		this.#local?.reset();
		this.#pool?.reset();
		this.#ready = [];
		this.#isDraining = false;
	}

	close(): void {
		this.#isClosed = true;
		this.#local?.close();
		this.#local = undefined;
		if (!this.#isWriting) this.#closePool();
	}

	#closePool(): void {
		this.#pool?.close();
		this.#pool = undefined;
	}

	getAsyncId(): number {
		return 0;
	}
}

function piece(input: Uint8Array | null, offset: number, length: number): Uint8Array {
	return input === null
		? new Uint8Array(0)
		: new Uint8Array(input.buffer, input.byteOffset + offset, length);
}

/** gzip, deflate and raw deflate, both ways. */
export class Zlib extends Handle {
	init(
		windowBits: number,
		level: number,
		memLevel: number,
		strategy: number,
		state: WriteState,
		callback: () => void,
		dictionary?: Uint8Array,
	): void {
		const bits = windowBits === 0 ? {} : { windowBits };
		this.settings = { ...this.settings, ...bits, level, memLevel, strategy, dictionary };
		this.state = state;
		this.callback = callback;
	}
}

/** Parameters by number; -1 as an unsigned number means "not given". */
function given(params: Uint32Array): Record<number, number> {
	return Object.fromEntries(
		[...params].map((value, key) => [key, value | 0]).filter(([, v]) => v !== -1),
	) as Record<number, number>;
}

class Brotli extends Handle {
	init(params: Uint32Array, state: WriteState, callback: () => void): void {
		this.settings = { ...this.settings, params: given(params) };
		this.state = state;
		this.callback = callback;
	}
}

class Zstd extends Handle {
	init(
		params: Uint32Array,
		_size: number | undefined,
		state: WriteState,
		callback: () => void,
	): void {
		this.settings = { ...this.settings, params: given(params) };
		this.state = state;
		this.callback = callback;
	}
}

class ZstdCompress extends Zstd {
	constructor() {
		super(MODE.ZSTD_COMPRESS);
	}
}

class ZstdDecompress extends Zstd {
	constructor() {
		super(MODE.ZSTD_DECOMPRESS);
	}
}

/** Node's `internalBinding('zlib')`. */
export const zlib = {
	Zlib,
	BrotliEncoder: Brotli,
	BrotliDecoder: Brotli,
	ZstdCompress,
	ZstdDecompress,
	crc32,
};
