/** Linux's error numbers by name, with libuv's words, as far as a network without disks needs. */
const ERRORS: readonly (readonly [name: string, number: number, message: string])[] = [
	['EPERM', -1, 'operation not permitted'],
	['EINTR', -4, 'interrupted system call'],
	['EBADF', -9, 'bad file descriptor'],
	['EAGAIN', -11, 'resource temporarily unavailable'],
	['EACCES', -13, 'permission denied'],
	['EINVAL', -22, 'invalid argument'],
	['EPIPE', -32, 'broken pipe'],
	['EADDRINUSE', -98, 'address already in use'],
	['EADDRNOTAVAIL', -99, 'address not available'],
	['ENETUNREACH', -101, 'network is unreachable'],
	['ECONNABORTED', -103, 'software caused connection abort'],
	['ECONNRESET', -104, 'connection reset by peer'],
	['EISCONN', -106, 'socket is already connected'],
	['ENOTCONN', -107, 'socket is not connected'],
	['ETIMEDOUT', -110, 'connection timed out'],
	['ECONNREFUSED', -111, 'connection refused'],
	['EHOSTUNREACH', -113, 'host is unreachable'],
	['ECANCELED', -125, 'operation canceled'],
	['ENOTFOUND', -3008, 'unknown node or service'],
	['EOF', -4095, 'end of file'],
	['ENOTSUP', -95, 'operation not supported on socket'],
];

const numbers: Record<string, number> = {};
for (const [name, number] of ERRORS) numbers[`UV_${name}`] = number;

/** The number of an error by its name; throws for a name that the table lacks. */
export function errno(name: string): number {
	const number = numbers[`UV_${name}`];
	if (number === undefined) throw new Error(`bindings/uv.ts has no error named ${name}`);
	return number;
}

/** Node's `internalBinding('uv')`. */
export const uv = {
	...numbers,
	errname: (number: number) =>
		ERRORS.find((row) => row[1] === number)?.[0] ?? `Unknown system error ${number}`,
	getErrorMap: () => new Map(ERRORS.map(([name, number, message]) => [number, [name, message]])),
	getErrorMessage: (number: number) =>
		ERRORS.find((row) => row[1] === number)?.[2] ?? `Unknown system error ${number}`,
};
