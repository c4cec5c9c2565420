import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	CodecError,
	type CodecStream,
	createCodecs,
} from '../../../../src/hosts/page/codecs/codecs.ts';

const folder = new URL('../../../../src/hosts/page/codecs/', import.meta.url);
const wasm = readFileSync(new URL('codecs.wasm', folder));
const codecs = createCodecs(new WebAssembly.Module(wasm));
const { constants } = zlib;

const brotliParams = (quality: number) => ({
	params: { [constants.BROTLI_PARAM_QUALITY]: quality },
});
const zstdParams = (level: number) => ({
	params: { [constants.ZSTD_c_compressionLevel]: level },
});

/** A mulberry32 generator: the same numbers in 0…1 on every machine. */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
}

function htmlText(bytes: number): Uint8Array {
	const next = random(1);
	const words = 'the of latency Server request ANSWER percentile connection window first'.split(
		' ',
	);
	const word = () => words[Math.floor(next() * words.length)];
	let text = '<!doctype html><title>Rows</title><table>\n';
	while (text.length < bytes) {
		const id = Math.floor(next() * 1e6);
		const sentence = Array.from({ length: 10 }, word).join(' ');
		text += `<tr class="row"><td><a href="/item/${id}">${sentence}</a><td>${next()}</tr>\n`;
	}
	return new TextEncoder().encode(text.slice(0, bytes));
}

function noise(bytes: number): Uint8Array {
	const next = random(2);
	return Uint8Array.from({ length: bytes }, () => next() * 256);
}

/** Pushes the data in pieces of the given size and returns all the output. */
function pump(stream: CodecStream, data: Uint8Array, pieceBytes: number): Uint8Array {
	const out: Uint8Array[] = [];
	for (let at = 0; at < data.length; at += pieceBytes) {
		out.push(...stream.push(data.subarray(at, at + pieceBytes), 'process'));
	}
	out.push(...stream.push(new Uint8Array(0), 'finish'));
	stream.close();
	return Buffer.concat(out);
}

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
const text = htmlText(200_000);
const inputs: [string, Uint8Array][] = [
	['nothing', new Uint8Array(0)],
	['one byte', Uint8Array.of(7)],
	['text', text],
	['noise', noise(150_000)],
	['zeros', new Uint8Array(1_000_000)],
];

/** What differs between the two formats, with Node's functions as the oracle. */
const formats = [
	{
		name: 'brotli',
		levels: [0, 1, 2, 4, 5, 6, 9, 10, 11],
		sizeLevels: [1, 4, 5, 9, 11],
		quick: 5,
		compress: (data: Uint8Array, quality: number) => codecs.brotliCompress(data, { quality }),
		decompress: codecs.brotliDecompress,
		encoder: (quality: number) => codecs.brotliEncoder({ quality }),
		decoder: codecs.brotliDecoder,
		nodeCompress: (data: Uint8Array, quality: number) =>
			zlib.brotliCompressSync(data, brotliParams(quality)),
		nodeDecompress: (data: Uint8Array) => zlib.brotliDecompressSync(data),
		nodeDecoder: () => zlib.createBrotliDecompress(),
	},
	{
		name: 'zstd',
		levels: [-5, 1, 3, 5, 7, 10, 13, 16, 18, 19],
		sizeLevels: [1, 3, 19],
		quick: 3,
		compress: (data: Uint8Array, level: number) => codecs.zstdCompress(data, { level }),
		decompress: codecs.zstdDecompress,
		encoder: (level: number) => codecs.zstdEncoder({ level }),
		decoder: codecs.zstdDecoder,
		nodeCompress: (data: Uint8Array, level: number) =>
			zlib.zstdCompressSync(data, zstdParams(level)),
		nodeDecompress: (data: Uint8Array) => zlib.zstdDecompressSync(data),
		nodeDecoder: () => zlib.createZstdDecompress(),
	},
];

/** The error's own fields, to compare ours with Node's. */
function failure(run: () => unknown): { message: string; code: unknown; errno: unknown } | 'none' {
	try {
		run();
		return 'none';
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		const { code, errno } = error as NodeJS.ErrnoException;
		return { message: error.message, code, errno };
	}
}

describe('codecs.wasm', () => {
	it('is the file that SHA256SUMS names, and imports nothing', () => {
		const sums = readFileSync(new URL('SHA256SUMS', folder), 'utf8');
		expect(sums).toBe(`${createHash('sha256').update(wasm).digest('hex')}  codecs.wasm\n`);
		expect(WebAssembly.Module.imports(new WebAssembly.Module(wasm))).toEqual([]);
	});

	it('weighs at most 345 kB gzipped', () => {
		expect(zlib.gzipSync(wasm, { level: 9 }).length).toBeLessThanOrEqual(345_000);
	});
});

describe.each(formats)('$name', (format) => {
	const { compress, decompress, encoder, decoder, nodeCompress, nodeDecompress, quick } = format;

	it.each(inputs)('agrees with Node both ways on %s', { timeout: 60_000 }, (_, data) => {
		for (const level of format.levels) {
			const ours = compress(data, level);
			expect(same(nodeDecompress(ours), data), `level ${level}, ours read by Node`).toBe(true);
			expect(same(decompress(ours), data), `level ${level}, ours`).toBe(true);
			const theirs = nodeCompress(data, level);
			expect(same(decompress(theirs), data), `level ${level}, Node's read by us`).toBe(true);
		}
	});

	it.each(format.sizeLevels)(
		'differs from the size of Node by less than a hundredth at level %i',
		(level) => {
			const ours = compress(text, level).length;
			const theirs = nodeCompress(text, level).length;
			expect(Math.abs(ours / theirs - 1)).toBeLessThan(0.01);
		},
	);

	it('streams at every level, cut anywhere', { timeout: 60_000 }, () => {
		for (const level of format.levels) {
			const packed = pump(encoder(level), text, 30_011);
			expect(same(nodeDecompress(packed), text), `level ${level}`).toBe(true);
			expect(same(pump(decoder(), packed, 997), text), `level ${level}`).toBe(true);
		}
		expect(same(pump(decoder(), compress(text, quick), 1), text)).toBe(true);
	});

	it('returns what went in, for random data, levels and pieces', () => {
		const bytes = fc.oneof(
			fc.uint8Array({ maxLength: 3000 }),
			fc.string({ unit: 'grapheme', maxLength: 2000 }).map((s) => new TextEncoder().encode(s)),
			fc
				.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(5000))
				.map(([part, n]) => Uint8Array.from({ length: n }, (_, i) => part[i % part.length] ?? 0)),
		);
		fc.assert(
			fc.property(
				bytes,
				fc.constantFrom(...format.levels),
				fc.integer({ min: 1, max: 4000 }),
				(data, level, pieceBytes) => {
					const packed = pump(encoder(level), data, pieceBytes);
					expect(same(nodeDecompress(packed), data)).toBe(true);
					expect(same(pump(decoder(), packed, pieceBytes), data)).toBe(true);
					expect(same(decompress(compress(data, level)), data)).toBe(true);
				},
			),
			{ numRuns: 60 },
		);
	});

	it('gives out all it was given on a flush', () => {
		const pack = encoder(quick);
		const unpack = decoder();
		for (let at = 0; at < text.length; at += 50_000) {
			const piece = text.subarray(at, at + 50_000);
			const packed = Buffer.concat(pack.push(piece, 'flush'));
			expect(same(Buffer.concat(unpack.push(packed, 'process')), piece)).toBe(true);
		}
		unpack.push(Buffer.concat(pack.push(new Uint8Array(0), 'finish')), 'finish');
	});

	it('interleaves streams without mixing them up', () => {
		const [a, b] = [encoder(quick), encoder(quick)];
		const [fromA, fromB] = [[] as Uint8Array[], [] as Uint8Array[]];
		const other = noise(text.length);
		for (let at = 0; at < text.length; at += 10_000) {
			fromA.push(...a.push(text.subarray(at, at + 10_000), 'process'));
			fromB.push(...b.push(other.subarray(at, at + 10_000), 'process'));
		}
		fromA.push(...a.push(new Uint8Array(0), 'finish'));
		fromB.push(...b.push(new Uint8Array(0), 'finish'));
		expect(same(nodeDecompress(Buffer.concat(fromA)), text)).toBe(true);
		expect(same(nodeDecompress(Buffer.concat(fromB)), other)).toBe(true);
	});

	it('fails as Node fails on truncated, corrupt and followed data', () => {
		const good = compress(text, quick);
		const cases: Uint8Array[] = [
			...[0, 1, 5, 1000, good.length - 1].map((end) => good.subarray(0, end)),
			new TextEncoder().encode('this is not compressed at all, really'),
			new Uint8Array(64),
			new Uint8Array(64).fill(255),
			...[3, 20, 200, 5000].map((at) => good.map((byte, i) => (i >= at ? byte ^ 0x55 : byte))),
			Buffer.concat([good, noise(50)]),
			Buffer.concat([good, good]),
		];
		for (const data of cases) {
			const expected = failure(() => nodeDecompress(data));
			expect(failure(() => decompress(data))).toEqual(expected);
			expect(failure(() => pump(decoder(), data, data.length || 1))).toEqual(expected);
		}
		expect(failure(() => decompress(good.subarray(0, -1)))).toEqual({
			message: 'unexpected end of file',
			code: 'Z_BUF_ERROR',
			errno: constants.Z_BUF_ERROR,
		});
	});

	it('fails with a code, or decodes, on damaged bytes anywhere', () => {
		const good = compress(text.subarray(0, 4000), quick);
		fc.assert(
			fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
				const bad = good.map((byte, i) => (i === at ? byte ^ flip : byte));
				const error = failure(() => decompress(bad));
				// Versions of zstd differ in which damage they notice, so Node is no oracle there.
				if (format.name === 'brotli') expect(error).toEqual(failure(() => nodeDecompress(bad)));
				else if (error !== 'none') expect(error.code).toMatch(/^(ZSTD_error_|Z_BUF_ERROR$)/);
			}),
			{ numRuns: 300 },
		);
	});

	it.each([
		['the stream twice in two writes', (good: Uint8Array) => [good, good]],
		['noise in a second write', (good: Uint8Array) => [good, noise(40)]],
		['half a stream in a second write', (good: Uint8Array) => [good, good.subarray(0, 20)]],
		[
			'a second stream in the same write',
			(good: Uint8Array) => [Buffer.concat([good, good]), good],
		],
	])('does with %s what Node does', async (_, writes) => {
		const pieces = writes(compress(text.subarray(0, 5000), quick));
		const theirs = format.nodeDecoder();
		let theirBytes = 0;
		theirs.on('data', (data: Uint8Array) => (theirBytes += data.length));
		const expected = new Promise<unknown>((resolve) => {
			theirs.on('end', () => resolve('none'));
			theirs.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
		});
		for (const piece of pieces) {
			await Promise.race([new Promise((resolve) => theirs.write(piece, resolve)), expected]);
		}
		theirs.end();

		const ours = decoder();
		let ourBytes = 0;
		const error = failure(() => {
			for (const piece of [...pieces, new Uint8Array(0)]) {
				const operation = piece.length > 0 ? 'process' : 'finish';
				for (const out of ours.push(piece, operation)) ourBytes += out.length;
			}
		});
		expect(error === 'none' ? 'none' : error.code).toBe(await expected);
		expect(ourBytes).toBe(theirBytes);
	});

	it('keeps what it decoded before a fault, and is closed after it', () => {
		const most = compress(text, quick).subarray(0, -10);
		const stream = decoder();
		let error: unknown;
		try {
			stream.push(most, 'finish');
		} catch (thrown) {
			error = thrown;
		}
		expect(error).toBeInstanceOf(CodecError);
		const before = Buffer.concat((error as CodecError).partial);
		expect(before.length).toBeGreaterThan(0);
		expect(same(before, text.subarray(0, before.length))).toBe(true);
		expect(() => stream.push(most, 'process')).toThrow(/after close\(\)/);
	});

	it('can be closed twice, and refuses input when closed or finished', () => {
		const closed = encoder(quick);
		closed.close();
		closed.close();
		expect(() => closed.push(text, 'process')).toThrow(/after close\(\)/);
		const finished = encoder(quick);
		finished.push(text, 'finish');
		expect(() => finished.push(text, 'process')).toThrow(/after 'finish'/);
		finished.close();
	});

	it('gives the memory of closed streams back', () => {
		const { codecs: own, memory } = withMemory();
		const round = () => {
			const stream = format.name === 'brotli' ? own.brotliEncoder() : own.zstdEncoder();
			stream.push(text.subarray(0, 20_000), 'process');
			stream.close();
		};
		for (let i = 0; i < 3; i++) round();
		const bytes = memory.buffer.byteLength;
		for (let i = 0; i < 50; i++) round();
		expect(memory.buffer.byteLength).toBe(bytes);
	});

	it('grows its memory for 24 MB in and out', { timeout: 60_000 }, () => {
		const big = new Uint8Array(24_000_000);
		for (let at = 0; at < big.length; at += text.length) big.set(text, at);
		const level = format.levels[1] ?? 1;
		const { codecs: own } = withMemory();
		const packed =
			format.name === 'brotli'
				? own.brotliCompress(big, { quality: level })
				: own.zstdCompress(big, { level });
		const out =
			format.name === 'brotli' ? own.brotliDecompress(packed) : own.zstdDecompress(packed);
		expect(same(out, big)).toBe(true);
	});

	it('decodes a bomb in time that grows with its size', { timeout: 60_000 }, () => {
		const bomb = (bytes: number) => nodeCompress(new Uint8Array(bytes), quick);
		const decode = (packed: Uint8Array) => {
			const startMs = performance.now();
			const pieces = decoder().push(packed, 'finish');
			const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
			expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(65_536);
			return { bytes, ms: performance.now() - startMs };
		};
		const [small, large] = [bomb(10_000_000), bomb(40_000_000)];
		expect(small.length).toBeLessThan(2000);
		expect(decode(small).bytes).toBe(10_000_000);
		const best = (packed: Uint8Array) =>
			Math.min(...Array.from({ length: 4 }, () => decode(packed).ms));
		// Four times the output: 4 if linear, 16 if quadratic.
		expect(best(large) / best(small)).toBeLessThan(10);
	});
});

/** Codecs of their own, with the memory that they use. */
function withMemory() {
	const Instance = WebAssembly.Instance;
	let memory: WebAssembly.Memory | undefined;
	WebAssembly.Instance = class extends Instance {
		constructor(module: WebAssembly.Module) {
			super(module);
			memory = this.exports['memory'] as WebAssembly.Memory;
		}
	};
	try {
		const own = createCodecs(new WebAssembly.Module(wasm));
		if (!memory) throw new Error('createCodecs() made no instance');
		return { codecs: own, memory };
	} finally {
		WebAssembly.Instance = Instance;
	}
}

describe('settings', () => {
	it('passes brotli settings on as Node does', () => {
		for (const [lgwin, mode, sizeHint] of [
			[10, 0, 0],
			[16, 1, text.length],
			[24, 2, 0],
			[30, 0, 0],
		] as const) {
			for (const quality of [5, 9, 11]) {
				const params = {
					[constants.BROTLI_PARAM_QUALITY]: quality,
					[constants.BROTLI_PARAM_LGWIN]: lgwin,
					[constants.BROTLI_PARAM_MODE]: mode,
					[constants.BROTLI_PARAM_SIZE_HINT]: sizeHint,
				};
				const ours = codecs.brotliCompress(text, { quality, lgwin, mode, sizeHint });
				const theirs = zlib.brotliCompressSync(text, { params });
				expect(Math.abs(ours.length / theirs.length - 1)).toBeLessThan(0.01);
				expect(same(zlib.brotliDecompressSync(ours), text)).toBe(true);
			}
		}
	});

	it('has the defaults of Node', () => {
		expect(same(codecs.brotliCompress(text), zlib.brotliCompressSync(text))).toBe(true);
		const [ours, theirs] = [codecs.zstdCompress(text), zlib.zstdCompressSync(text)];
		expect(Math.abs(ours.length / theirs.length - 1)).toBeLessThan(0.01);
	});

	it('takes -1 for the default and clamps what is out of range, as Node does', () => {
		for (const quality of [-1, -2, 12, 1000]) {
			const ours = codecs.brotliCompress(text, { quality });
			expect(same(ours, zlib.brotliCompressSync(text, brotliParams(quality)))).toBe(true);
		}
		const data = text.subarray(0, 1000);
		for (const level of [-1, -2, 23, 100, -200_000]) {
			const ours = codecs.zstdCompress(data, { level });
			const theirs = zlib.zstdCompressSync(data, zstdParams(level));
			expect(Math.abs(ours.length / theirs.length - 1)).toBeLessThan(0.01);
			expect(same(zlib.zstdDecompressSync(ours), data)).toBe(true);
		}
	});

	it('reports what only zstd knows: checksum, window and dictionary', () => {
		const checked = zlib.zstdCompressSync(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
		const last = checked.length - 1;
		const cases = [
			checked.map((byte, i) => (i === last ? byte ^ 1 : byte)),
			Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0xf8, 1, 0, 0),
			Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 1, 0x38, 1, 1, 0, 0),
		];
		const codes = cases.map((data) => {
			const error = failure(() => codecs.zstdDecompress(data));
			expect(error).toEqual(failure(() => zlib.zstdDecompressSync(data)));
			return error === 'none' ? 'none' : error.code;
		});
		expect(codes).toEqual([
			'ZSTD_error_checksum_wrong',
			'ZSTD_error_frameParameter_windowTooLarge',
			'ZSTD_error_dictionary_wrong',
		]);
	});
});
