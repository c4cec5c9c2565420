import { expect, test } from 'vitest';
import { chartGeometry, HEIGHT, spread } from '../../../../components/lab/chart-geometry.ts';
import { latencyAxis, timeAxis } from '../../../../components/lab/chart-scale.ts';
import { point } from './segment.ts';

test('the latency axis ends on steps of 1, 2 and 5 around the values', () => {
	const axis = latencyAxis([34_000, 340_000]);
	expect(axis.ticks.map(({ label }) => label)).toEqual(['20', '50', '100', '200', '500']);
	expect(axis.position(20_000)).toBeCloseTo(0);
	expect(axis.position(500_000)).toBeCloseTo(1);
	expect(axis.position(100_000)).toBeCloseTo(0.5);
});

test('a wide range keeps at most six ticks', () => {
	const labels = latencyAxis([300, 4_000_000]).ticks.map(({ label }) => label);
	expect(labels).toEqual(['1', '10', '100', '1,000']);
});

test('a narrow range still spans four times', () => {
	const { ticks } = latencyAxis([60_000, 61_000]);
	expect(ticks.map(({ label }) => label)).toEqual(['50', '100', '200']);
});

test('the time axis grows in round steps', () => {
	expect(timeAxis(0).ticks.at(-1)).toEqual({ at: 1, label: '30' });
	expect(timeAxis(31e6).ticks.at(-1)).toEqual({ at: 1, label: '60' });
	expect(timeAxis(61e6).ticks.at(1)).toEqual({ at: 1 / 6, label: '20' });
	expect(timeAxis(900e6).ticks.at(-1)).toEqual({ at: 1, label: '1200' });
});

test('a line breaks where the warm-up ends and where the segment changes', () => {
	const { lines, hasWarmUp } = chartGeometry(
		[
			point(1, 100, { warmUp: true }),
			point(2, 100),
			point(3, 100),
			point(4, 50, { segment: 1, warmUp: true }),
			point(5, 50, { segment: 1 }),
		],
		[],
	);
	expect(lines.p50.warmUp.match(/M/g)).toHaveLength(2);
	expect(lines.p50.measured.match(/M/g)).toHaveLength(2);
	expect(lines.p50.measured.match(/L/g)).toHaveLength(1);
	expect(hasWarmUp).toBe(true);
});

test('a chart without points has axes and nothing else', () => {
	const geometry = chartGeometry([], []);
	expect(geometry.yTicks.length).toBeGreaterThan(2);
	expect(geometry.ends).toEqual([]);
	expect(geometry.lines.p99).toEqual({ measured: '', warmUp: '' });
});

test('flags near each other take two rows, then only their number', () => {
	const change = (atS: number, segment: number) => ({ atUs: atS * 1e6, segment, set: { a: 1 } });
	const { flags } = chartGeometry(
		[point(30, 100)],
		[change(10, 1), change(11, 2), change(12, 3), change(20, 4)],
	);
	expect(flags.map(({ row }) => row)).toEqual([0, 1, undefined, 0]);
	expect(flags.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

test('labels stay 16 px apart and inside the plot', () => {
	const labels = spread([
		{ name: 'p50', us: 1, y: 255 },
		{ name: 'p90', us: 1, y: 254 },
		{ name: 'p99', us: 1, y: 250 },
	]);
	expect(labels.map(({ name }) => name)).toEqual(['p99', 'p90', 'p50']);
	expect(labels.map(({ labelY }) => labelY)).toEqual([HEIGHT - 32, HEIGHT - 16, HEIGHT]);
});

test('the largest response is marked once in two seconds', () => {
	const points = Array.from({ length: 20 }, (_, index) => point(index / 4, 100));
	expect(chartGeometry(points, []).maxima.length).toBe(3);
});
