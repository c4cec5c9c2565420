// How inspect() takes values apart.

import { util } from '../bindings/util.ts';
import { customInspectSymbol, isError } from '../internal/util.ts';
import * as types from '../internal/util/types.ts';
import { isURL } from '../internal/url.ts';
import type { Context } from './context.ts';
import { errorBase } from './errors.ts';
import { layOut } from './layout.ts';
import { className, functionBase, prefix, tagOf } from './names.ts';
import { number, primitive, quote, width } from './text.ts';

const PLAIN_KEY = /^[a-zA-Z_][a-zA-Z_0-9]*$/;
type Inspect = (value: unknown, options?: object) => string;
type Custom = (depth: number | null, options: object, inspect: Inspect) => unknown;

/** What is left to do for an object after its kind is known. */
interface Shape {
	keys: PropertyKey[];
	braces: [string, string];
	base?: string;
	isList?: boolean;
	parts?: (ctx: Context, depth: number) => string[];
	/** All that is said where there are no keys. */
	alone?: string;
}

let inspect: Inspect;

/** Sets the function that custom inspectors are given. */
export function setInspect(fn: Inspect): void {
	inspect = fn;
}

/** The text of any value. */
export function formatValue(
	ctx: Context,
	value: unknown,
	depth: number,
	isInTyped = false,
): string {
	if (value === null) return ctx.stylize('null', 'null');
	if (typeof value !== 'object' && typeof value !== 'function') return primitive(ctx, value);
	const custom = ctx.customInspect ? customText(ctx, value, depth) : undefined;
	if (custom !== undefined) return custom;
	if (ctx.seen.includes(value)) {
		ctx.circular ??= new Map();
		const index = ctx.circular.get(value) ?? ctx.circular.size + 1;
		ctx.circular.set(value, index);
		return ctx.stylize(`[Circular *${index}]`, 'special');
	}
	return formatObject(ctx, value, depth, isInTyped);
}

function customText(ctx: Context, value: object, depth: number): string | undefined {
	const custom = (value as { [customInspectSymbol]?: unknown })[customInspectSymbol];
	if (typeof custom !== 'function' || custom === inspect) return undefined;
	const own = Object.getOwnPropertyDescriptor(value, 'constructor')?.value as
		{ prototype?: object } | undefined;
	if (own?.prototype === value) return undefined;
	const left = ctx.depth === null ? null : ctx.depth - depth;
	const {
		indentation: _indentation,
		seen: _seen,
		circular: _circular,
		currentDepth: _currentDepth,
		userOptions,
		...options
	} = ctx;
	const result = (custom as Custom).call(
		value,
		left,
		{ ...options, ...userOptions, depth: left },
		inspect,
	);
	if (result === value) return undefined;
	if (typeof result !== 'string') return formatValue(ctx, result, depth);
	return result.replaceAll('\n', `\n${' '.repeat(ctx.indentation)}`);
}

function formatObject(ctx: Context, value: object, depth: number, isInTyped: boolean): string {
	const name = className(value, ctx, depth);
	const tag = tagOf(value, ctx);
	const shape = shapeOf(ctx, value, name, tag, isInTyped, depth);
	const { keys, braces } = shape;
	if (shape.alone !== undefined && keys.length === 0) return shape.alone;
	if (ctx.depth !== null && depth > ctx.depth) {
		const title = (
			Array.isArray(value) ? prefix(name, tag, 'Array') : prefix(name, tag, 'Object')
		).slice(0, -1);
		return ctx.stylize(name === null ? title : `[${title}]`, 'special');
	}
	ctx.seen.push(value);
	ctx.currentDepth = depth + 1;
	const parts = shape.parts?.(ctx, depth + 1) ?? [];
	for (const key of keys) parts.push(property(ctx, value, depth + 1, key, shape.isList === true));
	let base = shape.base ?? '';
	const index = ctx.circular?.get(value);
	if (index !== undefined) {
		const reference = ctx.stylize(`<ref *${index}>`, 'special');
		if (ctx.compact === true) braces[0] = `${reference} ${braces[0]}`;
		else base = base === '' ? reference : `${reference} ${base}`;
	}
	ctx.seen.pop();
	if (ctx.sorted) {
		const compare = ctx.sorted === true ? undefined : ctx.sorted;
		const named =
			shape.isList === true ? parts.splice(parts.length - keys.length) : parts.splice(0);
		parts.push(...named.sort(compare));
	}
	return layOut(ctx, parts, base, braces, shape.isList === true, depth + 1, value);
}

function keysOf(value: object, showHidden: boolean): PropertyKey[] {
	if (showHidden) return Reflect.ownKeys(value);
	// A symbol without a name is one of Node's own, whose names the build leaves out.
	const symbols = Object.getOwnPropertySymbols(value).filter(
		(key) =>
			key.description !== undefined && Object.prototype.propertyIsEnumerable.call(value, key),
	);
	return [...Object.keys(value), ...symbols];
}

function shapeOf(
	ctx: Context,
	value: object,
	name: string | null,
	tag: string,
	isInTyped: boolean,
	depth: number,
): Shape {
	if (Symbol.iterator in value || name === null) {
		const list = listShape(ctx, value, name, tag);
		if (list !== undefined) return list;
	}
	const keys = keysOf(value, ctx.showHidden);
	const named = (fallback: string): [string, string] => [`${prefix(name, tag, fallback)}{`, '}'];
	/** A text that stands for the value, with its class in front where that is another. */
	const asText = (text: string, kind: string, style: 'date' | 'regexp'): Shape => {
		const before = prefix(name, tag, kind);
		const base = before === `${kind} ` ? text : before + text;
		return { keys, braces: ['{', '}'], base, alone: ctx.stylize(base, style) };
	};
	if (typeof value === 'function') {
		const base = functionBase(value as () => unknown, name, tag);
		return { keys, braces: ['{', '}'], base, alone: ctx.stylize(base, 'special') };
	}
	if (types.isArgumentsObject(value)) return { ...argumentsShape(value), keys };
	if (name === 'Object') {
		const braces: [string, string] = tag === '' ? ['{', '}'] : named('Object');
		return { keys, braces, alone: `${braces[0]}}` };
	}
	if (value instanceof RegExp)
		return asText(RegExp.prototype.toString.call(value), 'RegExp', 'regexp');
	if (value instanceof Date) {
		const text = Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
		return asText(text, 'Date', 'date');
	}
	if (isError(value)) {
		const base = errorBase(value, name, tag, ctx, keys);
		return { keys, braces: ['{', '}'], base, alone: base };
	}
	if (types.isAnyArrayBuffer(value))
		return bufferShape(ctx, value as ArrayBuffer, keys, named, isInTyped);
	if (value instanceof DataView) {
		const { byteLength, byteOffset, buffer } = value;
		const parts = (inner: Context, at: number) =>
			Object.entries({ byteLength, byteOffset, buffer }).map(
				([key, each]) => `[${key}]: ${formatValue(inner, each, at)}`,
			);
		return { keys, braces: named('DataView'), parts };
	}
	if (value instanceof Promise) return { keys, braces: named('Promise'), parts: () => [] };
	if (value instanceof WeakSet || value instanceof WeakMap) {
		const kind = value instanceof WeakSet ? 'WeakSet' : 'WeakMap';
		return { keys, braces: named(kind), parts: () => [ctx.stylize('<items unknown>', 'special')] };
	}
	if (types.isModuleNamespaceObject(value)) return { keys, braces: named('Module') };
	if (types.isBoxedPrimitive(value)) return boxedShape(ctx, value, name, tag, keys);
	if (isURL(value) && !(ctx.depth !== null && depth > ctx.depth)) {
		return { keys, braces: ['{', '}'], base: value.href, alone: value.href };
	}
	return { keys, braces: named('Object'), alone: `${prefix(name, tag, 'Object')}{}` };
}

function argumentsShape(value: object): Omit<Shape, 'keys'> {
	void value;
	return { braces: ['[Arguments] {', '}'], alone: '[Arguments] {}' };
}

function listShape(
	ctx: Context,
	value: object,
	name: string | null,
	tag: string,
): Shape | undefined {
	const filter = ctx.showHidden ? util.constants.ALL_PROPERTIES : util.constants.ONLY_ENUMERABLE;
	if (Array.isArray(value)) {
		const isPlain = name === 'Array' && tag === '';
		const open = isPlain ? '[' : `${prefix(name, tag, 'Array', `(${value.length})`)}[`;
		const keys = util.getOwnNonIndexProperties(value, filter);
		const parts = (inner: Context, depth: number) => arrayParts(inner, value, depth);
		return {
			keys,
			braces: [open, ']'],
			isList: true,
			parts,
			...(value.length === 0 ? { alone: `${open}]` } : {}),
		};
	}
	if (value instanceof Set || value instanceof Map) {
		const kind = value instanceof Set ? 'Set' : 'Map';
		const open = prefix(name, tag, kind, `(${value.size})`);
		const parts = (inner: Context, depth: number) => collectionParts(inner, value, depth);
		const alone = value.size === 0 ? { alone: `${open}{}` } : {};
		return { keys: keysOf(value, ctx.showHidden), braces: [`${open}{`, '}'], parts, ...alone };
	}
	if (types.isTypedArray(value)) {
		const array = value as Uint8Array;
		const open = `${prefix(name, tag, 'TypedArray', `(${array.length})`)}[`;
		const keys = util.getOwnNonIndexProperties(value, filter);
		const parts = (inner: Context, depth: number) => typedParts(inner, array, depth);
		const alone = array.length === 0 && !ctx.showHidden ? { alone: `${open}]` } : {};
		return { keys, braces: [open, ']'], isList: true, parts, ...alone };
	}
	if (types.isMapIterator(value) || types.isSetIterator(value)) {
		const parts = () => [ctx.stylize('<items unknown>', 'special')];
		return { keys: keysOf(value, ctx.showHidden), braces: [`[${tag}] {`, '}'], parts };
	}
	return undefined;
}

const more = (count: number, what = 'item') => `... ${count} more ${what}${count > 1 ? 's' : ''}`;

function arrayParts(ctx: Context, array: readonly unknown[], depth: number): string[] {
	const limit = Math.min(Math.max(0, ctx.maxArrayLength), array.length);
	const parts: string[] = [];
	let at = 0;
	while (at < array.length && parts.length < limit) {
		if (Object.hasOwn(array, at)) {
			parts.push(property(ctx, array, depth, at, true, true));
			at++;
			continue;
		}
		let end = at;
		while (end < array.length && !Object.hasOwn(array, end)) end++;
		const holes = end - at;
		parts.push(ctx.stylize(`<${holes} empty item${holes > 1 ? 's' : ''}>`, 'undefined'));
		at = end;
	}
	if (at < array.length) parts.push(more(array.length - at));
	return parts;
}

function typedParts(ctx: Context, array: Uint8Array, depth: number): string[] {
	const limit = Math.min(Math.max(0, ctx.maxArrayLength), array.length);
	const style = typeof array[0] === 'bigint' ? 'bigint' : 'number';
	const parts = Array.from(array.subarray(0, limit), (each) =>
		ctx.stylize(number(each, ctx.numericSeparator), style),
	);
	if (array.length > limit) parts.push(more(array.length - limit));
	if (!ctx.showHidden) return parts;
	const { BYTES_PER_ELEMENT, length, byteLength, byteOffset, buffer } = array;
	for (const [key, each] of Object.entries({
		BYTES_PER_ELEMENT,
		length,
		byteLength,
		byteOffset,
		buffer,
	})) {
		parts.push(`[${key}]: ${formatValue(ctx, each, depth, true)}`);
	}
	return parts;
}

function collectionParts(
	ctx: Context,
	collection: Set<unknown> | Map<unknown, unknown>,
	depth: number,
): string[] {
	const limit = Math.min(Math.max(0, ctx.maxArrayLength), collection.size);
	const parts: string[] = [];
	ctx.indentation += 2;
	for (const entry of collection.entries()) {
		if (parts.length >= limit) break;
		const value = formatValue(ctx, entry[1], depth);
		parts.push(
			collection instanceof Map ? `${formatValue(ctx, entry[0], depth)} => ${value}` : value,
		);
	}
	if (collection.size > limit) parts.push(more(collection.size - limit));
	ctx.indentation -= 2;
	return parts;
}

function bufferShape(
	ctx: Context,
	buffer: ArrayBuffer,
	keys: PropertyKey[],
	named: (fallback: string) => [string, string],
	isInTyped: boolean,
): Shape {
	const braces = named('ArrayBuffer');
	const length = `[byteLength]: ${ctx.stylize(number(buffer.byteLength), 'number')}`;
	if (isInTyped) return { keys, braces, alone: `${braces[0]} ${length} }` };
	const parts = () => {
		const shown = new Uint8Array(buffer).subarray(0, Math.max(0, ctx.maxArrayLength));
		let hex = Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
		if (buffer.byteLength > shown.length)
			hex += ` ${more(buffer.byteLength - shown.length, 'byte')}`;
		return [`${ctx.stylize('[Uint8Contents]', 'special')}: <${hex}>`, length];
	};
	return { keys, braces, parts };
}

function boxedShape(
	ctx: Context,
	value: object,
	name: string | null,
	tag: string,
	keys: PropertyKey[],
): Shape {
	const inner = value.valueOf();
	const kind = typeof inner;
	const type = kind === 'bigint' ? 'BigInt' : kind.charAt(0).toUpperCase() + kind.slice(1);
	if (kind === 'string') keys.splice(0, (inner as unknown as string).length);
	let base = `[${type}`;
	if (type !== name) base += name === null ? ' (null prototype)' : ` (${name})`;
	base += `: ${primitive({ ...ctx, stylize: (text) => text, compact: true }, inner)}]`;
	if (tag !== '' && tag !== name) base += ` [${tag}]`;
	const text = keys.length > 0 ? base : ctx.stylize(base, kind as 'string');
	return { keys, braces: ['{', '}'], base: text, alone: text };
}

function property(
	ctx: Context,
	value: object,
	depth: number,
	key: PropertyKey,
	isInList: boolean,
	isElement = false,
): string {
	const own = Object.getOwnPropertyDescriptor(value, key) ?? {
		value: Reflect.get(value, key) as unknown,
		enumerable: true,
	};
	let space = ' ';
	let text: string;
	if (own.value !== undefined) {
		const step = ctx.compact !== true || isInList ? 2 : 3;
		ctx.indentation += step;
		text = formatValue(ctx, own.value, depth);
		if (step === 3 && ctx.breakLength < width(text)) space = `\n${' '.repeat(ctx.indentation)}`;
		ctx.indentation -= step;
	} else if (own.get !== undefined) {
		text = getter(ctx, value, own, depth);
	} else {
		const isSetter = own.set !== undefined;
		text = ctx.stylize(isSetter ? '[Setter]' : 'undefined', isSetter ? 'special' : 'undefined');
	}
	return isElement ? text : `${keyText(ctx, key, own.enumerable !== false)}:${space}${text}`;
}

function getter(ctx: Context, value: object, own: PropertyDescriptor, depth: number): string {
	const label = own.set === undefined ? 'Getter' : 'Getter/Setter';
	const isAsked =
		ctx.getters === true ||
		(ctx.getters === 'get' && own.set === undefined) ||
		(ctx.getters === 'set' && own.set !== undefined);
	if (!isAsked) return ctx.stylize(`[${label}]`, 'special');
	ctx.indentation += 2;
	let text: string;
	try {
		const got = own.get?.call(value) as unknown;
		const inner = formatValue(ctx, got, depth);
		text = typeof got === 'object' && got !== null ? `[${label}] ${inner}` : `[${label}: ${inner}]`;
	} catch (error) {
		text = `[${label}: <Inspection threw (${error instanceof Error ? error.message : String(error)})>]`;
	}
	ctx.indentation -= 2;
	return text;
}

function keyText(ctx: Context, key: PropertyKey, isEnumerable: boolean): string {
	if (typeof key === 'symbol') return ctx.stylize(String(key), 'symbol');
	const text = String(key);
	if (text === '__proto__') return "['__proto__']";
	if (!isEnumerable) return `[${text}]`;
	return PLAIN_KEY.test(text) ? text : ctx.stylize(quote(text), 'string');
}
