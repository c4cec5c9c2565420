import type { RunResult } from './run.ts';

/** A stored run: the figures that a page shows before anything has run, and where they come from. */
export interface Recorded {
	provenance: {
		/** The host, for example "Node 24.21.0". */
		source: string;
		processor: string;
		cores: number;
		memoryGiB: number;
		kernel: string;
		node: string;
		/** ISO date. */
		date: string;
		commit: string;
	};
	result: Pick<RunResult, 'figures' | 'points' | 'changes' | 'settings'>;
}
