import type { Process } from './kernel.ts';

const BEAT_MS = 250;
const STALL_MS = 1000;

interface Actions {
	ping(process: Process): void;
	/** `process.stalled` has changed. */
	stall(process: Process): void;
}

/** Pings the processes and tells when one has not answered for a second, and when it does again. */
export function watch(processes: ReadonlyMap<number, Process>, actions: Actions): () => void {
	const beat = setInterval(() => {
		const now = performance.now();
		for (const process of processes.values()) {
			const isStalled = process.pingedAtMs !== 0 && now - process.pingedAtMs >= STALL_MS;
			if (isStalled !== process.stalled) {
				process.stalled = isStalled;
				actions.stall(process);
			}
			if (process.pingedAtMs !== 0) continue;
			process.pingedAtMs = now;
			actions.ping(process);
		}
	}, BEAT_MS);
	return () => clearInterval(beat);
}
