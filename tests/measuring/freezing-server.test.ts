import { afterAll, beforeAll, expect, test } from 'vitest';
import { percentilesMs } from './figures.ts';
import { runLoad, startServer, type FixtureServer } from './run-load.ts';

let server: FixtureServer;
beforeAll(async () => {
	server = await startServer('freezing-server.mjs');
});
afterAll(() => server.close());

test('a freeze of 1 s in 5 is seen by the open loop and missed by the closed one', async () => {
	const open = await runLoad(server, ['--rate=50', '--warmup=1', '--duration=10']);
	const closed = await runLoad(server, [
		...['--loop=closed', '--connections=10', '--warmup=1', '--duration=10'],
	]);
	const [, openMs] = percentilesMs(open.summary, 'response');
	const [, closedMs] = percentilesMs(closed.summary, 'response');
	console.log(`p90: open loop ${openMs} ms, closed loop ${closedMs} ms`);
	expect(openMs / closedMs).toBeGreaterThan(8);
});

test('one summary of an open loop shows response time and service time', async () => {
	// Five users with one connection each: while the server is frozen their requests queue up.
	const { summary, text } = await runLoad(server, [
		...['--rate=50', '--visit=0.1', '--connections=1', '--warmup=1', '--duration=10'],
	]);
	console.log(text);
	const [, responseMs] = percentilesMs(summary, 'response');
	const [, serviceMs] = percentilesMs(summary, 'service');
	expect(responseMs / serviceMs).toBeGreaterThan(8);
	expect(text).toMatch(/^ {2}Response time( +[\d.]+m?u?s){4}$/m);
	expect(text).toMatch(/^ {2}Service time( +[\d.]+m?u?s){4}$/m);
});
