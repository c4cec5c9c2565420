import { expect, test } from 'vitest';
import { changePhrase, valuesText } from '../../../../components/lab/change-words.ts';
import { columnsOf, summarise } from '../../../../components/lab/run-view.ts';
import lab from '../../../../labs/three-switches/lab.ts';
import { defaultValues } from '../../../../src/lab/schema.ts';
import { segment } from './segment.ts';

test.each([
	[{ compression: 'gzip' }, 'gzip', 'gzip'],
	[{ compression: 'off' }, 'compression off', 'compression off'],
	[{ keepAlive: 'on' }, 'keep-alive on', 'keep-alive on'],
	[{ link: '4g' }, 'the link at slow 4G', 'link slow 4G'],
	[{ rate: 40 }, 'the rate at 40 requests/s', 'rate 40 requests/s'],
	[{ brotliLevel: 9 }, 'the Brotli level at 9', 'Brotli level 9'],
])('%o reads well in a sentence and on a flag', (set, phrase, flag) => {
	expect(changePhrase(lab, set)).toBe(phrase);
	expect(valuesText(lab, set)).toBe(flag);
});

const values = defaultValues(lab);
const flipped = {
	points: [],
	figures: [segment({ segment: 0 }, 400), segment({ segment: 1 }, 100)],
	changes: [{ atUs: 10e6, segment: 1, set: { compression: 'gzip' } }],
	settings: [values, { ...values, compression: 'gzip' }],
};

test('the columns are the segment since the last change and the one before', () => {
	const { current, before, currentHas, beforeHas } = columnsOf(lab, flipped);
	expect([current?.segment, before?.segment]).toEqual([1, 0]);
	expect([currentHas, beforeHas]).toEqual(['gzip', 'compression off']);
});

test('the summary of a flip compares the two segments', () => {
	expect(summarise(lab, flipped)).toMatchObject({
		sentence: 'With gzip, p50 fell from 400 to 100 ms on this link.',
		short: 'p50 400 → 100 ms',
	});
});

test('a change of the link does not claim one link for both segments', () => {
	const { sentence } = summarise(lab, {
		...flipped,
		changes: [{ atUs: 10e6, segment: 1, set: { link: '4g' } }],
		settings: [values, { ...values, link: '4g' }],
	});
	expect(sentence).toBe('With the link at slow 4G, p50 fell from 400 to 100 ms.');
});

test('a segment that warms up says so and gives no figure', () => {
	const { sentence } = summarise(lab, {
		...flipped,
		figures: [segment({ segment: 0 }), segment({ segment: 1, warmUp: true })],
	});
	expect(sentence).toBe('With gzip: warming up; these answers are not counted.');
});

const gzip = { ...values, compression: 'gzip' };
const both = { ...gzip, keepAlive: 'on' };
const unmeasured = (segmentNumber: number) =>
	segment({
		segment: segmentNumber,
		warmUp: true,
		response: { n: 0, p50: NaN, p90: NaN, p99: NaN, max: NaN },
	});
const twoAtOnce = {
	points: [],
	figures: [segment({ segment: 0 }, 400), unmeasured(1), segment({ segment: 2 }, 100)],
	changes: [
		{ atUs: 10e6, segment: 1, set: { compression: 'gzip' } },
		{ atUs: 10.1e6, segment: 2, set: { keepAlive: 'on' } },
	],
	settings: [values, gzip, both],
};

test('two knobs at once are compared with the last segment that was measured', () => {
	expect(columnsOf(lab, twoAtOnce)).toMatchObject({
		before: { segment: 0 },
		current: { segment: 2 },
		currentHas: 'gzip, keep-alive on',
		beforeHas: 'compression off, keep-alive off',
	});
	expect(summarise(lab, twoAtOnce).sentence).toBe(
		'With gzip and keep-alive on, p50 fell from 400 to 100 ms on this link.',
	);
});

test('a segment with a few answers is passed over for one that can be compared', () => {
	const few = segment({ segment: 1, response: { n: 3, p50: 1e5, p90: 2e5, p99: 3e5, max: 4e5 } });
	const figures = [segment({ segment: 0 }, 400), few, segment({ segment: 2 }, 100)];
	expect(columnsOf(lab, { ...twoAtOnce, figures }).before?.segment).toBe(0);
});

test('a change during the first warm-up has nothing before it, and says so', () => {
	const view = { ...flipped, figures: [unmeasured(0), segment({ segment: 1 }, 100)] };
	expect(columnsOf(lab, view)).toMatchObject({ before: undefined, currentHas: 'gzip' });
	const { sentence } = summarise(lab, view);
	expect(sentence).toMatch(/^Half of .* Nothing was measured before the last change/);
	expect(sentence).not.toContain('run longer');
});

test('a knob that was moved and moved back is no change', () => {
	const view = { ...twoAtOnce, settings: [values, gzip, values] };
	expect(summarise(lab, view).sentence).toMatch(/^Half of 2,000 answers/);
});

test('settings that lag behind the figures are taken as the last known ones', () => {
	const view = { ...twoAtOnce, settings: [values] };
	expect(columnsOf(lab, view)).toMatchObject({ currentHas: '', beforeHas: '' });
});

test('a run that was stopped too early says so', () => {
	const response = { n: 3, p50: 1e5, p90: 2e5, p99: 3e5, max: 4e5 };
	const view = { ...flipped, figures: [segment({ response })], changes: [], hasEnded: true };
	expect(summarise(lab, view).sentence).toBe('Stopped after 3 answers: too few to say anything.');
	expect(summarise(lab, { ...view, figures: [] }).sentence).toBe(
		'Stopped before an answer was measured.',
	);
	expect(summarise(lab, { ...view, figures: [unmeasured(0)] }).sentence).toBe(
		'Stopped during the warm-up; these answers are not counted.',
	);
});

test('a flip from void figures is told as nothing', () => {
	const late = { n: 400, p50: 20_000, p90: 60_000, p99: 90_000, max: 95_000 };
	const { sentence } = summarise(lab, {
		...flipped,
		figures: [segment({ segment: 0, lag: late }, 400), segment({ segment: 1 }, 100)],
	});
	expect(sentence).toBe('With gzip: cannot tell, because the figures before the change are void.');
});
