// What the build puts behind names that TypeScript cannot look up: Node's own library.

declare module 'internal/errors' {
	export const codes: Record<string, new (...args: unknown[]) => Error>;
	export class AbortError extends Error {
		constructor(message?: string, options?: ErrorOptions);
	}
}
declare module 'internal/validators' {
	type Check = (value: unknown, name: string, ...rest: unknown[]) => void;
	export const validateFunction: Check;
	export const validateAbortSignal: Check;
	export const validateBoolean: Check;
	export const validateObject: Check;
	export const validateNumber: Check;
	export const validateInteger: Check;
	export const validateString: Check;
}
declare module 'internal/util/inspect' {
	import type { InspectOptions } from 'node:util';
	export const inspect: typeof import('node:util').inspect;
	export function format(...args: unknown[]): string;
	export function formatWithOptions(options: InspectOptions, ...args: unknown[]): string;
	export function stripVTControlCharacters(text: string): string;
}
declare module 'internal/stream_base_commons' {
	export const kUpdateTimer: symbol;
}
declare module 'engine:names' {
	/** What Node's public modules export and ours lack, joined by commas. */
	export const names: Readonly<Record<string, string>>;
}
declare module 'engine:zlib-constants' {
	export const constants: Readonly<Record<string, number>>;
}
