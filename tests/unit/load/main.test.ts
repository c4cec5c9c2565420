import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildLoad } from '../../../scripts/build-load.mjs';
import { Lines } from '../../../src/lab/lines.ts';
import type { Message, Summary } from '../../../src/load/sample.ts';

let load: string;
let server: Server;
let url: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
	load = await buildLoad(join(tmpdir(), `load-${process.pid}.mjs`));
	server = createServer((_request, response) => response.end('hello'));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (!address || typeof address === 'string') throw new Error('the server has no port');
	url = `http://127.0.0.1:${address.port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});
afterEach(() => {
	for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** The bundled generator in a process of its own. */
function start(...args: string[]) {
	const child = spawn(process.execPath, [load, ...args]);
	children.push(child);
	const messages: Message[] = [];
	let text = '';
	let look = () => {};
	const lines = new Lines(
		(message) => {
			messages.push(message);
			look();
		},
		(line) => (text += `${line}\n`),
	);
	child.stdout.setEncoding('utf8').on('data', (piece: string) => lines.push(piece));
	child.stderr.setEncoding('utf8').on('data', (piece: string) => (text += piece));
	return {
		messages,
		text: () => text,
		write: (line: string) => child.stdin.write(line),
		tell: (...commands: unknown[]) =>
			child.stdin.write(commands.map((each) => `${JSON.stringify(each)}\n`).join('')),
		/** Resolves with the first message that `is` likes. */
		heard: (is: (message: Message) => boolean) =>
			new Promise<Message>((resolve) => {
				look = () => {
					const message = messages.find(is);
					if (message) resolve(message);
				};
				look();
			}),
		ended: new Promise<number | null>((resolve) => child.on('close', resolve)),
	};
}

const isTick = (message: Message) => message.t === 'tick' && message.done > 0;
const appliedTo = (seq: number) => (message: Message) =>
	message.t === 'applied' && message.seq === seq;

test('a run of stated length prints ticks, a report and one summary, and ends with 0', async () => {
	const run = start(`--url=${url}`, '--rate=100', '--warmup=0.1', '--duration=0.4');
	expect(await run.ended).toBe(0);
	const summaries = run.messages.filter((message): message is Summary => message.t === 'summary');
	expect(summaries).toHaveLength(1);
	expect(run.messages.at(-1)).toBe(summaries[0]);
	const [segment, ...more] = summaries[0]?.segments ?? [];
	expect(more).toEqual([]);
	// On a busy machine the stop comes a little late, and with it an arrival more.
	expect(segment?.intended).toBeGreaterThanOrEqual(40);
	const { intended } = segment ?? {};
	expect(segment).toMatchObject({ fired: intended, done: intended, failures: {} });
	expect(run.messages.some(isTick)).toBe(true);
	expect(run.text()).toMatch(/^ {2}Response time .*\n {2}Service time .*\n {2}Wait for conn\. /m);
	expect(run.text()).toContain(`  Status: 200: ${intended}\n  Errors: none\n`);
});

test('a change is acknowledged between two segments, and a wrong one says what is wrong', async () => {
	const run = start(`--url=${url}`, '--rate=200', '--warmup=0');
	await run.heard(isTick);
	run.tell(
		{ segment: 'end', seq: 1 },
		{ set: { rate: 300, loop: 'closed', connections: 3 }, seq: 2 },
		{ segment: 'begin', seq: 3 },
	);
	await run.heard(appliedTo(3));
	await run.heard((message) => isTick(message) && 'segment' in message && message.segment === 1);
	run.tell({ set: { rate: -1 }, seq: 4 }, { set: { seed: 5 }, seq: 5 });
	expect(await run.heard(appliedTo(2))).not.toHaveProperty('error');
	expect(await run.heard(appliedTo(4))).toMatchObject({
		error: 'rate: expected a number from 0.1 to 100000, received -1',
	});
	expect(await run.heard(appliedTo(5))).toMatchObject({
		error: expect.stringContaining('There is no setting "seed". There are: loop,'),
	});
	run.tell({ stop: true });
	expect(await run.ended).toBe(0);
	const summary = run.messages.at(-1) as Summary;
	expect(summary).toMatchObject({ t: 'summary', loop: 'closed', users: 3 });
	expect(summary.segments.map(({ segment }) => segment)).toEqual([0, 1]);
});

test('a line that is no command is told on stderr and changes nothing', async () => {
	const run = start(`--url=${url}`, '--warmup=0', '--rate=100');
	await run.heard(isTick);
	run.write('{"broken\nhello\n');
	run.tell({ seq: 1 }, { stop: true });
	expect(await run.ended).toBe(0);
	expect(run.messages.some(appliedTo(1))).toBe(true);
	expect(run.text()).toContain('Expected a line of JSON such as {"stop":true}, received: {"broken');
});

test('a server that is not there is counted, not thrown', async () => {
	const run = start('--url=http://127.0.0.1:9', '--rate=50', '--warmup=0', '--duration=0.2');
	expect(await run.ended).toBe(0);
	const { segments } = run.messages.at(-1) as Summary;
	expect(segments[0]).toMatchObject({ completed: 0 });
	expect(segments[0]?.done).toBeGreaterThanOrEqual(10);
	expect(segments[0]?.failures).toEqual({ refused: segments[0]?.done });
	expect(run.text()).toContain('Errors: refused 1');
});

test('a wrong argument ends it with code 2 and a sentence', async () => {
	const run = start('--speed=5');
	expect(await run.ended).toBe(2);
	expect(run.text()).toMatch(/^load\.mjs: There is no setting "speed"\. There are: loop, /);
});
