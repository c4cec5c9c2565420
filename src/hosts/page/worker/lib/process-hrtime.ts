/** Node's process.hrtime, as seconds and nanoseconds, or their difference to `before`. */
export function hrtime(before?: [number, number]): [number, number] {
	const ms = performance.now();
	let seconds = Math.floor(ms / 1000);
	let nanoseconds = Math.floor((ms % 1000) * 1e6);
	if (before !== undefined) {
		seconds -= before[0];
		nanoseconds -= before[1];
		if (nanoseconds < 0) {
			seconds--;
			nanoseconds += 1e9;
		}
	}
	return [seconds, nanoseconds];
}

hrtime.bigint = (): bigint => BigInt(Math.round(performance.now() * 1e6));
