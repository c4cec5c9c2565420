// Text to bytes and back, by Node's names of encodings.

export type Encoding = BufferEncoding;

export interface Codec {
	encode(text: string): Uint8Array;
	decode(bytes: Uint8Array): string;
	byteLength(text: string): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** How many characters fromCharCode takes at once without running out of stack. */
const PIECE = 8192;

function fromCharCodes(codes: Uint8Array | Uint16Array): string {
	let text = '';
	for (let at = 0; at < codes.length; at += PIECE) {
		text += String.fromCharCode(...codes.subarray(at, at + PIECE));
	}
	return text;
}

function fromCharacters(text: string): Uint8Array {
	const bytes = new Uint8Array(text.length);
	for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
	return bytes;
}

/** Bytes of UTF-8 without encoding: a lone surrogate takes three, as its replacement does. */
function utf8Length(text: string): number {
	if (text.length > 256) return encoder.encode(text).length;
	let bytes = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code < 0x80) bytes += 1;
		else if (code < 0x800) bytes += 2;
		else if ((code & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
			bytes += 4;
			at++;
		} else bytes += 3;
	}
	return bytes;
}

function fromBase64(text: string): Uint8Array {
	// Node ends at the padding, takes both alphabets, and skips all else.
	const [body = ''] = text.split('=', 1);
	const clean = body
		.replace(/-/g, '+')
		.replace(/_/g, '/')
		.replace(/[^A-Za-z0-9+/]/g, '');
	const whole = clean.length % 4 === 1 ? clean.slice(0, -1) : clean;
	return fromCharacters(atob(whole));
}

const toBase64 = (bytes: Uint8Array) => btoa(fromCharCodes(bytes));

function fromHex(text: string): Uint8Array {
	const [pairs = ''] = /^(?:[0-9a-f]{2})*/i.exec(text) ?? [];
	const bytes = new Uint8Array(pairs.length / 2);
	for (let at = 0; at < bytes.length; at++)
		bytes[at] = Number.parseInt(pairs.substr(at * 2, 2), 16);
	return bytes;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function toHex(bytes: Uint8Array): string {
	let text = '';
	for (const byte of bytes) text += HEX[byte];
	return text;
}

function fromUtf16(text: string): Uint8Array {
	const bytes = new Uint8Array(text.length * 2);
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		bytes[2 * at] = code;
		bytes[2 * at + 1] = code >> 8;
	}
	return bytes;
}

/** Not by TextDecoder, which replaces half of a pair; Node keeps it. */
function toUtf16(bytes: Uint8Array): string {
	const copy = new Uint8Array(bytes.subarray(0, bytes.length & ~1));
	return fromCharCodes(new Uint16Array(copy.buffer));
}

const latin1: Codec = {
	encode: fromCharacters,
	decode: fromCharCodes,
	byteLength: (text) => text.length,
};

/** Each encoding by its first name. */
export const encodings = {
	utf8: {
		encode: (text) => encoder.encode(text),
		decode: (bytes) => decoder.decode(bytes),
		byteLength: utf8Length,
	},
	utf16le: {
		encode: fromUtf16,
		decode: toUtf16,
		byteLength: (text) => text.length * 2,
	},
	latin1,
	ascii: { ...latin1, decode: (bytes) => fromCharCodes(bytes.map((byte) => byte & 0x7f)) },
	base64: {
		encode: fromBase64,
		decode: toBase64,
		byteLength: (text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4),
	},
	base64url: {
		encode: fromBase64,
		decode: (bytes) => toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, ''),
		byteLength: (text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4),
	},
	hex: { encode: fromHex, decode: toHex, byteLength: (text) => text.length >>> 1 },
} satisfies Record<string, Codec>;

const OTHER_NAMES: Record<string, keyof typeof encodings> = {
	'utf-8': 'utf8',
	ucs2: 'utf16le',
	'ucs-2': 'utf16le',
	'utf-16le': 'utf16le',
	binary: 'latin1',
};

/** The codec of an encoding by any of its names, in any case; nothing for one that is not known. */
export function encodingOf(name: string | null | undefined): Codec | undefined {
	if (name === undefined || name === null || name === 'utf8') return encodings.utf8;
	const key = String(name).toLowerCase();
	const known = key in OTHER_NAMES ? OTHER_NAMES[key] : key;
	return (encodings as Record<string, Codec>)[known ?? ''];
}
