// node:fs only for reading the files that the lab mounts.

import { uv } from '../bindings/uv.ts';
import { nextTick } from '../loop/ticks.ts';
import { mountedFile } from '../program/mounted-files.ts';

type Options = BufferEncoding | { encoding?: BufferEncoding | null } | null | undefined;
type Done = (error: Error | null, data?: Buffer | string) => void;

function failed(syscall: string, path: string): Error {
	const error = new Error(`ENOENT: no such file or directory, ${syscall} '${path}'`);
	return Object.assign(error, { errno: -2, code: 'ENOENT', syscall, path });
}

/** The content of a mounted file; throws ENOENT for any other. */
export function readFileSync(path: string | URL, options?: Options): Buffer | string {
	const text = mountedFile(path);
	if (text === undefined) throw failed('open', String(path));
	const encoding = typeof options === 'string' ? options : options?.encoding;
	return encoding ? Buffer.from(text).toString(encoding) : Buffer.from(text);
}

/** readFileSync with a callback. */
export function readFile(path: string | URL, options: Options | Done, callback?: Done): void {
	const done = typeof options === 'function' ? options : callback;
	let result: [Error | null, (Buffer | string)?];
	try {
		result = [null, readFileSync(path, typeof options === 'function' ? undefined : options)];
	} catch (error) {
		result = [error as Error];
	}
	nextTick(() => done?.(...result));
}

export const existsSync = (path: string | URL) => mountedFile(path) !== undefined;
export const promises = {
	readFile: async (path: string | URL, options?: Options) => readFileSync(path, options),
};
export const constants = { F_OK: 0, R_OK: 4, errno: uv };
