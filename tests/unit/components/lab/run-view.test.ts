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
