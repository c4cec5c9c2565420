import type { CodecFailure, CodecSettings } from '../../protocol.ts';
import type { Codecs } from '../../codecs/codecs.ts';
import { brotliOrZstd } from './brotli-zstd.ts';
import { deflater, inflater } from './zlib-pako.ts';

/** What one write made: all output, the input it did not want, and the error that ended it. */
export interface Written {
	chunks: Uint8Array[];
	unusedInput: number;
	error?: CodecFailure;
}

/** One compressing or decompressing stream, taking all of its input at once. */
export interface Compressor {
	write(input: Uint8Array, flush: number): Written;
	reset(): void;
	close(): void;
}

/** Node's numbers of the modes. */
export const MODE = {
	DEFLATE: 1,
	INFLATE: 2,
	GZIP: 3,
	GUNZIP: 4,
	DEFLATERAW: 5,
	INFLATERAW: 6,
	UNZIP: 7,
	BROTLI_DECODE: 8,
	BROTLI_ENCODE: 9,
	ZSTD_COMPRESS: 10,
	ZSTD_DECOMPRESS: 11,
} as const;

/** Whether the mode needs the codecs' module, and its name for messages. */
export function codecName(mode: number): 'brotli' | 'zstd' | undefined {
	if (mode === MODE.BROTLI_DECODE || mode === MODE.BROTLI_ENCODE) return 'brotli';
	if (mode === MODE.ZSTD_COMPRESS || mode === MODE.ZSTD_DECOMPRESS) return 'zstd';
	return undefined;
}

/** Makes the compressor for a mode; `codecs` gives brotli and zstd, or throws why it cannot. */
export function createCompressor(settings: CodecSettings, codecs: () => Codecs): Compressor {
	if (codecName(settings.mode) !== undefined) return brotliOrZstd(settings, codecs);
	const { DEFLATE, GZIP, DEFLATERAW } = MODE;
	const compresses = ([DEFLATE, GZIP, DEFLATERAW] as number[]).includes(settings.mode);
	return compresses ? deflater(settings) : inflater(settings);
}
