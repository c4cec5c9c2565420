// gzip, deflate and raw deflate by pako's port of zlib, driven as Node's node_zlib.cc drives zlib.

import {
	type Z_FlushMode,
	type Z_Strategy,
	ZStream,
	zlibDeflate,
	zlibDeflateInit2,
	zlibDeflateReset,
	zlibDeflateSetDictionary,
	zlibInflate,
	zlibInflateInit2,
	zlibInflateReset,
	zlibInflateSetDictionary,
} from 'pako';
import type { CodecFailure, CodecSettings } from '../../protocol.ts';
import { type Compressor, MODE, type Written } from './compressor.ts';

const OUTPUT_BYTES = 65_536;
const Z_OK = 0;
const Z_STREAM_END = 1;
const Z_NEED_DICT = 2;
const Z_DATA_ERROR = -3;
const Z_BUF_ERROR = -5;
const Z_FINISH = 4;

const CODES: Record<number, string> = {
	2: 'Z_NEED_DICT',
	[-1]: 'Z_ERRNO',
	[-2]: 'Z_STREAM_ERROR',
	[-3]: 'Z_DATA_ERROR',
	[-4]: 'Z_MEM_ERROR',
	[-5]: 'Z_BUF_ERROR',
	[-6]: 'Z_VERSION_ERROR',
};

/** zlib asks for a window by its size, and for a format by a number added to it. */
function windowBits({ mode, windowBits: bits = 15 }: CodecSettings): number {
	if (mode === MODE.GZIP || mode === MODE.GUNZIP) return bits + 16;
	if (mode === MODE.UNZIP) return bits + 32;
	return mode === MODE.DEFLATERAW || mode === MODE.INFLATERAW ? -bits : bits;
}

/** A compressor for gzip, deflate or raw deflate. */
export function deflater(settings: CodecSettings): Compressor {
	const stream = new ZStream();
	const { level = -1, memLevel = 8, strategy = 0, dictionary } = settings;
	zlibDeflateInit2(stream, level, 8, windowBits(settings), memLevel, strategy as Z_Strategy);
	const useDictionary = () => {
		if (dictionary !== undefined) zlibDeflateSetDictionary(stream, dictionary);
	};
	useDictionary();
	return {
		write: (input, flush) =>
			drive(stream, input, flush, dictionary, () => zlibDeflate(stream, flush as Z_FlushMode)),
		reset() {
			zlibDeflateReset(stream);
			useDictionary();
		},
		close: () => undefined,
	};
}

/** A decompressor for gzip, deflate, raw deflate, or either of the first two. */
export function inflater(settings: CodecSettings): Compressor {
	const stream = new ZStream();
	const { dictionary } = settings;
	zlibInflateInit2(stream, windowBits(settings));
	const isRaw = settings.mode === MODE.INFLATERAW;
	const useDictionary = () => {
		if (isRaw && dictionary !== undefined) zlibInflateSetDictionary(stream, dictionary);
	};
	useDictionary();
	let isGzip: boolean | undefined =
		settings.mode === MODE.UNZIP ? undefined : settings.mode === MODE.GUNZIP;
	return {
		write: (input, flush) => {
			if (input.length > 0) isGzip ??= input[0] === 0x1f;
			return drive(stream, input, flush, dictionary, () => {
				let status: number = zlibInflate(stream, flush as Z_FlushMode);
				if (status === Z_NEED_DICT && !isRaw && dictionary !== undefined) {
					status = zlibInflateSetDictionary(stream, dictionary);
					if (status === Z_OK) status = zlibInflate(stream, flush as Z_FlushMode);
					else if (status === Z_DATA_ERROR) status = Z_NEED_DICT;
				}
				// A gzip file may be several joined ones; zeros after it are padding.
				while (isGzip === true && status === Z_STREAM_END && stream.avail_in > 0) {
					if (stream.input[stream.next_in] === 0) break;
					zlibInflateReset(stream);
					status = zlibInflate(stream, flush as Z_FlushMode);
				}
				return status;
			});
		},
		reset() {
			zlibInflateReset(stream);
			useDictionary();
		},
		close: () => undefined,
	};
}

/** Runs zlib until it has taken the input and given out all it can. */
function drive(
	stream: ZStream,
	input: Uint8Array,
	flush: number,
	dictionary: Uint8Array | undefined,
	step: () => number,
): Written {
	stream.input = input;
	stream.next_in = 0;
	stream.avail_in = input.length;
	const chunks: Uint8Array[] = [];
	let status: number;
	do {
		stream.output = new Uint8Array(OUTPUT_BYTES);
		stream.next_out = 0;
		stream.avail_out = OUTPUT_BYTES;
		status = step();
		if (stream.next_out > 0) chunks.push(stream.output.subarray(0, stream.next_out));
	} while (stream.avail_out === 0 && (status === Z_OK || status === Z_BUF_ERROR));
	const error = failure(status, flush, stream.msg, dictionary);
	const written: Written = { chunks, unusedInput: stream.avail_in };
	return error === undefined ? written : { ...written, error };
}

function failure(
	status: number,
	flush: number,
	message: string,
	dictionary: Uint8Array | undefined,
): CodecFailure | undefined {
	if (status === Z_STREAM_END) return undefined;
	const as = (text: string, errno = status) => ({
		message: text,
		errno,
		code: CODES[errno] ?? 'Z_ERRNO',
	});
	if (status === Z_OK || status === Z_BUF_ERROR) {
		return flush === Z_FINISH ? as('unexpected end of file', Z_BUF_ERROR) : undefined;
	}
	if (status === Z_NEED_DICT)
		return as(dictionary === undefined ? 'Missing dictionary' : 'Bad dictionary');
	return as(message || 'Zlib error');
}
