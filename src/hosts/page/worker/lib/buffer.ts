// The npm package `buffer`, with what Node's has and it lacks, and the browser's own text codecs
// where its loops in JavaScript would be slow.

import npm from 'npm:buffer';
import { FastBuffer } from './fast-buffer.ts';
import { customInspectSymbol } from '../internal/util.ts';
import { inspectBuffer } from './buffer-inspect.ts';

export const Buffer = npm.Buffer;
export const constants = { MAX_LENGTH: 2 ** 31 - 1, MAX_STRING_LENGTH: 2 ** 29 - 24 };
export const kMaxLength = constants.MAX_LENGTH;
export const kStringMaxLength = constants.MAX_STRING_LENGTH;
export const INSPECT_MAX_BYTES = 50;
export const Blob = globalThis.Blob;
export const File = globalThis.File;
export const atob = globalThis.atob;
export const btoa = globalThis.btoa;
export const isUtf8 = (bytes: Uint8Array) => {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
};
export const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80);

/** From this length on the browser's codecs beat the loops of the package. */
const LONG = 64;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const { from, byteLength, isEncoding, alloc, allocUnsafe } = npm.Buffer;
const { toString, write, fill, indexOf } = npm.Buffer.prototype;
type Encoding = BufferEncoding | undefined;

const isUtf8Name = (encoding: unknown) =>
	encoding === undefined || encoding === 'utf8' || encoding === 'utf-8' || encoding === 'UTF-8';
const isBase64Url = (encoding: unknown) =>
	typeof encoding === 'string' && encoding.toLowerCase() === 'base64url';
const asBase64 = (encoding: unknown) => (isBase64Url(encoding) ? 'base64' : (encoding as Encoding));
const view = (bytes: Uint8Array) =>
	FastBuffer(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);

Object.assign(npm.Buffer, {
	from(value: string, encoding?: Encoding, length?: number) {
		if (typeof value !== 'string') return from(value, encoding as never, length as never);
		if (isUtf8Name(encoding) && value.length >= LONG) return view(encoder.encode(value));
		return from(value, asBase64(encoding));
	},
	byteLength(value: string, encoding?: Encoding) {
		if (!isBase64Url(encoding)) return byteLength(value, encoding);
		return Math.floor((value.replace(/=+$/, '').length * 3) / 4);
	},
	isEncoding: (encoding: string) => isEncoding(encoding) || isBase64Url(encoding),
	allocUnsafeSlow: allocUnsafe,
	alloc(size: number, value?: string | number, encoding?: Encoding) {
		if (value === undefined || value === 0) return alloc(size);
		return alloc(size, value as string, asBase64(encoding));
	},
	copyBytesFrom(array: Uint8Array, offset = 0, length = array.length - offset) {
		const part = array.subarray(offset, offset + length);
		return from(new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice());
	},
	poolSize: 8192,
});

Object.assign(npm.Buffer.prototype, {
	toString(this: Buffer, encoding?: Encoding, start = 0, end = this.length): string {
		if (isUtf8Name(encoding) && end - start >= LONG) {
			return decoder.decode(this.subarray(Math.max(0, start), end));
		}
		if (isBase64Url(encoding)) {
			const text = toString.call(this, 'base64', start, end);
			return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
		}
		return toString.call(this, encoding, start, end);
	},
	write(this: Buffer, text: string, ...rest: (number | string)[]): number {
		return write.apply(this, [text, ...rest.map(asBase64)] as unknown as [string]);
	},
	fill(this: Buffer, value: string, ...rest: (number | string)[]): Buffer {
		return fill.apply(this, [value, ...rest.map(asBase64)] as unknown as [string]);
	},
	indexOf(this: Buffer, value: string, offset?: number | Encoding, encoding?: Encoding): number {
		return indexOf.call(this, value, asBase64(offset) as number, asBase64(encoding) as never);
	},
	utf8Write(this: Buffer, text: string, offset = 0, length = this.length - offset): number {
		return encoder.encodeInto(text, this.subarray(offset, offset + length)).written;
	},
	utf8Slice(this: Buffer, start?: number, end?: number): string {
		return this.toString('utf8', start, end);
	},
	latin1Slice(this: Buffer, start?: number, end?: number): string {
		return this.toString('latin1', start, end);
	},
	[customInspectSymbol]: inspectBuffer,
	inspect: inspectBuffer,
});

// Loops over a Buffer must not see its methods.
for (const key of Object.keys(npm.Buffer.prototype)) {
	const own = Object.getOwnPropertyDescriptor(npm.Buffer.prototype, key);
	if (own?.configurable) Object.defineProperty(npm.Buffer.prototype, key, { enumerable: false });
}

/** Node's old name for allocUnsafeSlow. */
export function SlowBuffer(size: number): Buffer {
	return allocUnsafe(size);
}

/** Changes the encoding of text in bytes. */
export function transcode(bytes: Uint8Array, fromEncoding: Encoding, toEncoding: Encoding): Buffer {
	return npm.Buffer.from(view(bytes).toString(fromEncoding), toEncoding);
}
