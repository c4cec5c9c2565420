const SHOWN_BYTES = 50;

/** What console.log prints for a Buffer, as in Node: `<Buffer 61 62>`. */
export function inspectBuffer(this: Uint8Array): string {
	const hex = [...this.subarray(0, SHOWN_BYTES)].map((byte) => byte.toString(16).padStart(2, '0'));
	const more = this.length - SHOWN_BYTES;
	const rest = more > 0 ? ` ... ${more} more byte${more > 1 ? 's' : ''}` : '';
	return `<${this.constructor.name} ${hex.join(' ')}${rest}>`;
}
