import npm from 'npm:buffer';

/**
 * A Buffer made as the language makes a Uint8Array: by length, or over an array buffer. Slices use
 * it, too, and so skip the package's look at the kinds of its arguments.
 */
export function FastBuffer(...args: [buffer?: ArrayBuffer | number, offset?: number, length?: number]) {
	return Reflect.construct(Uint8Array, args.length === 0 ? [0] : args, FastBuffer) as Buffer;
}
FastBuffer.prototype = npm.Buffer.prototype;

Object.defineProperty(npm.Buffer, Symbol.species, { get: () => FastBuffer, configurable: true });
