import { expect, test } from 'vitest';
import { describeChange, describeSegment, isOverloaded } from '../../../src/histogram/sentence.ts';
import type { SegmentFigures } from '../../../src/histogram/series.ts';

function segment(figures: Partial<SegmentFigures>, p50Ms: number, n = 2_000): SegmentFigures {
	const response = { n, p50: p50Ms * 1e3, p90: p50Ms * 1.3e3, p99: p50Ms * 2e3, max: p50Ms * 3e3 };
	const none = { n, p50: 0, p90: 0, p99: 0, max: 0 };
	return {
		segment: 0,
		fromUs: 0,
		toUs: 20e6,
		warmUp: false,
		response,
		service: response,
		poolWait: none,
		lag: none,
		intended: n,
		fired: n,
		done: n,
		failures: {},
		statuses: { 200: n },
		requestsPerSecond: 100,
		bytesPerResponse: 200_000,
		opened: 0,
		leftOut: 0,
		busyShare: 0.1,
		...figures,
	};
}

test('a clear change names both medians, the link and the work', () => {
	const outcome = describeChange({
		changed: 'gzip',
		where: 'on this link',
		before: segment({}, 412),
		after: segment({ busyShare: 0.21 }, 118),
	});
	expect(outcome).toEqual({
		verdict: 'faster',
		sentence:
			'With gzip, p50 fell from 412 to 118 ms on this link; ' +
			'the server worked 2.1 times as hard per request.',
		short: 'p50 412 → 118 ms',
	});
});

test('bytes and less work are told where they changed by a fifth or more', () => {
	const { sentence, verdict } = describeChange({
		changed: 'compression off',
		before: segment({ bytesPerResponse: 31_000, busyShare: 0.4 }, 50),
		after: segment({ bytesPerResponse: 205_000, busyShare: 0.1 }, 100),
	});
	expect(verdict).toBe('slower');
	expect(sentence).toBe(
		'With compression off, p50 rose from 50 to 100 ms; each response grew from 31 to 205 kB; ' +
			'the server did 4 times less work per request.',
	);
});

test('a change under 5 % is not called a difference', () => {
	const { sentence, verdict } = describeChange({
		changed: 'keep-alive off',
		before: segment({}, 100),
		after: segment({}, 104),
	});
	expect(verdict).toBe('cannot tell');
	expect(sentence).toBe(
		'With keep-alive off, p50 went from 100 to 104 ms: ' +
			'less than 5 %, which a flip by hand cannot tell from chance.',
	);
});

test('ranges that overlap are not called a difference', () => {
	const wide = (p50Ms: number): SegmentFigures => {
		const figures = segment({}, p50Ms, 30);
		return { ...figures, response: { ...figures.response, p90: p50Ms * 8e3 } };
	};
	const outcome = describeChange({ changed: 'gzip', before: wide(100), after: wide(120) });
	expect(outcome.verdict).toBe('cannot tell');
	expect(outcome.sentence).toMatch(/this run cannot tell that from chance\. A longer one may\.$/);
});

test('fewer than 20 answers on either side ask for a longer run', () => {
	const { sentence, verdict } = describeChange({
		changed: 'gzip',
		before: segment({}, 400),
		after: segment({}, 100, 12),
	});
	expect(verdict).toBe('cannot tell');
	expect(sentence).toBe(
		'With gzip: too few to tell, with 2,000 answers before the change and 12 after it. ' +
			'Let it run longer.',
	);
});

test('a longer run is not offered where it would not help', () => {
	const few = (before: number, hasEnded: boolean): string =>
		describeChange({
			changed: 'gzip',
			before: segment({}, 400, before),
			after: segment({}, 100, 12),
			hasEnded,
		}).sentence;
	expect(few(4, false)).toBe(
		'With gzip: too few to tell, with 4 answers before the change and 12 after it.',
	);
	expect(few(400, true)).not.toContain('run longer');
});

test('between 20 and 100 answers the figures are called about', () => {
	const { sentence } = describeChange({
		changed: 'gzip',
		before: segment({}, 400, 60),
		after: segment({}, 100, 60),
	});
	expect(sentence).toBe('With gzip, p50 fell from about 400 to 100 ms.');
});

test('where p50 stays but the work fell, the work is told', () => {
	const { sentence } = describeChange({
		changed: 'a 1 s microcache',
		before: segment({ busyShare: 0.5 }, 100),
		after: segment({ busyShare: 0.05 }, 101),
	});
	expect(sentence).toContain('cannot tell from chance. The server did 10 times less work');
});

test('work is not compared over fewer than 100 answers', () => {
	const { sentence } = describeChange({
		changed: 'gzip',
		before: segment({}, 400),
		after: segment({ busyShare: 0.8 }, 100, 60),
	});
	expect(sentence).toBe('With gzip, p50 fell from about 400 to 100 ms.');
});

test('an unknown busy share says nothing about work', () => {
	const { sentence } = describeChange({
		changed: 'gzip',
		before: segment({ busyShare: NaN }, 400),
		after: segment({ busyShare: NaN }, 100),
	});
	expect(sentence).toBe('With gzip, p50 fell from 400 to 100 ms.');
});

test('failures and overload come with the sentence', () => {
	const { sentence } = describeChange({
		changed: 'gzip',
		before: segment({}, 100),
		after: segment({ done: 1_000, fired: 2_000, failures: { timeout: 40 } }, 400),
	});
	expect(sentence).toContain('40 of 1,000 requests failed.');
	expect(sentence).toContain('above capacity');
});

test.each<[string, Partial<SegmentFigures>, boolean]>([
	['a server that is used up', { busyShare: 0.93 }, true],
	['fewer answers than requests', { fired: 2_400, done: 2_400 }, true],
	['requests that wait', { done: 1_700 }, true],
	['many timeouts', { failures: { timeout: 300 } }, true],
	['a server that keeps up', { busyShare: 0.8 }, false],
	['an unknown busy share', { busyShare: NaN }, false],
	['refused requests', { requestsPerSecond: 50, failures: { refused: 1_000 } }, false],
	['too few requests to tell', { fired: 12, done: 2, busyShare: 1 }, false],
])('%s: above capacity or not, and never in a closed loop', (_what, figures, isOver) => {
	expect(isOverloaded(segment(figures, 100))).toBe(isOver);
	expect(isOverloaded(segment(figures, 100), true)).toBe(false);
});

test('a segment alone tells its median, and its p99 only with 1,000 answers', () => {
	expect(describeSegment(segment({}, 34))).toBe(
		'Half of 2,000 answers came within 34 ms, and 99 in 100 within 68 ms.',
	);
	expect(describeSegment(segment({}, 34, 500))).toBe(
		'Half of 500 answers came within 34 ms; 1,000 are needed for a firm p99.',
	);
	expect(describeSegment(segment({}, 34, 3))).toBe('Only 3 answers so far.');
	expect(
		describeSegment(segment({ fired: 900, done: 118, failures: { timeout: 118 } }, NaN, 0)),
	).toMatch(/^All 118 requests failed\. The offered load is above capacity/);
	expect(describeSegment(segment({ done: 8, failures: { refused: 8 } }, NaN, 0))).toBe(
		'All 8 requests failed.',
	);
});

test('a run that was stopped too early says so', () => {
	expect(describeSegment(segment({}, 34, 3), { hasEnded: true })).toBe(
		'Stopped after 3 answers: too few to say anything.',
	);
	expect(describeSegment(segment({}, NaN, 0), { hasEnded: true })).toBe(
		'Stopped before an answer was measured.',
	);
});
