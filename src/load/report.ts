/** The report at the end of a run, in the order in which a user of wrk looks for it. */
import { fromSparse } from '../histogram/histogram.ts';
import { percentilesAt } from '../histogram/percentiles.ts';
import type { SegmentTotals, Summary } from './sample.ts';

/** The report as lines of text. */
export function report(summary: Summary): string[] {
	return summary.segments.flatMap((segment) => [
		...(summary.segments.length > 1 ? [`Segment ${segment.segment + 1}`] : []),
		...segmentReport(segment, summary),
	]);
}

function segmentReport(segment: SegmentTotals, summary: Summary): string[] {
	const seconds = (segment.toUs - segment.fromUs) / 1e6;
	const answered = fromSparse(segment.response).total;
	const failures = Object.entries(segment.failures).map(([kind, count]) => `${kind} ${count}`);
	const statuses = Object.entries(segment.statuses).map(([status, count]) => `${status}: ${count}`);
	return [
		`  ${summary.loop} loop, ${summary.users} users`,
		`                        p50       p90       p99       max`,
		row('Response time', segment.response),
		row('Service time', segment.service),
		row('Wait for conn.', segment.poolWait),
		row('Generator lag', segment.lag),
		`  ${segment.done} requests in ${seconds.toFixed(2)}s, ${bytes(segment.bytes)} read, ` +
			`${segment.opened} connections opened`,
		`  Status: ${statuses.join(', ') || 'none'}`,
		`  Errors: ${failures.join(', ') || 'none'}`,
		`Requests/sec: ${(seconds > 0 ? (segment.completed / seconds).toFixed(2) : '-').padStart(10)}`,
		`Transfer/sec: ${(seconds > 0 ? bytes(segment.bytes / seconds) : '-').padStart(10)}`,
		`Bytes/answer: ${bytes(answered ? segment.bytes / answered : 0).padStart(10)}`,
	];
}

function row(name: string, counts: readonly number[]): string {
	const values = percentilesAt(fromSparse(counts), [50, 90, 99, 100]);
	return `  ${name.padEnd(15)}${values.map((us) => time(us).padStart(10)).join('')}`;
}

/** A time as wrk writes it: 3 significant digits and a unit. */
function time(us: number): string {
	if (Number.isNaN(us)) return '-';
	if (us < 1e3) return `${us.toFixed(0)}us`;
	return us < 1e6 ? `${(us / 1e3).toFixed(2)}ms` : `${(us / 1e6).toFixed(2)}s`;
}

function bytes(count: number): string {
	if (count < 1e3) return `${count.toFixed(0)}B`;
	return count < 1e6 ? `${(count / 1e3).toFixed(1)}kB` : `${(count / 1e6).toFixed(2)}MB`;
}
