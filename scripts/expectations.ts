/** Runs a lab's expectations: both sides in one run, in turn, and the ratio between them. */
import type { SegmentFigures } from '../src/histogram/series.ts';
import type { Host } from '../src/hosts/host.ts';
import { startRun } from '../src/lab/run.ts';
import { defaultValues, type Expectation, type Lab, type Metric } from '../src/lab/schema.ts';

export interface Outcome {
	expectation: Expectation;
	/** `to ÷ from`, of the means over blocks. */
	ratio: number;
	holds: boolean;
	/** Set where the run failed or gave no figures. */
	problem?: string;
}

/** Pairs of blocks: from, to, to, from, so that a drift of the machine cancels. */
const ORDER: readonly ('from' | 'to')[] = ['from', 'to', 'to', 'from'];

/** Measures one expectation on a booted host. */
export async function checkExpectation(
	host: Host,
	lab: Lab,
	files: Readonly<Record<string, string>>,
	expectation: Expectation,
): Promise<Outcome> {
	const base = { ...defaultValues(lab), ...expectation.settings };
	const run = await startRun({
		host,
		lab,
		files,
		values: { ...base, ...expectation.from },
		signal: new AbortController().signal,
		listener: {},
	});
	const blockMs = (lab.warmUpS + expectation.secondsEach) * 1000;
	let side: 'from' | 'to' = 'from';
	const sides: string[] = [side];
	const ended = run.done.then(() => 'ended' as const);
	for (const next of ORDER) {
		if (next !== side) {
			await run.set(expectation[next]);
			sides.push(next);
			side = next;
		}
		if ((await Promise.race([ended, elapsed(blockMs)])) === 'ended') break;
	}
	await run.stop();
	const { figures, failure } = await run.done;
	const values = (wanted: string) =>
		figures
			.filter((_, index) => sides[index] === wanted)
			.map((each) => metricOf(each, expectation.metric));
	const ratio = mean(values('to')) / mean(values('from'));
	const holds = ratio >= expectation.ratio[0] && ratio <= expectation.ratio[1];
	return { expectation, ratio, holds, ...(failure && { problem: failure.message }) };
}

/** A segment's value of a metric; µs for percentiles. */
export function metricOf(figures: SegmentFigures, metric: Metric): number {
	switch (metric) {
		case 'bytesPerResponse':
			return figures.bytesPerResponse;
		case 'busyShare':
			return figures.busyShare;
		default:
			return figures.response[metric];
	}
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function elapsed(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}
