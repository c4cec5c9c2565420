// How inspect() writes strings, numbers and names.

import type { Context, Style } from './context.ts';

const LONG_TEXT = 16;
const SHORT_ESCAPES: Record<string, string> = {
	'\b': '\\b',
	'\t': '\\t',
	'\n': '\\n',
	'\f': '\\f',
	'\r': '\\r',
	'\\': '\\\\',
};
// eslint-disable-next-line no-control-regex
const ESCAPED =
	/[\0-\x1f\x7f-\x9f\\]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escape(character: string): string {
	const short = SHORT_ESCAPES[character];
	if (short !== undefined) return short;
	const code = character.charCodeAt(0);
	if (code > 0xff) return `\\u${code.toString(16)}`;
	return `\\x${code.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** A string in the quotes that need the fewest escapes. */
export function quote(text: string): string {
	let mark = "'";
	if (text.includes("'")) {
		if (!text.includes('"')) mark = '"';
		else if (!text.includes('`') && !text.includes('${')) mark = '`';
	}
	const escaped = text.replace(ESCAPED, escape);
	return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
}

/** A number with its sign of zero, and underscores where they are asked for. */
export function number(value: number | bigint, separator = false): string {
	const text =
		typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : String(value);
	if (!separator || /[^\d.n-]/.test(text)) return text;
	const [whole = '', fraction] = text.split('.');
	const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '_');
	return fraction === undefined
		? grouped
		: `${grouped}.${fraction.replace(/(\d{3})(?=\d)/g, '$1_')}`;
}

/** A value that is no object. */
export function primitive(ctx: Context, value: unknown): string {
	switch (typeof value) {
		case 'string':
			return string(ctx, value);
		case 'number':
			return ctx.stylize(number(value, ctx.numericSeparator), 'number');
		case 'bigint':
			return ctx.stylize(number(value, ctx.numericSeparator), 'bigint');
		default:
			return ctx.stylize(String(value), typeof value as Style);
	}
}

function string(ctx: Context, value: string): string {
	let text = value;
	let trailer = '';
	if (text.length > ctx.maxStringLength) {
		const more = text.length - ctx.maxStringLength;
		text = text.slice(0, ctx.maxStringLength);
		trailer = `... ${more} more character${more > 1 ? 's' : ''}`;
	}
	const isSplit =
		ctx.compact !== true &&
		text.length > LONG_TEXT &&
		text.length > ctx.breakLength - ctx.indentation - 4;
	if (!isSplit) return ctx.stylize(quote(text), 'string') + trailer;
	const indent = ' '.repeat(ctx.indentation + 2);
	return (
		text
			.split(/(?<=\n)/)
			.map((line) => ctx.stylize(quote(line), 'string'))
			.join(` +\n${indent}`) + trailer
	);
}

// eslint-disable-next-line no-control-regex
const CONTROL = /\u001b\[[\d;]*m/g;
const ZERO_WIDTH =
	/[\u0300-\u036f]|[\u200b-\u200f]|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\ufe20-\ufe2f]/g;
const FULL_WIDTH =
	/[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/gu;

/** How many columns of a terminal a text takes. */
export function width(text: string): number {
	// eslint-disable-next-line no-control-regex
	if (/^[\x20-\x7e]*$/.test(text)) return text.length;
	const plain = text.replace(CONTROL, '').normalize('NFC').replace(ZERO_WIDTH, '');
	return [...plain].length + (plain.match(FULL_WIDTH)?.length ?? 0);
}
