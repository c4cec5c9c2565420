#!/usr/bin/env bash
# Builds codecs.wasm, LICENSES.txt and SHA256SUMS in src/hosts/page/codecs from Debian 12's sources.
#
#   scripts/build-codecs.sh            writes the three files
#   scripts/build-codecs.sh --check    builds, and fails if codecs.wasm differs from the one here
#
# Needs Debian 12 or its container, network access to a Debian mirror (DEBIAN_MIRROR), dpkg-dev and
# Node on the path (or NODE=…). About 50 MB of packages are unpacked into a temporary folder with an
# apt configuration of their own: nothing is installed, and the system's apt is not touched.
set -euo pipefail

BROTLI=1.0.9-2
ZSTD=1.5.4+dfsg2-5
LLVM='1:16.0.6-15~deb12u1'
WASI_LIBC=0.0~git20220510.9886d3d-2

# Brotli is most of the weight and zstd gains little from -Os (20 kB gzipped, a third more time).
OPTIMIZE=-O3
# The deepest call uses 13 kB of stack; it lies below the data, so that an overflow traps.
STACK_BYTES=262144

MIRROR=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
NODE=${NODE:-node}
HERE=$(cd "$(dirname "$0")/../src/hosts/page/codecs" && pwd)

fail() {
	printf 'build-codecs: %s\n' "$*" >&2
	exit 1
}

[ $# -le 1 ] && [ "${1:---check}" = --check ] ||
	fail "unknown argument '$*'; expected --check or none"
for tool in apt-get dpkg-deb dpkg-source awk sha256sum "$NODE"; do
	command -v "$tool" >/dev/null || fail "'$tool' not found; run on Debian 12 with dpkg-dev and Node"
done
[ -r "$KEYRING" ] || fail "$KEYRING not found; install debian-archive-keyring"

TEMP=$(mktemp -d)
trap 'rm -rf "$TEMP"' EXIT
mkdir -p "$TEMP"/{lists/partial,archives/partial,root,source,objects}

# 1. Packages and sources, into the temporary folder.
printf '%s [signed-by=%s] %s bookworm main\n' \
	deb "$KEYRING" "$MIRROR" deb-src "$KEYRING" "$MIRROR" >"$TEMP/sources.list"
private_apt() {
	apt-get -qq -o Dir::Etc::sourcelist="$TEMP/sources.list" -o Dir::Etc::sourceparts=/dev/null \
		-o Dir::State::lists="$TEMP/lists" -o Dir::Cache="$TEMP" \
		-o Dir::Cache::archives="$TEMP/archives" -o APT::Sandbox::User=root \
		-o Debug::NoLocking=1 -o APT::Install-Recommends=false "$@" >"$TEMP/apt.log" 2>&1 || {
		cat "$TEMP/apt.log" >&2
		fail "apt-get failed; if a version is gone from the archive, change it at the top of this file"
	}
}
cd "$TEMP/source"
private_apt update
private_apt install --yes --reinstall --allow-downgrades --download-only \
	"clang-16=$LLVM" "lld-16=$LLVM" "wasi-libc=$WASI_LIBC"
private_apt source --download-only --only-source "brotli=$BROTLI" "libzstd=$ZSTD"
for package in "$TEMP"/archives/*.deb; do dpkg-deb -x "$package" "$TEMP/root"; done
dpkg-source --no-check -x "brotli_$BROTLI.dsc" "$TEMP/brotli" >/dev/null
dpkg-source --no-check -x "libzstd_$ZSTD.dsc" "$TEMP/zstd" >/dev/null

# 2. The word tables of brotli's qualities 10 and 11 become declarations; codecs.c makes them.
cd "$TEMP"
TABLES=brotli/c/enc/static_dict_lut.h
cp "$TABLES" original_tables.h
awk '/^static const .*kStaticDictionary.* = \{$/ {
		sub(/^static const/, "extern"); sub(/ = \{$/, ";"); print; skip = 1; next
	}
	skip && /\};$/ { skip = 0; next }
	!skip' original_tables.h >"$TABLES"
[ "$(grep -c '^extern .*kStaticDictionary' "$TABLES")" = 2 ] ||
	fail "expected two tables in brotli's static_dict_lut.h; this version of brotli differs"

# 3. Compile. No file name or date goes into the result, so that it is the same everywhere.
LLVM_ROOT=$TEMP/root/usr/lib/llvm-16
LIBRARIES=$(printf '%s:' "$LLVM_ROOT/lib" "$TEMP"/root/usr/lib/*-linux-gnu)
compile() {
	LD_LIBRARY_PATH=$LIBRARIES "$LLVM_ROOT/bin/clang" --target=wasm32-wasi -std=c11 "$OPTIMIZE" \
		-resource-dir "$LLVM_ROOT/lib/clang/16" -isystem root/usr/include/wasm32-wasi \
		-mbulk-memory -msign-ext -mnontrapping-fptoint -DNDEBUG \
		-Ibrotli/c/include -Ibrotli/c -Izstd/lib -DBROTLI_ENCODER_CLEANUP_ON_OOM \
		-DXXH_NAMESPACE=ZSTD_ -DZSTD_LEGACY_SUPPORT=0 -DZSTD_DISABLE_ASM=1 -DDYNAMIC_BMI2=0 \
		-DZSTD_TRACE=0 -DDEBUGLEVEL=0 -c "$@"
}
link() {
	LD_LIBRARY_PATH=$LIBRARIES "$LLVM_ROOT/bin/wasm-ld" --no-entry --gc-sections --strip-all \
		--stack-first -z "stack-size=$STACK_BYTES" "$@" root/usr/lib/wasm32-wasi/libc.a
}
cp "$HERE/codecs.c" .
objects=()
for file in codecs.c brotli/c/{common,enc,dec}/*.c zstd/lib/{common,compress,decompress}/*.c; do
	case $file in *mt_compress.c | */pool.c | */threading.c) continue ;; esac
	object=objects/${file//\//_}.o
	warnings=()
	if [ "$file" = codecs.c ]; then warnings=(-Wall -Wextra -Werror); fi
	compile "${warnings[@]}" "$file" -o "$object"
	objects+=("$object")
done
link "${objects[@]}" -o codecs.wasm

# 4. The tables that codecs.c makes must equal the ones taken out.
cat >check.c <<'C'
#include <string.h>
#define kStaticDictionaryBuckets original_buckets
#define kStaticDictionaryWords original_words
#include "original_tables.h"
#undef kStaticDictionaryBuckets
#undef kStaticDictionaryWords
extern uint16_t kStaticDictionaryBuckets[32768];
extern DictWord kStaticDictionaryWords[31705];
extern int codecs_make_word_tables(void);
__attribute__((export_name("equal"))) int equal(void) {
	return codecs_make_word_tables() &&
		!memcmp(kStaticDictionaryBuckets, original_buckets, sizeof original_buckets) &&
		!memcmp(kStaticDictionaryWords, original_words, sizeof original_words);
}
C
compile check.c -o check.o
link "${objects[@]}" check.o -o check.wasm
"$NODE" -e '
	const load = (file) => new WebAssembly.Module(require("fs").readFileSync(file));
	if (WebAssembly.Module.imports(load("codecs.wasm")).length > 0) process.exit(2);
	if (new WebAssembly.Instance(load("check.wasm")).exports.equal() !== 1) process.exit(3);
' || case $? in
	2) fail "codecs.wasm has imports, expected none: some part of the C library calls the system" ;;
	3) fail "the word tables made by codecs.c differ from brotli's own" ;;
	*) fail "Node could not load the built module" ;;
esac

# 5. Check or write.
if [ "${1:-}" = --check ]; then
	cmp -s codecs.wasm "$HERE/codecs.wasm" || fail "codecs.wasm differs from what the sources give"
	echo "codecs.wasm is what the sources give."
	exit 0
fi
{
	cat <<TEXT
codecs.wasm contains code of three projects, in the versions of Debian 12 (bookworm):
  brotli     $BROTLI
  Zstandard  $ZSTD (libzstd; only its common, compress and decompress parts)
  wasi-libc  $WASI_LIBC (memory allocation, memory and string functions, log2)
It was compiled with clang-16 and lld-16 ($LLVM) by scripts/build-codecs.sh.

== brotli ==

$(cat brotli/LICENSE)

== Zstandard ==

$(cat zstd/LICENSE)

== wasi-libc ==

wasi-libc is dedicated to the public domain under CC0 1.0
(https://creativecommons.org/publicdomain/zero/1.0/), as is its dlmalloc by Doug Lea.
It contains code of musl and of Arm under the MIT licence:

Copyright (c) 2005-2019 Rich Felker, et al. (musl)
Copyright (c) 2017-2018 Arm Limited (log2)

$(awk -v RS= '/^License: MIT\n/' root/usr/share/doc/wasi-libc/copyright |
	sed '1d; s/^ \.$//; s/^ //; s/ *$//')
TEXT
} >LICENSES.txt
grep -q 'Permission is hereby granted' <(sed -n '/^== wasi-libc/,$p' LICENSES.txt) ||
	fail "wasi-libc's copyright file has no MIT text where it was expected"
sha256sum codecs.wasm >SHA256SUMS
chmod 644 codecs.wasm
cp codecs.wasm LICENSES.txt SHA256SUMS "$HERE/"
printf 'codecs.wasm: %s bytes, %s gzipped\n' \
	"$(wc -c <codecs.wasm)" "$(gzip -9nc codecs.wasm | wc -c)"
