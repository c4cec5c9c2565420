// What inspect() calls a value: its class, its function, its tag.

import { isAsyncFunction, isGeneratorFunction } from '../internal/util/types.ts';
import type { Context } from './context.ts';

const HIDDEN_CLASS = '<Complex prototype>';

function isInstance(value: unknown, Class: unknown): boolean {
	try {
		return value instanceof (Class as new () => unknown);
	} catch {
		return false;
	}
}

/** The name of the class that made a value; null where it has no prototype. */
export function className(value: object, ctx: Context, depth: number): string | null {
	for (
		let at: object | null = value;
		at !== null;
		at = Object.getPrototypeOf(at) as object | null
	) {
		const own: unknown = Object.getOwnPropertyDescriptor(at, 'constructor')?.value;
		if (typeof own === 'function' && own.name !== '' && isInstance(value, own)) return own.name;
	}
	const parent = Object.getPrototypeOf(value) as object | null;
	if (parent === null) return null;
	const tag = Object.prototype.toString.call(value).slice(8, -1);
	if (ctx.depth !== null && depth > ctx.depth) return `${tag} ${HIDDEN_CLASS}`;
	const inner = className(parent, ctx, depth + 1);
	return `${tag} <${inner ?? '[Object: null prototype] {}'}>`;
}

/** The tag of a value where it says something that the value's properties do not show anyway. */
export function tagOf(value: object, ctx: Context): string {
	const { [Symbol.toStringTag]: tag } = value as { [Symbol.toStringTag]?: unknown };
	if (typeof tag !== 'string' || tag === '') return '';
	const isShown = ctx.showHidden
		? Object.hasOwn(value, Symbol.toStringTag)
		: Object.prototype.propertyIsEnumerable.call(value, Symbol.toStringTag);
	return isShown ? '' : tag;
}

/** `Name(size) [tag] `, or what stands for a missing class. */
export function prefix(name: string | null, tag: string, fallback: string, size = ''): string {
	if (name === null) {
		const more = tag !== '' && fallback !== tag ? `[${tag}] ` : '';
		return `[${fallback}${size}: null prototype] ${more}`;
	}
	return tag !== '' && name !== tag ? `${name}${size} [${tag}] ` : `${name}${size} `;
}

/** `[Function: name]` or `[class Name extends Other]`. */
export function functionBase(value: () => unknown, name: string | null, tag: string): string {
	const source = Function.prototype.toString.call(value);
	if (source.startsWith('class') && source.endsWith('}')) {
		const head = source.slice(5, source.indexOf('{'));
		if (
			!head.includes('(') ||
			/^\s+[^(]*?\{/.test(source.slice(5).replace(/\/\/.*?\n|\/\*[^]*?\*\//g, ''))
		) {
			return classBase(value, name, tag);
		}
	}
	let type = 'Function';
	if (isGeneratorFunction(value)) type = `Generator${type}`;
	if (isAsyncFunction(value)) type = `Async${type}`;
	let base = `[${type}`;
	if (name === null) base += ' (null prototype)';
	base += value.name === '' ? ' (anonymous)' : `: ${String(value.name)}`;
	base += ']';
	if (name !== type && name !== null) base += ` ${name}`;
	if (tag !== '' && name !== tag) base += ` [${tag}]`;
	return base;
}

function classBase(value: () => unknown, name: string | null, tag: string): string {
	const own = Object.hasOwn(value, 'name') && value.name ? value.name : '(anonymous)';
	let base = `class ${own}`;
	if (name !== 'Function' && name !== null) base += ` [${name}]`;
	if (tag !== '' && name !== tag) base += ` [${tag}]`;
	if (name === null) {
		base += ' extends [null prototype]';
	} else {
		const { name: parent } = Object.getPrototypeOf(value) as { name?: string };
		if (parent) base += ` extends ${parent}`;
	}
	return `[${base}]`;
}
