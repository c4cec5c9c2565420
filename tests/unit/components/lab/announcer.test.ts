import './runes.ts';
import { expect, test } from 'vitest';
import { Announcer } from '../../../../components/lab/announcer.svelte.ts';
import { segment } from './segment.ts';

const view = (figures = [segment()]) => ({ points: [], figures, changes: [], settings: [] });

test('it speaks once for each segment that has settled', () => {
	const announcer = new Announcer();
	announcer.watch(view([segment({ warmUp: true })]), 'warming up');
	expect(announcer.said).toBe('');
	announcer.watch(view(), 'settled');
	announcer.watch(view(), 'later');
	expect(announcer.said).toBe('settled');
});

test('a new run is silent until it has something to say', () => {
	const announcer = new Announcer();
	announcer.watch(view(), 'settled');
	announcer.end('the end');
	announcer.clear();
	expect(announcer.said).toBe('');
	announcer.watch(view(), 'the next');
	expect(announcer.said).toBe('the next');
});
