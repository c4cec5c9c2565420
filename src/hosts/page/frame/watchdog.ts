import type { Process } from './kernel.ts';

const BEAT_MS = 250;
const STALL_MS = 1000;

interface Actions {
	ping(process: Process): void;
	/** `process.stalled` has become true. */
	stall(process: Process): void;
}

/** Pings the processes and tells when one has not answered for a second. */
export function watch(processes: ReadonlyMap<number, Process>, actions: Actions): () => void {
	const beat = setInterval(() => {
		const now = performance.now();
		for (const process of processes.values()) {
			if (process.pingedAtMs === 0) {
				process.pingedAtMs = now;
				actions.ping(process);
			} else if (!process.stalled && now - process.pingedAtMs >= STALL_MS) {
				process.stalled = true;
				actions.stall(process);
			}
		}
	}, BEAT_MS);
	return () => clearInterval(beat);
}
