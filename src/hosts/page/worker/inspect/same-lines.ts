/** Where two lists of stack lines agree for more than three lines: length and start, or zeros. */
export function identicalSequenceRange(
	a: readonly string[],
	b: readonly string[],
): [number, number] {
	for (let at = 0; at < a.length - 3; at++) {
		const same = b.indexOf(a[at] ?? '');
		if (same === -1) continue;
		let length = 1;
		while (
			at + length < a.length &&
			same + length < b.length &&
			a[at + length] === b[same + length]
		)
			length++;
		if (length > 3) return [length, at];
	}
	return [0, 0];
}
