const SHOWN_BYTES = 50;

/** What console.log prints for a Buffer, as in Node: `<Buffer 61 62>`. */
export function inspectBuffer(this: Uint8Array): string {
	const shown = [...this.subarray(0, SHOWN_BYTES)].map((byte) => byte.toString(16).padStart(2, '0'));
	const more = this.length - SHOWN_BYTES;
	if (more > 0) shown.push(`... ${more} more byte${more > 1 ? 's' : ''}`);
	const name = this.constructor === Buffer ? 'Buffer' : this.constructor.name;
	return `<${[name, ...shown].join(' ')}>`;
}
