import {
	format,
	formatWithOptions,
	inspect,
	stripVTControlCharacters,
} from 'internal/util/inspect';
import { nodeError } from '../internal/node-error.ts';
import { uv } from '../bindings/uv.ts';
import { deprecate, promisify } from '../internal/util.ts';
import * as types from '../internal/util/types.ts';
import { isDeepStrictEqual } from '../program/deep-equal.ts';
import { nextTick } from '../loop/ticks.ts';

export { deprecate, format, formatWithOptions, inspect, isDeepStrictEqual, promisify };
export { stripVTControlCharacters, types };
export const TextDecoder = globalThis.TextDecoder;
export const TextEncoder = globalThis.TextEncoder;
export const isArray = Array.isArray;
export const debuglog = () => Object.assign(() => undefined, { enabled: false });
export const debug = debuglog;
export const toUSVString = (text: unknown) => String(text).toWellFormed();
export const getSystemErrorName = (number: number) => uv.errname(number);
export const getSystemErrorMap = () => uv.getErrorMap();

/** Makes one constructor inherit from another, as before there were classes. */
export function inherits(
	Child: { prototype: object; super_?: unknown },
	Parent: { prototype: object },
): void {
	Object.defineProperty(Child, 'super_', { value: Parent, writable: true, configurable: true });
	Object.setPrototypeOf(Child.prototype, Parent.prototype);
}

type Callback = (error: unknown, value?: unknown) => void;

/** Makes a function of a callback out of one that returns a promise. */
export function callbackify(original: (...args: unknown[]) => Promise<unknown>) {
	if (typeof original !== 'function') {
		throw nodeError('ERR_INVALID_ARG_TYPE', 'original', 'Function', original);
	}
	return function (this: unknown, ...args: unknown[]) {
		const callback = args.pop() as Callback;
		original.apply(this, args).then(
			(value) => nextTick(callback as (...rest: never[]) => void, null, value),
			(error: unknown) => nextTick(callback as (...rest: never[]) => void, error ?? falsy(error)),
		);
	};
}

function falsy(reason: unknown): Error {
	const error = new Error('Promise was rejected with falsy value');
	return Object.assign(error, { code: 'ERR_FALSY_VALUE_REJECTION', reason });
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return Promise.resolve();
	return new Promise((resolve) =>
		signal.addEventListener('abort', () => resolve(), { once: true }),
	);
}

/** Text in colours of a terminal. */
export function styleText(styles: string | readonly string[], text: string): string {
	const colors = inspect.colors as Record<string, readonly [number, number] | undefined>;
	let styled = text;
	for (const style of [styles].flat()) {
		const pair = colors[style];
		if (pair !== undefined) styled = `\u001b[${pair[0]}m${styled}\u001b[${pair[1]}m`;
	}
	return styled;
}
