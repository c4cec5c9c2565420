// The round constants of SHA-512: the first 64 bits of the fractional parts of the cube roots of the
// first 80 primes (FIPS 180-4, section 4.2.3). Those of SHA-256 are the upper halves of the first 64.
// Computing them takes a millisecond; as a table they would be a fiftieth of the engine.

const BITS = 64n;

/** Whole cube root, by Newton's method from above. */
function cubeRoot(value: bigint): bigint {
	let root = 1n << 70n;
	for (;;) {
		const next = (2n * root + value / (root * root)) / 3n;
		if (next >= root) return root;
		root = next;
	}
}

/** The 80 constants, as numbers of 64 bits. */
export function sha512Constants(): bigint[] {
	const constants: bigint[] = [];
	for (let prime = 2; constants.length < 80; prime++) {
		let isPrime = true;
		for (let factor = 2; factor * factor <= prime; factor++)
			if (prime % factor === 0) isPrime = false;
		if (isPrime) constants.push(cubeRoot(BigInt(prime) << (3n * BITS)) & ((1n << BITS) - 1n));
	}
	return constants;
}
