// How inspect() writes errors: the stack, with the class and the cause where the stack lacks them.

import { isError } from '../internal/util.ts';
import type { Context } from './context.ts';
import { identicalSequenceRange } from './same-lines.ts';
import { prefix } from './names.ts';

function stackOf(error: Error): string {
	return error.stack ? String(error.stack) : Error.prototype.toString.call(error);
}

/** The text of an error; takes out of `keys` what it shows, and adds cause and errors. */
export function errorBase(
	error: Error,
	name: string | null,
	tag: string,
	ctx: Context,
	keys: PropertyKey[],
): string {
	const { message } = error;
	let stack = stackOf(error);
	if (!ctx.showHidden) {
		for (const key of ['stack', 'message', 'name'] as const) {
			const at = keys.indexOf(key);
			const own: unknown = error[key];
			const isShown = key === 'stack' || typeof own !== 'string' || stack.includes(own);
			if (at !== -1 && isShown) keys.splice(at, 1);
		}
	}
	if (Object.hasOwn(error, 'cause') && !keys.includes('cause')) keys.push('cause');
	if (Array.isArray((error as AggregateError).errors) && Object.hasOwn(error, 'errors')) {
		if (!keys.includes('errors')) keys.push('errors');
	}
	stack = withClass(stack, name, error.name ?? 'Error', tag);
	const from = message ? stack.indexOf(message) : -1;
	const start = stack.indexOf('\n    at', from === -1 ? -1 : from + message.length);
	if (start === -1) stack = `[${stack}]`;
	else stack = `${stack.slice(0, start)}\n${frames(ctx, error, stack.slice(start + 1)).join('\n')}`;
	return ctx.indentation === 0 ? stack : stack.replaceAll('\n', `\n${' '.repeat(ctx.indentation)}`);
}

/** Puts the class into the first line where the stack names only a parent of it. */
function withClass(stack: string, name: string | null, own: string, tag: string): string {
	if (typeof own !== 'string') return stack;
	const isPlain =
		own.endsWith('Error') && stack.startsWith(own) && /^(?:[:\n]|$)/.test(stack.slice(own.length));
	if (name !== null && !isPlain) return stack;
	let fallback = 'Error';
	let length = own.length;
	if (name === null) {
		const found =
			/^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n {4}at)/.exec(stack) ??
			/^([a-z_A-Z0-9-]*Error)$/.exec(stack);
		fallback = found?.[1] ?? '';
		length = fallback.length;
		fallback ||= 'Error';
	}
	const full = prefix(name, tag, fallback).slice(0, -1);
	if (own === full) return stack;
	if (!full.includes(own)) return `${full} [${own}]${stack.slice(length)}`;
	return length === 0 ? `${full}: ${stack}` : full + stack.slice(length);
}

/** The lines of a stack, without those that the cause's stack shows, too. */
function frames(ctx: Context, error: Error, stack: string): string[] {
	const lines = stack.split('\n');
	const { cause } = error;
	if (!isError(cause)) return lines;
	const causeStack = stackOf(cause);
	const start = causeStack.indexOf('\n    at');
	if (start === -1) return lines;
	const causeLines = causeStack.slice(start + 1).split('\n');
	const [length, at] = identicalSequenceRange(lines, causeLines);
	if (length > 0) {
		const skipped = `    ... ${length - 2} lines matching cause stack trace ...`;
		lines.splice(at + 1, length - 2, ctx.stylize(skipped, 'undefined'));
	}
	return lines;
}
