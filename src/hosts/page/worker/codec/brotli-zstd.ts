import { CodecError, type Codecs, type CodecStream } from '../../codecs/codecs.ts';
import type { CodecSettings } from '../../protocol.ts';
import { type Compressor, MODE } from './compressor.ts';

/** Node's flush numbers, the same for brotli and zstd. */
const OPERATIONS = ['process', 'flush', 'finish'] as const;
const BROTLI_MODE = 0;
const BROTLI_QUALITY = 1;
const BROTLI_LGWIN = 2;
const BROTLI_SIZE_HINT = 5;
const ZSTD_LEVEL = 100;

/** Parameters that change only speed and memory are taken without effect. */
function open({ mode, params = {} }: CodecSettings, codecs: Codecs): CodecStream {
	const given = (number: number, name: string) =>
		params[number] === undefined ? {} : { [name]: params[number] };
	switch (mode) {
		case MODE.BROTLI_ENCODE:
			return codecs.brotliEncoder({
				...given(BROTLI_QUALITY, 'quality'),
				...given(BROTLI_LGWIN, 'lgwin'),
				...given(BROTLI_MODE, 'mode'),
				...given(BROTLI_SIZE_HINT, 'sizeHint'),
			});
		case MODE.BROTLI_DECODE:
			return codecs.brotliDecoder();
		case MODE.ZSTD_COMPRESS:
			return codecs.zstdEncoder(given(ZSTD_LEVEL, 'level'));
		default:
			return codecs.zstdDecoder();
	}
}

/** A brotli or zstd stream; the codecs are asked for at the first write, when they must be there. */
export function brotliOrZstd(settings: CodecSettings, codecs: () => Codecs): Compressor {
	let stream: CodecStream | undefined;
	const close = () => {
		stream?.close();
		stream = undefined;
	};
	return {
		write(input, flush) {
			stream ??= open(settings, codecs());
			try {
				const chunks = stream.push(input, OPERATIONS[flush] ?? 'process');
				return { chunks, unusedInput: 0 };
			} catch (error) {
				if (!(error instanceof CodecError)) throw error;
				const { message, errno, code, partial } = error;
				return { chunks: partial, unusedInput: 0, error: { message, errno, code } };
			}
		},
		reset: close,
		close,
	};
}
