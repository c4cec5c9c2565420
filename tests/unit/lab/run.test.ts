import { afterEach, expect, test, vi } from 'vitest';
import type { Exit, Host, HostProcess, SpawnOptions } from '../../../src/hosts/host.ts';
import { startRun, type Change, type Run, type RunOptions } from '../../../src/lab/run.ts';
import { defaultValues, type Lab } from '../../../src/lab/schema.ts';
import type { Message, Tick } from '../../../src/load/sample.ts';

const knob = { label: '', help: '', group: 'switches' } as const;

/** A lab with a knob for the server, one for the load and one for both. */
const LAB: Lab = {
	title: '',
	question: '',
	files: ['server.mjs'],
	warmUpS: 2,
	knobs: [
		{ ...knob, id: 'keepAlive', to: 'server', kind: 'switch', default: 'off' },
		{
			...knob,
			id: 'rate',
			to: 'load',
			kind: 'number',
			min: 1,
			max: 9,
			step: 1,
			unit: '',
			default: 5,
		},
		{ ...knob, id: 'both', to: 'both', kind: 'switch', default: 'on' },
	],
	expectations: [],
	recording: { settings: {}, steps: [], durationS: 1 },
	honesty: { real: '', modelled: '', different: '' },
};

/** A process without a machine below it: the test says what it prints and when it ends. */
class FakeProcess implements HostProcess {
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly commands: { set?: object; segment?: string; stop?: boolean; seq?: number }[] = [];
	/** What it answers to a change; undefined for nothing at all. */
	answer: ((set: object) => string | undefined) | undefined = () => undefined;
	killed = false;
	readonly #options: SpawnOptions;
	readonly #exit = Promise.withResolvers<Exit>();

	constructor(args: readonly string[], options: SpawnOptions) {
		this.args = args;
		this.env = options.env ?? {};
		this.#options = options;
	}

	get exit(): Promise<Exit> {
		return this.#exit.promise;
	}

	say(message: Message): void {
		this.print(`@@lab ${JSON.stringify(message)}\n`);
	}

	print(text: string): void {
		this.#options.onOutput('stdout', text);
	}

	end(code: number): void {
		this.#exit.resolve({ code });
	}

	write(text: string): void {
		const command = JSON.parse(text) as (typeof this.commands)[number];
		this.commands.push(command);
		if (command.stop) this.end(0);
		if (command.seq === undefined || !this.answer) return;
		const error = this.answer(command.set ?? {});
		this.say({
			t: 'applied',
			seq: command.seq,
			atUs: 1_000 * command.seq,
			...(error && { error }),
		});
	}

	kill(): void {
		this.killed = true;
		this.end(143);
	}
}

/** A host that hands out fake processes. */
function fakeHost() {
	const spawned: FakeProcess[] = [];
	const waiting: ((child: FakeProcess) => void)[] = [];
	const host: Host = {
		id: 'node',
		source: 'a fake',
		boot: async () => {},
		mount: async () => {},
		async spawn(_command, args, options) {
			const child = new FakeProcess(args, options);
			spawned.push(child);
			waiting.shift()?.(child);
			return child;
		},
		dispose: () => {},
	};
	const nextProcess = () => new Promise<FakeProcess>((resolve) => waiting.push(resolve));
	return { host, spawned, nextProcess };
}

/** Starts a run whose server listens at once. */
async function running(more: Partial<RunOptions> = {}) {
	const { host, spawned, nextProcess } = fakeHost();
	const serverComes = nextProcess();
	const stop = new AbortController();
	const changes: Change[] = [];
	const starting = startRun({
		host,
		lab: LAB,
		files: {},
		values: defaultValues(LAB),
		listener: { onChange: (change) => changes.push(change) },
		signal: stop.signal,
		...more,
	});
	const server = await serverComes;
	server.say({ t: 'listening', port: 4567 });
	const run: Run = await starting;
	const load = spawned[1];
	if (!load) throw new Error('the load was not started');
	return { run, server, load, changes, stop };
}

function tick(more: Partial<Tick> = {}): Tick {
	return {
		...{ t: 'tick', atUs: 1e6, segment: 0, warmUp: false, draining: false },
		...{ intended: 1, fired: 1, completed: 1, done: 1, failures: {}, statuses: { 200: 1 } },
		...{ response: [5, 1], service: [5, 1], poolWait: [0, 1], lag: [0, 1] },
		...{ bytes: 1, bodyBytes: 1, opened: 0, inFlight: 0, leftOut: 0, slowest: [] },
		...more,
	};
}

afterEach(() => {
	vi.useRealTimers();
});

test('the server gets its knobs by environment, the load by arguments', async () => {
	const { server, load, stop } = await running({ durationS: 7 });
	expect(server.args).toEqual(['server.mjs']);
	expect(server.env).toEqual({ KEEP_ALIVE: 'off', BOTH: 'on', PORT: '0' });
	expect(load.args).toEqual([
		...['load.mjs', '--url=http://127.0.0.1:4567', '--rate=5', '--both=on'],
		...['--warmup=2', '--duration=7'],
	]);
	stop.abort();
});

test('a change stands between the end of a segment and the beginning of the next', async () => {
	const { run, server, load, changes } = await running();
	const change = await run.set({ keepAlive: 'on', rate: 6 });
	expect(load.commands.map(({ segment, set }) => segment ?? set)).toEqual([
		'end',
		{ rate: 6 },
		'begin',
	]);
	expect(server.commands).toMatchObject([{ set: { keepAlive: 'on' } }]);
	expect(change).toEqual({ atUs: 4_000, segment: 1, set: { keepAlive: 'on', rate: 6 } });
	expect(changes).toEqual([change]);
	await run.stop();
	const { settings } = await run.done;
	expect(settings).toEqual([
		{ keepAlive: 'off', rate: 5, both: 'on' },
		{ keepAlive: 'on', rate: 6, both: 'on' },
	]);
});

test('changes that come together are made one after the other', async () => {
	const { run, load } = await running();
	const [first, second] = await Promise.all([run.set({ rate: 6 }), run.set({ rate: 7 })]);
	expect([first?.segment, second?.segment]).toEqual([1, 2]);
	expect(load.commands.map(({ segment, set }) => segment ?? set)).toEqual([
		...['end', { rate: 6 }, 'begin'],
		...['end', { rate: 7 }, 'begin'],
	]);
	await run.stop();
});

test('a wrong knob or value is refused before anything is sent', async () => {
	const { run, load } = await running();
	await expect(run.set({ speed: 1 })).rejects.toThrow('The lab has no knob "speed".');
	await expect(run.set({ rate: 10 })).rejects.toThrow('Expected "rate" to be a number from 1 to 9');
	expect(load.commands).toEqual([]);
	await run.stop();
});

test('a change that the server refuses leaves the settings, and later segments keep their own', async () => {
	const { run, server, changes } = await running();
	server.answer = () => '"keepAlive" cannot be on';
	await expect(run.set({ keepAlive: 'on', rate: 9 })).rejects.toThrow('cannot be on');
	server.answer = () => undefined;
	// The refused change has begun segment 1, so this one is segment 2.
	expect(await run.set({ rate: 7 })).toMatchObject({ segment: 2 });
	expect(changes).toHaveLength(1);
	await run.stop();
	expect((await run.done).settings).toEqual([
		{ keepAlive: 'off', rate: 5, both: 'on' },
		{ keepAlive: 'off', rate: 5, both: 'on' },
		{ keepAlive: 'off', rate: 7, both: 'on' },
	]);
});

test('a process that does not acknowledge a change is named after 10 s', async () => {
	const { run, server } = await running();
	server.answer = undefined;
	vi.useFakeTimers();
	const change = expect(run.set({ keepAlive: 'on' })).rejects.toThrow(
		'The server process did not acknowledge a change within 10 s',
	);
	await vi.advanceTimersByTimeAsync(10_000);
	await change;
	await run.stop();
});

test('a change that the end of the run overtakes is told so at once', async () => {
	const { run, server } = await running();
	server.answer = undefined;
	const change = run.set({ keepAlive: 'on' });
	server.end(1);
	await expect(change).rejects.toThrow('The run has ended');
	await expect(run.set({ rate: 6 })).rejects.toThrow('The run has ended');
	expect((await run.done).failure?.where).toBe('server');
});

test('ticks become figures and points', async () => {
	const onPoint = vi.fn();
	const onFigures = vi.fn();
	const { run, load } = await running({ listener: { onPoint, onFigures } });
	load.say(tick());
	expect(onPoint).toHaveBeenCalledOnce();
	expect(onFigures).toHaveBeenCalledWith([expect.objectContaining({ segment: 0, done: 1 })]);
	await run.stop();
	const { figures, points, source } = await run.done;
	expect([figures.length, points.length, source]).toEqual([1, 1, 'a fake']);
});

test('a tick that the server prints is no figure', async () => {
	const onFigures = vi.fn();
	const { run, server } = await running({ listener: { onFigures } });
	server.say(tick());
	expect(onFigures).not.toHaveBeenCalled();
	await run.stop();
});

test('a tick that cannot be read ends the run with a sentence', async () => {
	const { run, load } = await running();
	load.say({ t: 'tick' } as Tick);
	expect((await run.done).failure).toMatchObject({
		where: 'load',
		message: expect.stringContaining('a tick that cannot be read'),
	});
});

test('a server that ends while it starts is told with its last lines, at once', async () => {
	const { host, nextProcess } = fakeHost();
	const serverComes = nextProcess();
	const starting = startRun({
		...{ host, lab: LAB, files: {}, values: defaultValues(LAB) },
		...{ listener: {}, signal: new AbortController().signal },
	});
	const server = await serverComes;
	server.print('SyntaxError: Unexpected token\n');
	server.end(1);
	const run = await starting;
	expect((await run.done).failure).toEqual({
		where: 'server',
		message: 'The server process ended with code 1.',
		lastLines: ['SyntaxError: Unexpected token'],
	});
});

test('a server that never listens is told after 15 s', async () => {
	vi.useFakeTimers();
	const { host } = fakeHost();
	const starting = startRun({
		...{ host, lab: LAB, files: {}, values: defaultValues(LAB) },
		...{ listener: {}, signal: new AbortController().signal },
	});
	await vi.advanceTimersByTimeAsync(15_000);
	const { failure } = await (await starting).done;
	expect(failure?.message).toContain('The server did not listen within 15 s');
});

test('a load that crashes is told with its own last lines', async () => {
	const { run, load, server } = await running();
	for (let i = 0; i < 25; i++) load.print(`line ${i}\n`);
	load.end(2);
	const { failure } = await run.done;
	expect(failure).toMatchObject({ where: 'load', message: 'The load process ended with code 2.' });
	expect(failure?.lastLines).toHaveLength(20);
	expect(failure?.lastLines.at(-1)).toBe('line 24');
	expect(server.killed).toBe(true);
});

test('a load that is done ends the run without a failure', async () => {
	const { run, load, server } = await running();
	load.end(0);
	const result = await run.done;
	expect(result).not.toHaveProperty('failure');
	expect(server.killed).toBe(true);
});

test('a stop lets the load finish its summary and ends the server', async () => {
	const { run, load, server } = await running();
	await run.stop();
	await run.stop();
	expect(load.commands).toEqual([{ stop: true }]);
	expect(server.killed).toBe(true);
	expect(await run.done).not.toHaveProperty('failure');
});

test('a stop while the server starts leaves no process behind', async () => {
	const { host, spawned, nextProcess } = fakeHost();
	const serverComes = nextProcess();
	const stop = new AbortController();
	const starting = startRun({
		...{ host, lab: LAB, files: {}, values: defaultValues(LAB) },
		...{ listener: {}, signal: stop.signal },
	});
	await serverComes;
	stop.abort();
	const run = await starting;
	expect(await run.done).not.toHaveProperty('failure');
	expect(spawned.map(({ killed }) => killed)).toEqual([true]);
});

test('a run whose signal has already been aborted starts nothing', async () => {
	const { host, spawned } = fakeHost();
	const run = await startRun({
		...{ host, lab: LAB, files: {}, values: defaultValues(LAB) },
		...{ listener: {}, signal: AbortSignal.abort() },
	});
	await run.done;
	expect(spawned).toEqual([]);
});

test('a host that cannot mount is told as the host’s failure', async () => {
	const { host } = fakeHost();
	const run = await startRun({
		host: { ...host, mount: () => Promise.reject(new Error('no room')) },
		...{ lab: LAB, files: {}, values: defaultValues(LAB) },
		...{ listener: {}, signal: new AbortController().signal },
	});
	expect((await run.done).failure).toEqual({ where: 'host', message: 'no room', lastLines: [] });
});

test('silence is noticed after 5 s', async () => {
	vi.useFakeTimers();
	const onStep = vi.fn();
	const { run } = await running({ listener: { onStep } });
	await vi.advanceTimersByTimeAsync(5_000);
	expect(onStep).toHaveBeenLastCalledWith(expect.stringContaining('has answered nothing for 5 s'));
	await run.stop();
});
