import { expect, test } from 'vitest';
import { runFreezing } from './accuracy.ts';
import { percentilesMs } from './figures.ts';
import { runLoad, startServer } from './run-load.ts';

test('a freeze of 1 s in 5 is seen by the open loop and missed by the closed one', async () => {
	const { open, closed } = await runFreezing();
	const [, openMs] = percentilesMs(open.summary, 'response');
	const [, closedMs] = percentilesMs(closed.summary, 'response');
	console.log(`p90: open loop ${openMs} ms, closed loop ${closedMs} ms`);
	expect(openMs / closedMs).toBeGreaterThan(8);
});

test('one summary of an open loop shows response time and service time', async () => {
	const server = await startServer('freezing-server.mjs');
	// Five users with one connection each: while the server is frozen their requests queue up.
	const { summary, text } = await runLoad(server, [
		...['--rate=50', '--visit=0.1', '--connections=1', '--warmup=1', '--duration=10'],
	]);
	server.close();
	console.log(text);
	const [, responseMs] = percentilesMs(summary, 'response');
	const [, serviceMs] = percentilesMs(summary, 'service');
	expect(responseMs / serviceMs).toBeGreaterThan(8);
	expect(text).toMatch(/^ {2}Response time( +[\d.]+m?u?s){4}$/m);
	expect(text).toMatch(/^ {2}Service time( +[\d.]+m?u?s){4}$/m);
});
