// Hashes by noble, random numbers by the browser.

import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { Transform } from 'node:stream';
import { nodeError } from '../internal/node-error.ts';
import { validateFunction, validateInteger, validateString } from 'internal/validators';
import { nextTick } from '../loop/ticks.ts';
import { missing } from '../program/missing.ts';

type Data = string | ArrayBufferView | ArrayBuffer;
type OutputEncoding = BufferEncoding | 'buffer';

/** noble's running hash. */
interface Running {
	update(bytes: Uint8Array): unknown;
	digest(): Uint8Array;
	clone(): Running;
}

const algorithms = { md5, sha1, sha224, sha256, sha384, sha512 };
const byName = new Map<string, (typeof algorithms)['sha256']>(
	Object.entries(algorithms) as [string, (typeof algorithms)['sha256']][],
);

function algorithm(name: string) {
	const key = name
		.toLowerCase()
		.replace(/^rsa-/, '')
		.replace(/^sha-(?=\d)/, 'sha');
	return byName.get(key);
}

function bytesOf(data: Data, encoding?: BufferEncoding, name = 'data'): Uint8Array {
	if (typeof data === 'string') return Buffer.from(data, encoding);
	if (ArrayBuffer.isView(data)) {
		return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
	}
	if (data instanceof ArrayBuffer) return new Uint8Array(data);
	throw nodeError(
		'ERR_INVALID_ARG_TYPE',
		name,
		['string', 'Buffer', 'TypedArray', 'DataView'],
		data,
	);
}

function encoded(bytes: Uint8Array, encoding?: OutputEncoding): Buffer | string {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return encoding === undefined || encoding === 'buffer' ? buffer : buffer.toString(encoding);
}

const fail = (code: string, message: string) => Object.assign(new Error(message), { code });

/** A running hash or HMAC, which is also a stream that gives out its digest. */
class Digest extends Transform {
	protected running: Running;
	#isDone = false;

	constructor(running: Running) {
		super();
		this.running = running;
	}

	update(data: Data, encoding?: BufferEncoding): this {
		if (this.#isDone) throw fail('ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
		this.running.update(bytesOf(data, encoding));
		return this;
	}

	digest(encoding?: OutputEncoding): Buffer | string {
		if (this.#isDone) throw fail('ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
		this.#isDone = true;
		return encoded(this.running.digest(), encoding);
	}

	override _transform(chunk: Data, encoding: BufferEncoding, done: () => void): void {
		this.update(chunk, encoding);
		done();
	}

	override _flush(done: () => void): void {
		this.push(this.digest());
		done();
	}
}

/** What createHash returns. */
export class Hash extends Digest {
	copy(): Hash {
		return new Hash(this.running.clone());
	}
}

/** What createHmac returns. */
export class Hmac extends Digest {}

/** A running hash; throws for an algorithm that is not known. */
export function createHash(name: string): Hash {
	validateString(name, 'algorithm');
	const found = algorithm(name);
	if (found === undefined) throw new Error('Digest method not supported');
	return new Hash(found.create());
}

/** A running HMAC; throws for an algorithm that is not known. */
export function createHmac(name: string, key: Data): Hmac {
	validateString(name, 'hmac');
	const found = algorithm(name);
	if (found === undefined) throw fail('ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);
	return new Hmac(hmac.create(found, bytesOf(key, undefined, 'key')));
}

/** The digest of one piece of data, as hexadecimal text unless told otherwise. */
export function hash(name: string, data: Data, encoding: OutputEncoding = 'hex'): Buffer | string {
	return createHash(name).update(data).digest(encoding);
}

export const getHashes = () => [...byName.keys()];

/** Random bytes, given back or to a callback. */
export function randomBytes(
	size: number,
	callback?: (error: Error | null, bytes: Buffer) => void,
): Buffer | undefined {
	validateInteger(size, 'size', 0, 2 ** 31 - 1);
	const bytes = randomFillSync(Buffer.alloc(size));
	if (callback === undefined) return bytes;
	validateFunction(callback, 'callback');
	// Node makes them in a thread, so the callback comes in a later task.
	setImmediate(() => callback(null, bytes));
	return undefined;
}

/** Fills a buffer with random bytes. */
export function randomFillSync<T extends Uint8Array>(bytes: T): T {
	for (let at = 0; at < bytes.length; at += 65_536) {
		globalThis.crypto.getRandomValues(bytes.subarray(at, at + 65_536) as Uint8Array<ArrayBuffer>);
	}
	return bytes;
}

/** A random version 4 UUID; made by hand where the page is not in a secure context. */
export function randomUUID(): string {
	const bytes = randomFillSync(Buffer.alloc(16));
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
	return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A random integer from `min` (0 if left out) up to but without `max`. */
export function randomInt(
	minOrMax: number,
	maxOrDone?: number | ((error: Error | null, value: number) => void),
	done?: (error: Error | null, value: number) => void,
): number | undefined {
	const hasMin = typeof maxOrDone === 'number';
	const [min, max] = hasMin ? [minOrMax, maxOrDone] : [0, minOrMax];
	const callback = hasMin ? done : maxOrDone;
	const range = max - min;
	if (!(range > 0) || range > 2 ** 48 - 1) {
		throw Object.assign(
			new RangeError(
				`The value of "max" is out of range. It must be greater than the value of "min" (${min}). Received ${max}`,
			),
			{ code: 'ERR_OUT_OF_RANGE' },
		);
	}
	const limit = 2 ** 48 - (2 ** 48 % range);
	let random: number;
	do {
		random = randomFillSync(Buffer.alloc(6)).readUIntBE(0, 6);
	} while (random >= limit);
	const value = min + (random % range);
	if (typeof callback !== 'function') return value;
	nextTick(() => callback(null, value));
	return undefined;
}

/** Compares without telling by its time where two buffers differ; throws if lengths differ. */
export function timingSafeEqual(a: ArrayBufferView, b: ArrayBufferView): boolean {
	const [left, right] = [bytesOf(a, undefined, 'buf1'), bytesOf(b, undefined, 'buf2')];
	if (left.length !== right.length) {
		throw Object.assign(new RangeError('Input buffers must have the same byte length'), {
			code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
		});
	}
	let difference = 0;
	for (let at = 0; at < left.length; at++) difference |= (left[at] ?? 0) ^ (right[at] ?? 0);
	return difference === 0;
}

/** Web Crypto: the browser's own where there is one, else digests and random numbers. */
export const webcrypto = (globalThis.crypto.subtle as SubtleCrypto | undefined)
	? globalThis.crypto
	: ownWebcrypto();
export const subtle = webcrypto.subtle;
export const getRandomValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto);

/** A frame of opaque origin is no secure context, and browsers then hide `crypto.subtle`. */
function ownWebcrypto(): Crypto {
	const digest = async (name: string | { name: string }, data: ArrayBuffer | ArrayBufferView) => {
		const found = algorithm(typeof name === 'string' ? name : name.name);
		if (found === undefined)
			throw new DOMException('Unrecognized algorithm name', 'NotSupportedError');
		return found(bytesOf(data)).slice().buffer;
	};
	const subtle = new Proxy(
		{ digest },
		{
			get: (target, key) =>
				Reflect.get(target, key) ??
				(typeof key === 'symbol' || key === 'then'
					? undefined
					: missing('node:crypto', `subtle.${key}`)),
		},
	);
	Object.defineProperties(globalThis.crypto, {
		subtle: { value: subtle, configurable: true },
		randomUUID: { value: randomUUID, configurable: true },
	});
	return globalThis.crypto;
}
