import type { WorkerToFrame } from '../../protocol.ts';

const nativePost = self.postMessage.bind(self) as (
	message: WorkerToFrame,
	transfer?: Transferable[],
) => void;

/** Sends a message to the frame that holds this worker. */
export function post(message: WorkerToFrame): void {
	nativePost(message);
}
