// The part of Node's internal/util that its library uses here.

export const customInspectSymbol = Symbol.for('nodejs.util.inspect.custom');
export const kEmptyObject: Readonly<Record<string, never>> = Object.freeze(Object.create(null));
export const isWindows = false;
export const isMacOS = false;

type Callable = (...args: never[]) => unknown;

/** Node's util.promisify, with its symbol for functions that bring their own. */
export function promisify(original: Callable): Callable {
	if (typeof original !== 'function') {
		throw Object.assign(
			new TypeError(
				`The "original" argument must be of type function. Received ${original === null ? 'null' : typeof original}`,
			),
			{ code: 'ERR_INVALID_ARG_TYPE' },
		);
	}
	const custom = Reflect.get(original, promisify.custom) as Callable | undefined;
	if (custom !== undefined) {
		return Object.defineProperty(custom, promisify.custom, {
			value: custom,
			configurable: true,
		});
	}
	const call = original as (...args: unknown[]) => unknown;
	function promisified(this: unknown, ...args: unknown[]): Promise<unknown> {
		return new Promise((resolve, reject) => {
			call.call(this, ...args, (error: unknown, value: unknown) => {
				if (error) reject(error);
				else resolve(value);
			});
		});
	}
	Object.setPrototypeOf(promisified, Object.getPrototypeOf(original) as object);
	Object.defineProperty(promisified, promisify.custom, { value: promisified, configurable: true });
	return Object.defineProperties(promisified, Object.getOwnPropertyDescriptors(original));
}
promisify.custom = Symbol.for('nodejs.util.promisify.custom');

/** Calls `fn` the first time only. */
export function once(fn: Callable): Callable {
	let called = false;
	return function (this: unknown, ...args) {
		if (called) return undefined;
		called = true;
		return fn.apply(this, args);
	};
}

/** Computes a value at its first use. */
export function getLazy<T>(make: () => T): () => T {
	let value: { made: T } | undefined;
	return () => (value ??= { made: make() }).made;
}

/** Names a function, also by a symbol. */
export function assignFunctionName<T extends Callable>(name: string | symbol, fn: T): T {
	const text = typeof name === 'symbol' ? `[${name.description}]` : name;
	return Object.defineProperty(fn, 'name', { value: text, configurable: true });
}

/** Removes one entry, faster than splice. */
export function spliceOne(list: unknown[], index: number): void {
	for (; index + 1 < list.length; index++) list[index] = list[index + 1];
	list.pop();
}

/** Calls a class without `new`, as Node's older classes allow. */
export function deprecateInstantiation(
	Class: new (...args: unknown[]) => unknown,
	_code: string,
	...args: unknown[]
): unknown {
	return new Class(...args);
}

const warned = new Set<string>();

/** Warns at the first call, once for each code. */
export function deprecate<T extends Callable>(fn: T, message: string, code?: string): T {
	let isFirst = true;
	function deprecated(this: unknown, ...args: never[]): unknown {
		if (isFirst && !(code !== undefined && warned.has(code))) {
			if (code !== undefined) warned.add(code);
			process.emitWarning(message, 'DeprecationWarning', code);
		}
		isFirst = false;
		if (new.target) return Reflect.construct(fn, args, new.target);
		return fn.apply(this, args);
	}
	Object.setPrototypeOf(deprecated, fn);
	return deprecated as unknown as T;
}

/** Whether a value is an error, of this or another realm. */
export function isError(value: unknown): value is Error {
	return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

/** Joins without calling the entries' methods. */
export function join(list: readonly string[], separator: string): string {
	return list.join(separator);
}

/** Text without colours of a terminal. */
export function removeColors(text: string): string {
	// eslint-disable-next-line no-control-regex
	return text.replace(/\u001b\[\d\d?m/g, '');
}

/** Node's name of an encoding, or nothing for one that it does not know. */
export function normalizeEncoding(encoding?: string): string | undefined {
	const name = String(encoding ?? 'utf8').toLowerCase();
	if (name === '' || name === 'utf8' || name === 'utf-8') return 'utf8';
	if (['ucs2', 'ucs-2', 'utf16le', 'utf-16le'].includes(name)) return 'utf16le';
	if (name === 'binary') return 'latin1';
	return ['latin1', 'base64', 'base64url', 'hex', 'ascii'].includes(name) ? name : undefined;
}

/** There are no file descriptors in a page. */
export function guessHandleType(): string {
	return 'UNKNOWN';
}

/** Makes a lazily read property. */
export function defineLazyProperties(): void {
	// Nothing that the engine carries is lazy.
}

export function setOwnProperty(target: object, key: PropertyKey, value: unknown): unknown {
	return Object.defineProperty(target, key, {
		value,
		configurable: true,
		enumerable: true,
		writable: true,
	});
}
