/*
 * The C side of codecs.ts: one stepping function over the streaming interfaces of brotli and
 * zstd. A one-shot call is a stream whose first step is OP_FINISH, exactly as Node does it, so
 * that sizes and errors agree with Node's. Built by scripts/build-codecs.sh into codecs.wasm.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <brotli/decode.h>
#include <brotli/encode.h>
#include <common/dictionary.h>
#include <enc/static_dict_lut.h> /* as trimmed by the build script: declares the two tables */
#include <zstd.h>
#include <zstd_errors.h>

#define EXPORT(name) __attribute__((export_name(#name)))

/* These numbers are known to codecs.ts. */
enum { BROTLI_ENCODER, BROTLI_DECODER, ZSTD_ENCODER, ZSTD_DECODER };
enum { OP_PROCESS, OP_FLUSH, OP_FINISH };
enum { STATUS_HUNGRY, STATUS_AGAIN, STATUS_END, STATUS_ERROR };

_Static_assert(OP_FLUSH == (int)BROTLI_OPERATION_FLUSH && OP_FLUSH == (int)ZSTD_e_flush, "flush");
_Static_assert(OP_FINISH == (int)BROTLI_OPERATION_FINISH && OP_FINISH == (int)ZSTD_e_end, "finish");

/* Shared by all streams: a step is never interrupted, and the caller copies out before the next. */
static uint8_t output[65536];
static size_t consumed_bytes, produced_bytes;
static int error_number;

EXPORT(alloc) void *codecs_alloc(size_t bytes) { return malloc(bytes); }
EXPORT(dealloc) void codecs_dealloc(void *pointer) { free(pointer); }
EXPORT(output) uint8_t *codecs_output(void) { return output; }
EXPORT(consumed) size_t codecs_consumed(void) { return consumed_bytes; }
EXPORT(produced) size_t codecs_produced(void) { return produced_bytes; }
EXPORT(error) int codecs_error(void) { return error_number; }

/*
 * Brotli's qualities 10 and 11 look words up by the hash of their first four bytes. The tables for
 * that follow from the dictionary, and would weigh 112 kB gzipped, so they are made on first use.
 * The build script checks that they equal the ones in brotli's source, byte for byte.
 */
#define HASH_BUCKETS 32768
#define DICT_WORDS 31705
#define LONGEST_WORD 24
#define END_OF_BUCKET 0x80
uint16_t kStaticDictionaryBuckets[HASH_BUCKETS];
DictWord kStaticDictionaryWords[DICT_WORDS];

/* Writes the word as its transform (0: as it is, 10: first letter upper case, 11: all) gives it. */
static void expand(DictWord word, uint8_t *text) {
	const BrotliDictionary *dictionary = BrotliGetDictionary();
	size_t upper = word.transform == 0 ? 0 : word.transform == 10 ? 1 : word.len;
	memcpy(text, dictionary->data + dictionary->offsets_by_length[word.len] +
		(size_t)word.len * word.idx, word.len);
	for (size_t i = 0; i < upper; i++) {
		if (text[i] >= 'a' && text[i] <= 'z') text[i] ^= 32;
	}
}

static int is_ascii(const uint8_t *text, size_t length) {
	for (size_t i = 0; i < length; i++) {
		if (text[i] & 0x80) return 0;
	}
	return 1;
}

/* The order within a bucket: plain words first, then by length, then by number. */
static uint32_t rank(DictWord word) {
	return (uint32_t)(word.transform != 0) << 24 | (uint32_t)word.len << 16 | word.idx;
}

typedef struct { DictWord word; uint16_t next; } Entry;

/* Puts the word into the sorted list at *link, unless its text is there already. */
static void insert(Entry *entries, uint16_t *link, uint16_t *used, DictWord word,
		const uint8_t *text) {
	uint16_t *place = link;
	for (uint16_t *at = link; *at; at = &entries[*at].next) {
		DictWord other = entries[*at].word;
		uint8_t other_text[LONGEST_WORD];
		if (other.len == word.len) {
			expand(other, other_text);
			if (!memcmp(text, other_text, word.len)) return;
		}
		if (rank(other) <= rank(word)) place = &entries[*at].next;
	}
	entries[*used] = (Entry){word, *place};
	*place = (*used)++;
}

/* Returns 0 when memory has run out. */
int codecs_make_word_tables(void) {
	static const uint8_t transforms[] = {0, 10, 11};
	static int made;
	if (made) return 1;
	Entry *entries = malloc(DICT_WORDS * sizeof *entries);
	if (!entries) return 0;
	uint16_t used = 1; /* 0 stands for "none" */
	for (size_t t = 0; t < sizeof transforms; t++) {
		for (uint8_t length = 4; length <= LONGEST_WORD; length++) {
			uint32_t count = 1u << BrotliGetDictionary()->size_bits_by_length[length];
			for (uint32_t i = 0; i < count; i++) {
				DictWord word = {length, transforms[t], (uint16_t)i};
				uint8_t text[LONGEST_WORD];
				uint32_t head;
				expand(word, text);
				if (word.transform == 11 && !is_ascii(text, length)) continue;
				memcpy(&head, text, sizeof head);
				uint32_t hash = head * kDictHashMul32 >> (32 - kDictNumBits);
				insert(entries, &kStaticDictionaryBuckets[hash], &used, word, text);
			}
		}
	}
	uint16_t offset = 1;
	for (size_t hash = 0; hash < HASH_BUCKETS; hash++) {
		uint16_t at = kStaticDictionaryBuckets[hash];
		if (!at) continue;
		kStaticDictionaryBuckets[hash] = offset;
		for (; at; at = entries[at].next) kStaticDictionaryWords[offset++] = entries[at].word;
		kStaticDictionaryWords[offset - 1].len |= END_OF_BUCKET;
	}
	free(entries);
	made = 1;
	return 1;
}

/*
 * Each open returns 0 when memory has run out. A setting of -1 is left at the library's default, as
 * Node does; what is out of range is clamped by the library.
 */
#define UNSET UINT32_MAX

static void set(BrotliEncoderState *state, BrotliEncoderParameter parameter, uint32_t value) {
	if (value != UNSET) BrotliEncoderSetParameter(state, parameter, value);
}

EXPORT(open_brotli_encoder)
void *open_brotli_encoder(uint32_t quality, uint32_t lgwin, uint32_t mode, uint32_t size_hint) {
	if (quality >= 10 /* and UNSET, which is 11 */ && !codecs_make_word_tables()) return NULL;
	BrotliEncoderState *state = BrotliEncoderCreateInstance(NULL, NULL, NULL);
	if (!state) return NULL;
	set(state, BROTLI_PARAM_QUALITY, quality);
	set(state, BROTLI_PARAM_LGWIN, lgwin);
	set(state, BROTLI_PARAM_MODE, mode);
	set(state, BROTLI_PARAM_SIZE_HINT, size_hint);
	return state;
}

EXPORT(open_brotli_decoder) void *open_brotli_decoder(void) {
	return BrotliDecoderCreateInstance(NULL, NULL, NULL);
}

EXPORT(open_zstd_encoder) void *open_zstd_encoder(int level) {
	ZSTD_CCtx *state = ZSTD_createCCtx();
	if (state && level != (int)UNSET) ZSTD_CCtx_setParameter(state, ZSTD_c_compressionLevel, level);
	return state;
}

EXPORT(open_zstd_decoder) void *open_zstd_decoder(void) { return ZSTD_createDCtx(); }

EXPORT(close) void codecs_close(int kind, void *state) {
	switch (kind) {
		case BROTLI_ENCODER: BrotliEncoderDestroyInstance(state); break;
		case BROTLI_DECODER: BrotliDecoderDestroyInstance(state); break;
		case ZSTD_ENCODER: ZSTD_freeCCtx(state); break;
		case ZSTD_DECODER: ZSTD_freeDCtx(state); break;
	}
}

static int step_brotli_encoder(BrotliEncoderState *state, int op, const uint8_t *in,
		size_t length) {
	size_t left = length, room = sizeof output;
	uint8_t *out = output;
	BROTLI_BOOL good = BrotliEncoderCompressStream(state, (BrotliEncoderOperation)op, &left, &in,
		&room, &out, NULL);
	consumed_bytes = length - left;
	produced_bytes = sizeof output - room;
	if (!good) {
		error_number = -1;
		return STATUS_ERROR;
	}
	if (BrotliEncoderIsFinished(state)) return STATUS_END;
	if (left || BrotliEncoderHasMoreOutput(state) || op == OP_FINISH) return STATUS_AGAIN;
	return STATUS_HUNGRY;
}

static int step_brotli_decoder(BrotliDecoderState *state, const uint8_t *in, size_t length) {
	size_t left = length, room = sizeof output;
	uint8_t *out = output;
	BrotliDecoderResult result = BrotliDecoderDecompressStream(state, &left, &in, &room, &out, NULL);
	consumed_bytes = length - left;
	produced_bytes = sizeof output - room;
	switch (result) {
		case BROTLI_DECODER_RESULT_SUCCESS: return STATUS_END;
		case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return STATUS_HUNGRY;
		case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: return STATUS_AGAIN;
		default: error_number = BrotliDecoderGetErrorCode(state); return STATUS_ERROR;
	}
}

static int step_zstd(int kind, void *state, int op, const uint8_t *in, size_t length) {
	ZSTD_outBuffer out = {output, sizeof output, 0};
	ZSTD_inBuffer input = {in, length, 0};
	size_t result = kind == ZSTD_ENCODER
		? ZSTD_compressStream2(state, &out, &input, (ZSTD_EndDirective)op)
		: ZSTD_decompressStream(state, &out, &input);
	consumed_bytes = input.pos;
	produced_bytes = out.pos;
	if (ZSTD_isError(result)) {
		error_number = (int)ZSTD_getErrorCode(result);
		return STATUS_ERROR;
	}
	/* For a decoder, 0 means that a frame is complete and all of it has been given out. */
	if (result == 0 && (kind == ZSTD_DECODER || op == OP_FINISH)) return STATUS_END;
	if (input.pos < length || out.pos == sizeof output) return STATUS_AGAIN;
	if (kind == ZSTD_ENCODER && op != OP_PROCESS && result != 0) return STATUS_AGAIN;
	return STATUS_HUNGRY;
}

/*
 * One step: takes input, leaves at most 64 kB in `output` and returns a status. HUNGRY: all input
 * is taken and nothing is pending. AGAIN: call again with the input that is left. END: the stream
 * (for zstd, the frame) is complete. ERROR: see error().
 */
EXPORT(step) int codecs_step(int kind, void *state, int op, const uint8_t *in, size_t length) {
	error_number = 0;
	switch (kind) {
		case BROTLI_ENCODER: return step_brotli_encoder(state, op, in, length);
		case BROTLI_DECODER: return step_brotli_decoder(state, in, length);
		default: return step_zstd(kind, state, op, in, length);
	}
}

/* The `code` that Node gives to the error, made from the libraries' own names. */
EXPORT(error_code) const char *error_code(int kind, int number) {
	if (kind == BROTLI_ENCODER) return "ERR_BROTLI_COMPRESSION_FAILED";
	if (kind == BROTLI_DECODER) {
		switch (number) {
#define NOTHING
#define CASE(prefix, name, value) case value: return "ERR_" #prefix #name;
			BROTLI_DECODER_ERROR_CODES_LIST(CASE, NOTHING)
#undef CASE
			default: return "ERR__ERROR_UNREACHABLE";
		}
	}
	switch (number) {
#define CASE(name) case ZSTD_error_##name: return "ZSTD_error_" #name;
		CASE(prefix_unknown)
		CASE(version_unsupported)
		CASE(frameParameter_unsupported)
		CASE(frameParameter_windowTooLarge)
		CASE(corruption_detected)
		CASE(checksum_wrong)
		CASE(literals_headerWrong)
		CASE(dictionary_corrupted)
		CASE(dictionary_wrong)
		CASE(dictionaryCreation_failed)
		CASE(parameter_unsupported)
		CASE(parameter_combination_unsupported)
		CASE(parameter_outOfBound)
		CASE(tableLog_tooLarge)
		CASE(maxSymbolValue_tooLarge)
		CASE(maxSymbolValue_tooSmall)
		CASE(stabilityCondition_notRespected)
		CASE(stage_wrong)
		CASE(init_missing)
		CASE(memory_allocation)
		CASE(workSpace_tooSmall)
		CASE(dstSize_tooSmall)
		CASE(srcSize_wrong)
		CASE(dstBuffer_null)
#undef CASE
		default: return "ZSTD_error_GENERIC";
	}
}

/* The message that Node gives to the error. */
EXPORT(error_message) const char *error_message(int kind, int number) {
	if (kind == BROTLI_ENCODER) return "Compression failed";
	if (kind == BROTLI_DECODER) return "Decompression failed";
	return ZSTD_getErrorString((ZSTD_ErrorCode)number);
}
