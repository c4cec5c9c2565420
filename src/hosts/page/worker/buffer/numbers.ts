// readUInt32BE() and its many sisters, made from a table over DataView.

import { nodeError } from '../internal/node-error.ts';

type Value = number | bigint;

function fail(name: string, ...args: unknown[]): never {
	throw nodeError(name, ...args);
}

const grouped = (value: Value) => {
	const text = String(value);
	const isBig = Math.abs(Number(value)) > 2 ** 32;
	return isBig
		? text.replace(/\B(?=(\d{3})+$)/g, '_') + (typeof value === 'bigint' ? 'n' : '')
		: text;
};

/** Node's check of an offset: a number, whole, and with room for `bytes` after it. */
function checkOffset(buffer: Uint8Array, offset: unknown, bytes: number): asserts offset is number {
	if (typeof offset !== 'number') fail('ERR_INVALID_ARG_TYPE', 'offset', 'number', offset);
	if (!Number.isInteger(offset)) fail('ERR_OUT_OF_RANGE', 'offset', 'an integer', offset);
	const last = buffer.length - bytes;
	if (last < 0) fail('ERR_BUFFER_OUT_OF_BOUNDS');
	if (offset < 0 || offset > last)
		fail('ERR_OUT_OF_RANGE', 'offset', `>= 0 and <= ${last}`, offset);
}

function checkValue(value: Value, min: Value, max: Value): void {
	if (value >= min && value <= max) return;
	const n = typeof min === 'bigint' ? 'n' : '';
	fail(
		'ERR_OUT_OF_RANGE',
		'value',
		`>= ${grouped(min)}${n && !String(grouped(min)).endsWith('n') ? n : ''} and <= ${grouped(max)}${n && !grouped(max).endsWith('n') ? n : ''}`,
		value,
	);
}

const view = (buffer: Uint8Array) =>
	new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);

interface Kind {
	/** The name between read/write and LE/BE, and the name of DataView's methods. */
	name: string;
	native:
		| 'Uint8'
		| 'Int8'
		| 'Uint16'
		| 'Int16'
		| 'Uint32'
		| 'Int32'
		| 'Float32'
		| 'Float64'
		| 'BigUint64'
		| 'BigInt64';
	bytes: number;
	range?: readonly [min: Value, max: Value];
}

const KINDS: readonly Kind[] = [
	{ name: 'UInt8', native: 'Uint8', bytes: 1, range: [0, 2 ** 8 - 1] },
	{ name: 'Int8', native: 'Int8', bytes: 1, range: [-(2 ** 7), 2 ** 7 - 1] },
	{ name: 'UInt16', native: 'Uint16', bytes: 2, range: [0, 2 ** 16 - 1] },
	{ name: 'Int16', native: 'Int16', bytes: 2, range: [-(2 ** 15), 2 ** 15 - 1] },
	{ name: 'UInt32', native: 'Uint32', bytes: 4, range: [0, 2 ** 32 - 1] },
	{ name: 'Int32', native: 'Int32', bytes: 4, range: [-(2 ** 31), 2 ** 31 - 1] },
	{ name: 'Float', native: 'Float32', bytes: 4 },
	{ name: 'Double', native: 'Float64', bytes: 8 },
	{ name: 'BigUInt64', native: 'BigUint64', bytes: 8, range: [0n, 2n ** 64n - 1n] },
	{ name: 'BigInt64', native: 'BigInt64', bytes: 8, range: [-(2n ** 63n), 2n ** 63n - 1n] },
];

type Method = (this: Uint8Array, ...args: never[]) => unknown;

/** All methods that read and write numbers. */
export const numberMethods: Record<string, Method> = {};

function add(name: string, method: Method): void {
	numberMethods[name] = method;
	// Node has each unsigned one by two names.
	if (name.includes('UInt')) numberMethods[name.replace('UInt', 'Uint')] = method;
}

for (const { name, native, bytes, range } of KINDS) {
	for (const ending of bytes === 1 ? [''] : ['LE', 'BE']) {
		const isLittle = ending === 'LE';
		add(`read${name}${ending}`, function (offset: number = 0) {
			checkOffset(this, offset, bytes);
			return view(this)[`get${native}`](offset, isLittle);
		});
		add(`write${name}${ending}`, function (value: never, offset: number = 0) {
			const given: Value = range !== undefined && typeof range[0] === 'bigint' ? value : +value;
			if (range !== undefined) checkValue(given, ...range);
			checkOffset(this, offset, bytes);
			view(this)[`set${native}`](offset, given as never, isLittle);
			return offset + bytes;
		});
	}
}

function checkBytes(bytes: unknown): asserts bytes is number {
	if (bytes === undefined) fail('ERR_INVALID_ARG_TYPE', 'byteLength', 'number', bytes);
	if (typeof bytes !== 'number') fail('ERR_INVALID_ARG_TYPE', 'byteLength', 'number', bytes);
	if (!(bytes >= 1 && bytes <= 6)) fail('ERR_OUT_OF_RANGE', 'byteLength', '>= 1 and <= 6', bytes);
}

for (const ending of ['LE', 'BE']) {
	const indexOf = (at: number, bytes: number) => (ending === 'LE' ? at : bytes - 1 - at);
	for (const isSigned of [false, true]) {
		const name = isSigned ? 'Int' : 'UInt';
		add(`read${name}${ending}`, function (offset: number, bytes: number) {
			checkBytes(bytes);
			checkOffset(this, offset, bytes);
			let value = 0;
			for (let at = bytes - 1; at >= 0; at--) {
				value = value * 256 + (this[offset + indexOf(at, bytes)] ?? 0);
			}
			return isSigned && value >= 2 ** (8 * bytes - 1) ? value - 2 ** (8 * bytes) : value;
		});
		add(`write${name}${ending}`, function (given: number, offset: number, bytes: number) {
			checkBytes(bytes);
			const top = 2 ** (8 * bytes - (isSigned ? 1 : 0));
			let value = +given;
			checkValue(value, isSigned ? -top : 0, top - 1);
			checkOffset(this, offset, bytes);
			if (value < 0) value += 2 ** (8 * bytes);
			for (let at = 0; at < bytes; at++) {
				this[offset + indexOf(at, bytes)] = value % 256;
				value = Math.floor(value / 256);
			}
			return offset + bytes;
		});
	}
}

for (const bits of [16, 32, 64]) {
	const bytes = bits / 8;
	add(`swap${bits}`, function () {
		if (this.length % bytes !== 0) fail('ERR_INVALID_BUFFER_SIZE', `${bits}-bits`);
		for (let at = 0; at < this.length; at += bytes) this.subarray(at, at + bytes).reverse();
		return this;
	});
}
