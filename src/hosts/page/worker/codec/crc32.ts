const TABLE = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
	let remainder = byte;
	for (let bit = 0; bit < 8; bit++) {
		remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
	}
	TABLE[byte] = remainder;
}

const encoder = new TextEncoder();

/** The CRC-32 of gzip over text or bytes, going on from `start`. */
export function crc32(data: string | ArrayBufferView, start = 0): number {
	const bytes =
		typeof data === 'string'
			? encoder.encode(data)
			: new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
	let crc = ~start;
	for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
	return ~crc >>> 0;
}
