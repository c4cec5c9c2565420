// The pool itself: it does the jobs of one process, one after the other.

import type { CodecState, PoolAnswer, PoolRequest } from '../../protocol.ts';
import { codecsFor, codecState, setCodecs, whenCodecs } from './codec-module.ts';
import { codecName, type Compressor, createCompressor, MODE } from './compressor.ts';

interface Open {
	compressor: Compressor;
	codec: ReturnType<typeof codecName>;
}

/** Has the language compile the compressor, which else makes the first answers 60 ms late. */
function warmUp(): void {
	const text = new TextEncoder().encode('<li>some words, and some more words</li>\n'.repeat(800));
	createCompressor({ mode: MODE.GZIP, level: 6 }, () => codecsFor('zlib')).write(text, 4);
}

/** Serves the process at the other end of the port. */
export function runPool(port: MessagePort, codecs: CodecState): void {
	const streams = new Map<number, Open>();
	setCodecs(codecs);
	warmUp();
	port.onmessage = ({ data: request }: MessageEvent<PoolRequest>) => {
		if (request.t === 'codecs') return setCodecs(request.codecs);
		if (request.t === 'open') {
			const codec = codecName(request.settings.mode);
			const compressor = createCompressor(request.settings, () => codecsFor(codec ?? 'zlib'));
			streams.set(request.id, { compressor, codec });
			return;
		}
		const stream = streams.get(request.id);
		if (stream === undefined) return;
		if (request.t === 'close') {
			streams.delete(request.id);
			stream.compressor.close();
		} else if (request.t === 'reset') {
			stream.compressor.reset();
		} else if (stream.codec !== undefined && codecState().kind === 'pending') {
			whenCodecs(() => answer(port, stream, request));
		} else {
			answer(port, stream, request);
		}
	};
}

function answer(
	port: MessagePort,
	{ compressor }: Open,
	request: PoolRequest & { t: 'write' },
): void {
	const startMs = performance.now();
	const { id } = request;
	let result: PoolAnswer;
	try {
		result = { id, ms: 0, ...compressor.write(request.input, request.flush) };
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		const failure = { message, errno: -1, code: 'ERR_CODEC_NOT_LOADED' };
		result = { id, chunks: [], unusedInput: 0, ms: 0, error: failure };
	}
	result.ms = performance.now() - startMs;
	const buffers = new Set(result.chunks.map((chunk) => chunk.buffer));
	port.postMessage(result, [...buffers] as ArrayBuffer[]);
}
