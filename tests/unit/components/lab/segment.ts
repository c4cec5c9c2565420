import type { SegmentFigures, SeriesPoint } from '../../../../src/histogram/series.ts';

/** A measured segment of 2,000 answers around `p50Ms`, for tests that change a part of it. */
export function segment(changed: Partial<SegmentFigures> = {}, p50Ms = 100): SegmentFigures {
	const response = responseOf(p50Ms);
	const none = { n: 2_000, p50: 100, p90: 200, p99: 500, max: 900 };
	return {
		segment: 0,
		fromUs: 2e6,
		toUs: 22e6,
		warmUp: false,
		response,
		service: response,
		poolWait: none,
		lag: none,
		intended: 2_000,
		fired: 2_000,
		done: 2_000,
		failures: {},
		statuses: { 200: 2_000 },
		requestsPerSecond: 100,
		bytesPerResponse: 2_100,
		opened: 6,
		leftOut: 0,
		busyShare: 0.1,
		...changed,
	};
}

/** A point of the chart at `atS` seconds. */
export function point(atS: number, p50Ms: number, changed: Partial<SeriesPoint> = {}): SeriesPoint {
	return { atUs: atS * 1e6, segment: 0, warmUp: false, response: responseOf(p50Ms), ...changed };
}

function responseOf(p50Ms: number): SeriesPoint['response'] {
	return { n: 2_000, p50: p50Ms * 1e3, p90: p50Ms * 2e3, p99: p50Ms * 3e3, max: p50Ms * 4e3 };
}
