// node:querystring: the older, looser way to read and write `a=1&b=2`.

type Value = string | number | boolean | bigint | readonly (string | number | boolean | bigint)[];

interface ParseOptions {
	decodeURIComponent?: (text: string) => string;
	maxKeys?: number;
}

/** Encodes text as encodeURIComponent does; a lone surrogate throws Node's error. */
export function escape(value: unknown): string {
	const text = String(value);
	try {
		return encodeURIComponent(text);
	} catch {
		throw Object.assign(new URIError('URI malformed'), { code: 'ERR_INVALID_URI' });
	}
}

/** Decodes percent signs, and leaves those that are none. */
export function unescape(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return unescapeBuffer(text).toString();
	}
}

/** The bytes of text with percent signs. */
export function unescapeBuffer(text: string): Buffer {
	const plain = String(text).replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	return Buffer.from(plain, 'latin1');
}

/** Text as an object without prototype; a key that comes twice has a list. */
export function parse(
	text: string,
	separator = '&',
	equals = '=',
	{ decodeURIComponent: decode = querystring.unescape, maxKeys = 1000 }: ParseOptions = {},
): Record<string, string | string[]> {
	const result = Object.create(null) as Record<string, string | string[]>;
	if (typeof text !== 'string' || text === '') return result;
	const read = (part: string) => {
		const spaced = part.replaceAll('+', ' ');
		try {
			return decode(spaced);
		} catch {
			return querystring.unescape(spaced);
		}
	};
	const pairs = text.split(separator || '&').filter((pair) => pair !== '');
	for (const pair of maxKeys > 0 ? pairs.slice(0, maxKeys) : pairs) {
		const at = pair.indexOf(equals || '=');
		const key = read(at === -1 ? pair : pair.slice(0, at));
		const value = at === -1 ? '' : read(pair.slice(at + (equals || '=').length));
		const before = result[key];
		if (before === undefined) result[key] = value;
		else if (Array.isArray(before)) before.push(value);
		else result[key] = [before, value];
	}
	return result;
}

interface StringifyOptions {
	encodeURIComponent?: (text: string) => string;
}

/** An object as text; a list gives its key several times, and what has no text gives none. */
export function stringify(
	object: Readonly<Record<string, Value>>,
	separator = '&',
	equals = '=',
	{ encodeURIComponent: encode = querystring.escape }: StringifyOptions = {},
): string {
	if (object === null || typeof object !== 'object') return '';
	const write = (value: unknown) =>
		/^(?:string|bigint|boolean)$/.test(typeof value) || Number.isFinite(value)
			? encode(String(value))
			: '';
	return Object.entries(object)
		.flatMap(([key, value]) => {
			const name = write(key) + (equals || '=');
			return Array.isArray(value) ? value.map((each) => name + write(each)) : [name + write(value)];
		})
		.join(separator || '&');
}

export { parse as decode, stringify as encode };

/** The module itself, whose escape() and unescape() a program may replace. */
const querystring = {
	escape,
	unescape,
	unescapeBuffer,
	parse,
	stringify,
	decode: parse,
	encode: stringify,
};
export default querystring;
