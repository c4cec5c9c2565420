/**
 * The class behind Buffer: a Uint8Array that is made as the language makes one. Node's own FastBuffer
 * is the same; Buffer() the function shares its prototype.
 */
export class FastBuffer extends Uint8Array<ArrayBufferLike> {
	// The constructor of Uint8Array is what is wanted, with all its forms.

	/** The same bytes as a Buffer, not a copy. */
	static over(bytes: Uint8Array): Buffer {
		return new FastBuffer(bytes.buffer, bytes.byteOffset, bytes.byteLength) as unknown as Buffer;
	}
}

export const prototype: object = FastBuffer.prototype;
