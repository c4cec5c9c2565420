/** Where the figures in view come from, in a few words: the badge beside Run. */
import type { LabRunState } from './lab-run.svelte.ts';

/** `recorded` is the badge of the recorded result; `isLive` tells whether a run of the reader's is in view. */
export function sourceWords(state: LabRunState, recorded: string, isLive: boolean): string {
	switch (state.kind) {
		case 'idle':
			// A start that was given up leaves the run before it in view.
			return isLive ? 'from the run before' : recorded;
		case 'starting':
			return `${state.step} …`;
		case 'running':
		case 'stopping':
			return `running · ${state.source}`;
		case 'done':
			return isLive ? `${state.result.source} · this tab, just now` : recorded;
		case 'failed':
			if (!isLive) return recorded;
			return state.hadStarted ? 'this run ended early' : 'from the run before';
	}
}
