import { nodeError } from '../internal/node-error.ts';
import { encodingOf } from './encodings.ts';

type Needle = string | number | Uint8Array;

function bytesOf(value: Needle, encoding: string | undefined): Uint8Array {
	if (typeof value === 'number') return Uint8Array.of(value);
	if (typeof value === 'string') {
		const codec = encodingOf(encoding);
		if (codec === undefined) throw nodeError('ERR_UNKNOWN_ENCODING', encoding);
		return codec.encode(value);
	}
	if (value instanceof Uint8Array) return value;
	const expected = ['number', 'string', 'Buffer', 'Uint8Array'];
	throw nodeError('ERR_INVALID_ARG_TYPE', 'value', expected, value);
}

/** Uint8Array's own indexOf, which Buffer's hides. */
const indexOfByte = (bytes: Uint8Array, byte: number, from: number) =>
	Uint8Array.prototype.indexOf.call(bytes, byte, from);

function isAt(bytes: Uint8Array, needle: Uint8Array, start: number): boolean {
	for (let at = 0; at < needle.length; at++) if (bytes[start + at] !== needle[at]) return false;
	return true;
}

/** Where the needle stands, from an offset on or, backwards, up to it; -1 if nowhere. */
function find(
	bytes: Uint8Array,
	value: Needle,
	offset: number | string | undefined,
	encoding: string | undefined,
	isBackward: boolean,
): number {
	const name = typeof offset === 'string' ? offset : encoding;
	const needle = bytesOf(value, name);
	let from =
		typeof offset === 'string' || Number.isNaN(Number(offset ?? NaN))
			? NaN
			: Math.trunc(Number(offset));
	if (Number.isNaN(from)) from = isBackward ? bytes.length : 0;
	if (from < 0) from += bytes.length;
	if (from < 0 && isBackward) return -1;
	from = Math.max(0, from);
	const last = bytes.length - needle.length;
	if (isBackward) {
		for (let at = Math.min(from, last); at >= 0; at--) if (isAt(bytes, needle, at)) return at;
		return -1;
	}
	const [first] = needle;
	if (first === undefined) return Math.min(from, bytes.length);
	for (
		let at = indexOfByte(bytes, first, from);
		at !== -1 && at <= last;
		at = indexOfByte(bytes, first, at + 1)
	) {
		if (isAt(bytes, needle, at)) return at;
	}
	return -1;
}

type Compare = (a: Uint8Array, b: Uint8Array) => number;

/** The methods that compare and search. */
export const searchMethods = (compare: Compare) => ({
	equals(this: Uint8Array, other: Uint8Array): boolean {
		if (!(other instanceof Uint8Array)) {
			throw nodeError('ERR_INVALID_ARG_TYPE', 'otherBuffer', ['Buffer', 'Uint8Array'], other);
		}
		return this.length === other.length && compare(this, other) === 0;
	},
	compare(
		this: Uint8Array,
		target: Uint8Array,
		targetStart = 0,
		targetEnd = target.length,
		start = 0,
		end = this.length,
	): number {
		return compare(this.subarray(start, end), target.subarray(targetStart, targetEnd));
	},
	indexOf(this: Uint8Array, value: Needle, offset?: number | string, encoding?: string): number {
		return find(this, value, offset, encoding, false);
	},
	lastIndexOf(
		this: Uint8Array,
		value: Needle,
		offset?: number | string,
		encoding?: string,
	): number {
		return find(this, value, offset, encoding, true);
	},
	includes(this: Uint8Array, value: Needle, offset?: number | string, encoding?: string): boolean {
		return find(this, value, offset, encoding, false) !== -1;
	},
});
