// node:buffer on the browser's own bytes and text codecs.

import { nodeError } from '../internal/node-error.ts';
import { validateFunction } from 'internal/validators';
import { inspectBuffer } from '../buffer/inspect.ts';
import { encodingOf, type Encoding, encodings } from '../buffer/encodings.ts';
import { FastBuffer, prototype } from '../buffer/fast-buffer.ts';
import { numberMethods } from '../buffer/numbers.ts';
import { searchMethods } from '../buffer/search.ts';
import { textMethods } from '../buffer/text.ts';
import { customInspectSymbol } from '../internal/util.ts';

export const kMaxLength = 2 ** 33 - 1;
export const kStringMaxLength = 2 ** 29 - 24;
export const constants = { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: kStringMaxLength };
export const INSPECT_MAX_BYTES = 50;
export const Blob = globalThis.Blob;
export const File = globalThis.File;
export const atob = globalThis.atob;
export const btoa = globalThis.btoa;

type Source = string | ArrayBufferLike | ArrayBufferView | ArrayLike<number> | object;

function fail(name: string, ...args: unknown[]): never {
	throw nodeError(name, ...args);
}

/** The constructor, which Node keeps for old programs: Buffer.from() or Buffer.alloc(). */
export function Buffer(
	value: Source | number,
	encodingOrOffset?: unknown,
	length?: number,
): Buffer {
	return typeof value === 'number' ? alloc(value) : from(value, encodingOrOffset, length);
}

function from(value: Source, encodingOrOffset?: unknown, length?: number): Buffer {
	if (typeof value === 'string') return fromString(value, encodingOrOffset);
	if (typeof value === 'object' && value !== null) {
		if (isArrayBuffer(value)) return fromArrayBuffer(value, encodingOrOffset, length);
		const plain = (value as { valueOf?: () => unknown }).valueOf?.();
		if (plain !== null && plain !== value && ['string', 'object'].includes(typeof plain)) {
			return from(plain as Source, encodingOrOffset, length);
		}
		const made = fromObject(value);
		if (made !== undefined) return made;
		const primitive = (value as { [Symbol.toPrimitive]?: (hint: string) => unknown })[
			Symbol.toPrimitive
		]?.('string');
		if (typeof primitive === 'string') return fromString(primitive, encodingOrOffset);
	}
	return fail(
		'ERR_INVALID_ARG_TYPE',
		'first argument',
		['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'],
		value,
	);
}

function fromString(text: string, encoding: unknown): Buffer {
	const name = typeof encoding === 'string' && encoding !== '' ? encoding : 'utf8';
	const codec = encodingOf(name) ?? fail('ERR_UNKNOWN_ENCODING', name);
	return FastBuffer.over(codec.encode(text));
}

function isArrayBuffer(value: object): value is ArrayBuffer {
	return /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
}

function fromArrayBuffer(buffer: ArrayBuffer, byteOffset: unknown, length?: unknown): Buffer {
	const offset = Number(byteOffset) || 0;
	const left = buffer.byteLength - offset;
	if (left < 0) fail('ERR_BUFFER_OUT_OF_BOUNDS', 'offset');
	let bytes = left;
	if (length !== undefined) {
		bytes = Math.max(0, Number(length) || 0);
		if (bytes > left) fail('ERR_BUFFER_OUT_OF_BOUNDS', 'length');
	}
	return new FastBuffer(buffer, offset, bytes) as unknown as Buffer;
}

function fromObject(value: object): Buffer | undefined {
	const { length, type, data } = value as { length?: unknown; type?: unknown; data?: unknown };
	if (length !== undefined) {
		if (typeof length !== 'number') return FastBuffer.over(new Uint8Array(0));
		return FastBuffer.over(Uint8Array.from(value as ArrayLike<number>));
	}
	const list = type === 'Buffer' && Array.isArray(data) ? (data as number[]) : undefined;
	return list && FastBuffer.over(Uint8Array.from(list));
}

function checkSize(size: unknown): asserts size is number {
	if (typeof size !== 'number') fail('ERR_INVALID_ARG_TYPE', 'size', 'number', size);
	if (!(size >= 0 && size <= kMaxLength)) {
		fail('ERR_OUT_OF_RANGE', 'size', `>= 0 && <= ${kMaxLength}`, size);
	}
}

function alloc(size: number, value?: string | number | Uint8Array, encoding?: string): Buffer {
	checkSize(size);
	const buffer = new FastBuffer(new ArrayBuffer(size)) as unknown as Buffer;
	if (value !== undefined && value !== 0 && size > 0)
		buffer.fill(value as string, encoding as Encoding);
	return buffer;
}

function concat(list: readonly Uint8Array[], total?: number): Buffer {
	if (!Array.isArray(list)) fail('ERR_INVALID_ARG_TYPE', 'list', 'Array', list);
	list.forEach((part, at) => {
		if (!(part instanceof Uint8Array)) {
			fail('ERR_INVALID_ARG_TYPE', `list[${at}]`, ['Buffer', 'Uint8Array'], part);
		}
	});
	const bytes = total ?? list.reduce((sum, part) => sum + part.length, 0);
	const whole = new FastBuffer(bytes) as unknown as Buffer;
	let at = 0;
	for (const part of list) {
		if (at >= bytes) break;
		whole.set(part.subarray(0, bytes - at), at);
		at += part.length;
	}
	return whole;
}

function compare(a: Uint8Array, b: Uint8Array): number {
	for (const [name, value] of [
		['buf1', a],
		['buf2', b],
	] as const) {
		if (!(value instanceof Uint8Array)) {
			fail('ERR_INVALID_ARG_TYPE', name, ['Buffer', 'Uint8Array'], value);
		}
	}
	const shared = Math.min(a.length, b.length);
	for (let at = 0; at < shared; at++) {
		const difference = (a[at] ?? 0) - (b[at] ?? 0);
		if (difference !== 0) return Math.sign(difference);
	}
	return Math.sign(a.length - b.length);
}

function byteLength(value: unknown, encoding?: string): number {
	if (typeof value === 'string') return (encodingOf(encoding) ?? encodings.utf8).byteLength(value);
	if (ArrayBuffer.isView(value)) return value.byteLength;
	if (typeof value === 'object' && value !== null && isArrayBuffer(value)) return value.byteLength;
	return fail('ERR_INVALID_ARG_TYPE', 'string', ['string', 'Buffer', 'ArrayBuffer'], value);
}

Object.setPrototypeOf(Buffer, Uint8Array);
Object.defineProperty(Buffer, 'name', { value: 'Buffer' });
Object.defineProperty(Buffer, 'prototype', { value: prototype });
Object.defineProperty(Buffer, Symbol.species, { get: () => FastBuffer, configurable: true });
Object.assign(Buffer, {
	poolSize: 8192,
	from,
	of: (...values: number[]) => FastBuffer.over(Uint8Array.from(values)),
	alloc,
	allocUnsafe: (size: number) => alloc(size),
	allocUnsafeSlow: (size: number) => alloc(size),
	concat,
	compare,
	byteLength,
	isBuffer: (value: unknown) => prototype.isPrototypeOf(value as object),
	isEncoding: (name: unknown) =>
		typeof name === 'string' && name !== '' && encodingOf(name) !== undefined,
	copyBytesFrom(view: Uint8Array, offset = 0, length = view.length - offset) {
		const part = view.subarray(offset, offset + length);
		return from(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
	},
});

const methods = {
	...numberMethods,
	...searchMethods(compare),
	...textMethods,
	[customInspectSymbol]: inspectBuffer,
	inspect: inspectBuffer,
};
for (const [name, value] of [
	...Object.entries(methods),
	['constructor', Buffer],
	[customInspectSymbol, inspectBuffer],
] as const) {
	Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
}
Object.defineProperty(prototype, 'parent', {
	get(this: Uint8Array) {
		return this.buffer;
	},
	configurable: true,
});
Object.defineProperty(prototype, 'offset', {
	get(this: Uint8Array) {
		return this.byteOffset;
	},
	configurable: true,
});

/** Node's old name for allocUnsafeSlow. */
export function SlowBuffer(size: number): Buffer {
	return alloc(size);
}

/** Whether the bytes are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}

/** Whether the bytes are all ASCII. */
export function isAscii(bytes: Uint8Array): boolean {
	return bytes.every((byte) => byte < 0x80);
}

/** Changes the encoding of text in bytes. */
export function transcode(bytes: Uint8Array, fromEncoding: string, toEncoding: string): Buffer {
	const decode = encodingOf(fromEncoding)?.decode ?? fail('ERR_UNKNOWN_ENCODING', fromEncoding);
	return fromString(decode(bytes), toEncoding);
}

/** Resolves an object URL; a page's blobs are not Node's. */
export function resolveObjectURL(): undefined {
	validateFunction(resolveObjectURL, 'resolveObjectURL');
	return undefined;
}
