import { Writable } from 'node:stream';
import { output } from './output.ts';

/** process.stdout or process.stderr: a stream that never makes its writer wait, as a file. */
export function outputStream(name: 'stdout' | 'stderr', fd: number): Writable {
	const decoder = new TextDecoder();
	const stream = new Writable({
		decodeStrings: false,
		write(chunk: string | Uint8Array, encoding, done) {
			const isUtf8 = encoding === 'utf8' || encoding === 'utf-8';
			if (typeof chunk !== 'string') output(name, decoder.decode(chunk, { stream: true }));
			else output(name, isUtf8 ? chunk : Buffer.from(chunk, encoding).toString());
			done();
		},
		// As in Node, standard output outlives end() and destroy().
		destroy(error, done) {
			done(error);
		},
	});
	return Object.assign(stream, { fd, isTTY: false, _type: 'pipe' });
}
