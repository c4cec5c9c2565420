/** The rows under the percentiles: bytes, throughput, connections, work and errors. */
import { formatBytes, formatCount, formatMs, formatShare } from '../../src/histogram/format.ts';
import type { SegmentFigures } from '../../src/histogram/series.ts';

export interface FigureRow {
	label: string;
	text(figures: SegmentFigures): string;
	/** Compared as a ratio where both sides have it. */
	value?(figures: SegmentFigures): number;
}

export const FIGURE_ROWS: readonly FigureRow[] = [
	{
		label: 'Bytes per response',
		text: (each) => formatBytes(each.bytesPerResponse),
		value: (each) => each.bytesPerResponse,
	},
	{
		label: 'Requests per second',
		text: (each) =>
			Number.isFinite(each.requestsPerSecond) ? each.requestsPerSecond.toFixed(1) : '–',
		value: (each) => each.requestsPerSecond,
	},
	{
		label: 'Connections opened',
		text: (each) =>
			each.done > 0 ? `${formatCount(each.opened)} for ${formatCount(each.done)}` : '–',
	},
	{
		label: 'Server busy',
		text: (each) => formatShare(each.busyShare),
		value: (each) => each.busyShare,
	},
	{ label: 'Errors', text: errorsText },
	{ label: 'Generator lag p99', text: (each) => `${formatMs(each.lag.p99)} ms` },
];

function errorsText({ failures, done }: SegmentFigures): string {
	if (done === 0) return '–';
	const kinds = Object.entries(failures).filter(([, count]) => count > 0);
	if (kinds.length === 0) return 'none';
	return kinds.map(([kind, count]) => `${formatCount(count)} ${kind}`).join(', ');
}
