import './runes.ts';
import { expect, test, vi } from 'vitest';
import type { RunResult } from '../../../../src/lab/run.ts';
import { LiveView } from '../../../../components/lab/live-view.svelte.ts';
import { segment } from './segment.ts';

vi.stubGlobal('matchMedia', () => ({ matches: false }));

const off = { compression: 'off', keepAlive: 'off' };
const gzip = { ...off, compression: 'gzip' };
const change = { atUs: 20e6, segment: 2, set: { compression: 'gzip' } };

test('a change after a refused one keeps its place among the segments', () => {
	vi.useFakeTimers();
	const view = new LiveView();
	view.clear(off);
	view.addChange(change);
	vi.runAllTimers();
	vi.useRealTimers();
	expect(view.current.settings).toEqual([off, off, gzip]);
	expect(view.current.hasEnded).toBe(false);
});

test('at its end a run says itself what each segment had', () => {
	const view = new LiveView();
	view.clear(off);
	const settings = [off, { ...off, keepAlive: 'on' }, gzip];
	const figures = settings.map((_, index) => segment({ segment: index }));
	const result: RunResult = {
		figures,
		points: [],
		changes: [change],
		slowest: [],
		settings,
		source: 'page engine',
	};
	view.finish(result);
	expect(view.current).toEqual({
		points: [],
		figures,
		changes: [change],
		settings,
		hasEnded: true,
	});
});
