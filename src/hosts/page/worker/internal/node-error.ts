import { codes } from 'internal/errors';

/** An error of Node's own kind, as `new codes.ERR_…(…)` makes it inside Node. */
export function nodeError(code: string, ...args: unknown[]): Error {
	const Kind = codes[code];
	return Kind ? new Kind(...args) : new Error(code);
}
