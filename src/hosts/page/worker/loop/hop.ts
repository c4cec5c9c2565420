// A queue of tasks of the browser without the 4 ms that nested timers are made to wait.

const channel = new MessageChannel();
let queue: (() => void)[] = [];

/** Runs `fn` in a task of its own, after the microtasks of this one; order is kept. */
export function hop(fn: () => void): void {
	queue.push(fn);
	channel.port2.postMessage(0);
}

channel.port1.onmessage = () => {
	const fn = queue.shift();
	if (queue.length === 0) queue = [];
	fn?.();
};
