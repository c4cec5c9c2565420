// node:string_decoder: text out of pieces of bytes, with characters that are cut kept for the next.

import { nodeError } from '../internal/node-error.ts';
import { encodingOf, encodings } from '../buffer/encodings.ts';
import { normalizeEncoding } from '../internal/util.ts';

/** How many bytes belong together where it is not the browser's decoder that keeps the rest. */
const GROUP_BYTES: Record<string, number> = { base64: 3, base64url: 3, utf16le: 2 };

/** Decodes bytes as they come; end() gives out what is left. */
export class StringDecoder {
	readonly encoding: string;
	readonly #utf8: TextDecoder | undefined;
	#rest = new Uint8Array(0);

	constructor(encoding?: string) {
		const name = normalizeEncoding(encoding);
		if (name === undefined) throw nodeError('ERR_UNKNOWN_ENCODING', encoding);
		this.encoding = name;
		this.#utf8 = name === 'utf8' ? new TextDecoder('utf-8', { ignoreBOM: true }) : undefined;
	}

	write(chunk: Uint8Array | string): string {
		if (typeof chunk === 'string') return chunk;
		if (!ArrayBuffer.isView(chunk)) {
			const expected = ['Buffer', 'TypedArray', 'DataView'];
			throw nodeError('ERR_INVALID_ARG_TYPE', 'buf', expected, chunk);
		}
		if (this.#utf8 !== undefined) return this.#utf8.decode(chunk, { stream: true });
		const codec = encodingOf(this.encoding) ?? encodings.utf8;
		const group = GROUP_BYTES[this.encoding];
		if (group === undefined) return codec.decode(chunk);
		const bytes = new Uint8Array(this.#rest.length + chunk.length);
		bytes.set(this.#rest);
		bytes.set(chunk, this.#rest.length);
		let whole = bytes.length - (bytes.length % group);
		// The first half of a pair of UTF-16 waits for the second.
		const isHalf = group === 2 && whole > 0 && ((bytes[whole - 1] ?? 0) & 0xfc) === 0xd8;
		if (isHalf) whole -= 2;
		this.#rest = bytes.slice(whole);
		return codec.decode(bytes.subarray(0, whole));
	}

	end(chunk?: Uint8Array | string): string {
		const text = chunk === undefined ? '' : this.write(chunk);
		if (this.#utf8 !== undefined) return text + this.#utf8.decode();
		const rest = this.#rest;
		this.#rest = new Uint8Array(0);
		return text + (encodingOf(this.encoding) ?? encodings.utf8).decode(rest);
	}

	text(chunk: Uint8Array, offset: number): string {
		return this.write(chunk.subarray(offset));
	}
}
