/** How numbers read on the site: short, grouped, with the unit where it does not stand in a head. */

const EMPTY = '–';

/** Microseconds as milliseconds without the unit: `0.42`, `4.2`, `118`, `1,240`; `–` for NaN. */
export function formatMs(us: number, decimals?: number): string {
	if (!Number.isFinite(us)) return EMPTY;
	const ms = us / 1000;
	return group(ms, decimals ?? (ms < 0.995 ? 2 : ms < 9.95 ? 1 : 0));
}

/** Bytes with their unit, in powers of ten: `640 B`, `2.1 kB`, `205 kB`. */
export function formatBytes(bytes: number): string {
	if (!Number.isFinite(bytes)) return EMPTY;
	if (bytes < 1000) return `${group(bytes, 0)} B`;
	if (bytes < 999_500) return `${group(bytes / 1e3, bytes < 9_950 ? 1 : 0)} kB`;
	return `${group(bytes / 1e6, 1)} MB`;
}

/** A share as per cent: `0.4 %`, `31 %`. */
export function formatShare(share: number): string {
	if (!Number.isFinite(share)) return EMPTY;
	return `${group(share * 100, share > 0 && share < 0.0995 ? 1 : 0)} %`;
}

/** A count with its thousands apart: `4,120`. */
export function formatCount(count: number): string {
	return Number.isFinite(count) ? group(count, 0) : EMPTY;
}

/** A ratio: `0.29×`, `2.1×`, `12×`. */
export function formatRatio(ratio: number): string {
	if (!Number.isFinite(ratio)) return EMPTY;
	return `${group(ratio, ratio < 0.995 ? 2 : ratio < 9.95 ? 1 : 0)}×`;
}

function group(value: number, decimals: number): string {
	return value.toLocaleString('en-GB', {
		minimumFractionDigits: decimals,
		maximumFractionDigits: decimals,
	});
}
