// The typed side of codecs.wasm: brotli and zstd with the interface that the zlib layer needs.

/** Brotli's settings: left out or -1 is Node's default, and what is out of range is clamped. */
export interface BrotliOptions {
	/** 0 to 11, default 11. */
	quality?: number;
	/** Window size as a power of two, 10 to 24, default 22. */
	lgwin?: number;
	/** 0 generic, 1 text, 2 font. */
	mode?: number;
	/** Expected size of the input in bytes; 0 is unknown. */
	sizeHint?: number;
}

/** Zstandard's settings; `level` is 1 to 22, or below -1 for faster; 0, -1 or none means 3. */
export interface ZstdOptions {
	level?: number;
}

/** What a step does after taking the input: keep it, give out all so far, or end the stream. */
export type CodecOperation = 'process' | 'flush' | 'finish';

/**
 * One encoder or decoder that works on pieces; close() frees its memory and may be called twice.
 * push() returns pieces of at most 64 kB that the caller owns, and throws a CodecError, which also
 * closes the stream.
 */
export interface CodecStream {
	push(input: Uint8Array, operation: CodecOperation): Uint8Array[];
	close(): void;
}

/** Brotli and zstd, at once and in pieces; every method throws a CodecError on failure. */
export interface Codecs {
	brotliCompress(input: Uint8Array, options?: BrotliOptions): Uint8Array;
	brotliDecompress(input: Uint8Array): Uint8Array;
	zstdCompress(input: Uint8Array, options?: ZstdOptions): Uint8Array;
	zstdDecompress(input: Uint8Array): Uint8Array;
	brotliEncoder(options?: BrotliOptions): CodecStream;
	brotliDecoder(): CodecStream;
	zstdEncoder(options?: ZstdOptions): CodecStream;
	zstdDecoder(): CodecStream;
}

/** A failure with the `code`, `errno` and message of Node's zlib, and the output made before it. */
export class CodecError extends Error {
	readonly code: string;
	readonly errno: number;
	/** What the failing call had decoded up to the fault: Node emits it before the error. */
	readonly partial: Uint8Array[];

	constructor(message: string, code: string, errno: number, partial: Uint8Array[] = []) {
		super(message);
		this.code = code;
		this.errno = errno;
		this.partial = partial;
	}
}

/** The module's exports; pointers and lengths are byte offsets into `memory`. */
interface Glue {
	memory: WebAssembly.Memory;
	alloc(bytes: number): number;
	dealloc(pointer: number): void;
	open_brotli_encoder(quality: number, lgwin: number, mode: number, sizeHint: number): number;
	open_brotli_decoder(): number;
	open_zstd_encoder(level: number): number;
	open_zstd_decoder(): number;
	close(kind: number, state: number): void;
	step(kind: number, state: number, operation: number, input: number, length: number): number;
	output(): number;
	consumed(): number;
	produced(): number;
	error(): number;
	error_code(kind: number, error: number): number;
	error_message(kind: number, error: number): number;
}

// The numbers of codecs.c.
const BROTLI_ENCODER = 0;
const BROTLI_DECODER = 1;
const ZSTD_ENCODER = 2;
const ZSTD_DECODER = 3;
/** A setting left at its default; Node, too, takes -1 for that. */
const UNSET = -1;
const STATUS_AGAIN = 1;
const STATUS_END = 2;
const STATUS_ERROR = 3;
const OPERATIONS: Record<CodecOperation, number> = { process: 0, flush: 1, finish: 2 };

const NOTHING = new Uint8Array(0);

const outOfMemory = (what: string) =>
	new CodecError(`Out of memory: no room for ${what}`, 'Z_MEM_ERROR', -4);

class Stream implements CodecStream {
	readonly #glue: Glue;
	readonly #kind: number;
	readonly #decodes: boolean;
	#state: number;
	/** A decoder has reached the end of a stream or frame; an encoder has been finished. */
	#complete = false;
	/** Further input is ignored, as Node ignores what follows a stream. */
	#ignoresInput = false;

	constructor(glue: Glue, kind: number, state: number) {
		if (state === 0) throw outOfMemory('the state of a codec');
		this.#glue = glue;
		this.#kind = kind;
		this.#decodes = kind === BROTLI_DECODER || kind === ZSTD_DECODER;
		this.#state = state;
	}

	push(input: Uint8Array, operation: CodecOperation): Uint8Array[] {
		if (this.#state === 0) {
			throw new CodecError('push() after close() or an error', 'ERR_STREAM_DESTROYED', -2);
		}
		if (this.#complete && !this.#decodes) {
			throw new CodecError("push() after 'finish'", 'ERR_STREAM_WRITE_AFTER_END', -2);
		}
		const pieces: Uint8Array[] = [];
		try {
			// A decoder gives out all it can at each step, so that without input it has nothing to do.
			if (!this.#decodes || (input.length > 0 && !this.#ignoresInput)) {
				this.#run(input, OPERATIONS[operation], pieces);
			}
			if (operation === 'finish' && !this.#complete) {
				throw new CodecError('unexpected end of file', 'Z_BUF_ERROR', -5, pieces);
			}
		} catch (error) {
			this.close();
			throw error;
		}
		return pieces;
	}

	close(): void {
		const state = this.#state;
		this.#state = 0;
		if (state !== 0) this.#glue.close(this.#kind, state);
	}

	#run(input: Uint8Array, operation: number, pieces: Uint8Array[]): void {
		const glue = this.#glue;
		const start = glue.alloc(input.length || 1);
		if (start === 0) throw outOfMemory(`${input.length} bytes of input`);
		try {
			new Uint8Array(glue.memory.buffer).set(input, start);
			let used = 0;
			let status: number;
			do {
				const left = input.length - used;
				status = glue.step(this.#kind, this.#state, operation, start + used, left);
				used += glue.consumed();
				const produced = glue.produced();
				// The step may have grown the memory, which detaches older views.
				const from = glue.output();
				if (produced > 0) {
					pieces.push(new Uint8Array(glue.memory.buffer).slice(from, from + produced));
				}
			} while (status === STATUS_AGAIN);
			if (status === STATUS_ERROR) throw this.#failure(pieces);
			this.#complete = status === STATUS_END;
			// Node takes another zstd frame only when it begins with a later write.
			this.#ignoresInput = this.#complete && (this.#kind === BROTLI_DECODER || used < input.length);
		} finally {
			glue.dealloc(start);
		}
	}

	#failure(pieces: Uint8Array[]): CodecError {
		const { error, error_code, error_message } = this.#glue;
		const number = error();
		const message = this.#text(error_message(this.#kind, number));
		const code = this.#text(error_code(this.#kind, number));
		return new CodecError(message, code, number, pieces);
	}

	/** A C string of ASCII characters. */
	#text(pointer: number): string {
		const bytes = new Uint8Array(this.#glue.memory.buffer);
		return String.fromCharCode(...bytes.subarray(pointer, bytes.indexOf(0, pointer)));
	}
}

function join(pieces: Uint8Array[]): Uint8Array {
	const [only] = pieces;
	if (only === undefined) return NOTHING.slice();
	if (pieces.length === 1) return only;
	const whole = new Uint8Array(pieces.reduce((bytes, piece) => bytes + piece.length, 0));
	let at = 0;
	for (const piece of pieces) {
		whole.set(piece, at);
		at += piece.length;
	}
	return whole;
}

/** All of the input in one 'finish', which is what Node's …Sync functions do. */
function once(stream: CodecStream, input: Uint8Array): Uint8Array {
	try {
		return join(stream.push(input, 'finish'));
	} finally {
		stream.close();
	}
}

/** Instantiates codecs.wasm at once, which only a worker may do; throws what WebAssembly throws. */
export function createCodecs(module: WebAssembly.Module): Codecs {
	const glue = new WebAssembly.Instance(module).exports as unknown as Glue;
	const codecs: Codecs = {
		brotliCompress: (input, options) => once(codecs.brotliEncoder(options), input),
		brotliDecompress: (input) => once(codecs.brotliDecoder(), input),
		zstdCompress: (input, options) => once(codecs.zstdEncoder(options), input),
		zstdDecompress: (input) => once(codecs.zstdDecoder(), input),
		brotliEncoder({ quality = UNSET, lgwin = UNSET, mode = UNSET, sizeHint = UNSET } = {}) {
			const state = glue.open_brotli_encoder(quality, lgwin, mode, sizeHint);
			return new Stream(glue, BROTLI_ENCODER, state);
		},
		brotliDecoder: () => new Stream(glue, BROTLI_DECODER, glue.open_brotli_decoder()),
		zstdEncoder: ({ level = UNSET } = {}) =>
			new Stream(glue, ZSTD_ENCODER, glue.open_zstd_encoder(level)),
		zstdDecoder: () => new Stream(glue, ZSTD_DECODER, glue.open_zstd_decoder()),
	};
	return codecs;
}
