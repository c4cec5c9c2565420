import { nodeError } from '../internal/node-error.ts';
import { type Codec, encodingOf, encodings } from './encodings.ts';
import { FastBuffer } from './fast-buffer.ts';

const encoder = new TextEncoder();

function codecOf(name: string | undefined | null): Codec {
	const codec = encodingOf(name);
	if (codec === undefined) throw nodeError('ERR_UNKNOWN_ENCODING', name);
	return codec;
}

/** Writes what fits; a character of several bytes is written whole or not at all. */
function writeText(
	buffer: Uint8Array,
	text: string,
	offset: number,
	length: number,
	name: string | undefined,
): number {
	const codec = codecOf(name);
	const room = buffer.subarray(offset, offset + length);
	if (codec === encodings.utf8) return encoder.encodeInto(text, room).written;
	const bytes = codec.encode(text);
	const size = codec === encodings.utf16le ? room.length & ~1 : room.length;
	const part = bytes.subarray(0, size);
	room.set(part);
	return part.length;
}

/** The methods that turn bytes into text and back, slice and copy. */
export const textMethods: Record<string, unknown> & ThisType<Buffer> = {
	toString(this: Buffer, encoding?: string, start: number = 0, end: number = this.length): string {
		const from = Math.min(this.length, Math.max(0, Math.trunc(Number(start)) || 0));
		const to = Math.min(this.length, Math.trunc(Number(end)) || 0);
		if (to <= from) return '';
		const bytes = from === 0 && to === this.length ? this : this.subarray(from, to);
		return codecOf(encoding).decode(bytes);
	},
	toLocaleString(encoding?: string, start?: number, end?: number): string {
		return this.toString(encoding as BufferEncoding, start, end);
	},
	toJSON() {
		return { type: 'Buffer', data: Array.from(this) };
	},
	write(text: string, a?: number | string, b?: number | string, c?: string): number {
		if (typeof text !== 'string') {
			throw nodeError('ERR_INVALID_ARG_TYPE', 'argument', 'string', text);
		}
		if (typeof a === 'string') return writeText(this, text, 0, this.length, a);
		const offset = a ?? 0;
		if (!(offset >= 0 && offset <= this.length)) {
			throw nodeError('ERR_OUT_OF_RANGE', 'offset', `>= 0 && <= ${this.length}`, offset);
		}
		const length = typeof b === 'number' ? b : this.length - offset;
		return writeText(this, text, offset, length, typeof b === 'string' ? b : c);
	},
	slice(start?: number, end?: number): Buffer {
		return this.subarray(start, end);
	},
	subarray(this: Buffer, start: number = 0, end: number = this.length): Buffer {
		const size = this.length;
		const clamp = (at: number) => {
			const whole = Math.trunc(Number(at)) || 0;
			return whole < 0 ? Math.max(0, size + whole) : Math.min(size, whole);
		};
		const from = clamp(start);
		const length = Math.max(0, clamp(end) - from);
		return new FastBuffer(this.buffer, this.byteOffset + from, length) as unknown as Buffer;
	},
	copy(
		this: Buffer,
		target: Uint8Array,
		targetStart: number = 0,
		start: number = 0,
		end: number = this.length,
	): number {
		if (targetStart >= target.length || start >= end) return 0;
		const part = this.subarray(start, Math.min(end, start + target.length - targetStart));
		target.set(part, targetStart);
		return part.length;
	},
	fill(
		value: string | number | Uint8Array,
		a?: number | string,
		b?: number | string,
		c?: string,
	): Buffer {
		const encoding = [a, b, c].find((each) => typeof each === 'string');
		const start = typeof a === 'number' ? a : 0;
		const end = typeof b === 'number' ? b : this.length;
		if (typeof value === 'number') {
			Uint8Array.prototype.fill.call(this, value & 255, start, end);
			return this;
		}
		if (typeof value === 'boolean') return this.fill(Number(value), start, end);
		const bytes = typeof value === 'string' ? codecOf(encoding).encode(value) : value;
		if (bytes.length === 0) {
			if ((typeof value === 'string' && value !== '') || typeof value !== 'string') {
				throw nodeError('ERR_INVALID_ARG_VALUE', 'value', value);
			}
			Uint8Array.prototype.fill.call(this, 0, start, end);
			return this;
		}
		const size = end - start;
		if (size <= 0) return this;
		this.set(bytes.subarray(0, size), start);
		// Twice as much each time: a byte at a time costs milliseconds for a large page.
		for (let done = bytes.length; done < size; done *= 2) {
			this.copyWithin(start + done, start, start + Math.min(done, size - done));
		}
		return this;
	},
};

for (const [short, name] of [
	['utf8', 'utf8'],
	['ucs2', 'utf16le'],
	['latin1', 'latin1'],
	['ascii', 'ascii'],
	['base64', 'base64'],
	['base64url', 'base64url'],
	['hex', 'hex'],
] as const) {
	textMethods[`${short}Slice`] = function (this: Buffer, start?: number, end?: number): string {
		return this.toString(name, start, end);
	};
	textMethods[`${short}Write`] = function (
		this: Buffer,
		text: string,
		offset: number = 0,
		length: number = this.length - offset,
	): number {
		return writeText(this, text, offset, length, name);
	};
}
