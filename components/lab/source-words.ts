/** Where the figures in view come from, in a few words: the badge beside Run. */
import type { LabRunState } from './lab-run.svelte.ts';

/** `recorded` is the badge of the recorded result; `isLive` tells whether a run of the reader's is in view. */
export function sourceWords(state: LabRunState, recorded: string, isLive: boolean): string {
	switch (state.kind) {
		case 'idle':
			return recorded;
		case 'starting':
			return `${state.step} …`;
		case 'running':
		case 'stopping':
			return `running · ${state.source}`;
		case 'done':
			return `${state.result.source} · this tab, just now`;
		case 'failed':
			if (!isLive) return recorded;
			return state.hadStarted ? 'this run ended early' : 'from the run before';
	}
}
