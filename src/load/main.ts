/**
 * `load.mjs`: reads its arguments, obeys lines on stdin, and prints ticks and a report.
 *
 * Lines on stdin are JSON: `{"segment":"end","seq":1}` and `{"segment":"begin","seq":1}` around a
 * change, `{"set":{"rate":50},"seq":1}` for the change itself, `{"stop":true}`. Each one with a
 * `seq` is answered by an `applied` message with the same number.
 */
import { createInterface } from 'node:readline';
import { clockStepUs, realClock } from './clock.ts';
import { createNetwork, Generator } from './generate.ts';
import { readArguments, readChange } from './options.ts';
import { Recorder } from './recorder.ts';
import { report } from './report.ts';
import { MACHINE_PREFIX, type Message, type Summary } from './sample.ts';
import { User } from './user.ts';

const TICK_US = 250_000;
const STOP_GRACE_US = 500_000;

function main(): void {
	const options = readArguments(process.argv.slice(2));
	const stepUs = clockStepUs();
	const clock = realClock();
	const recorder = new Recorder(options.warmup * 1e6, say);
	const { hostname: host, port } = new URL(options.url);
	const network = createNetwork(clock, { host, port: Number(port || 80) });
	const generator = new Generator(
		clock,
		recorder,
		options,
		(profile, limit) => new User(network, profile, limit, () => recorder.opened(clock.nowUs())),
	);

	const input = createInterface({ input: process.stdin, terminal: false });
	input.on('line', obey);
	process.stdin.unref?.();
	recorder.begin(clock.nowUs());
	generator.start();
	tick(TICK_US);
	if (options.duration > 0) {
		clock.at((options.warmup + options.duration) * 1e6, () => stop(options.timeout * 1e6));
	}

	let stopping = false;
	function stop(graceUs: number): void {
		if (stopping) return;
		stopping = true;
		generator.stop();
		recorder.drain(clock.nowUs());
		finishWhenQuiet(clock.nowUs() + graceUs);
	}

	/** Waits for what is in flight, so that the slowest answers are not the ones left out. */
	function finishWhenQuiet(untilUs: number): void {
		generator.checkTimeouts();
		if (recorder.inFlight > 0 && clock.nowUs() < untilUs) {
			clock.at(clock.nowUs() + 10_000, () => finishWhenQuiet(untilUs));
			return;
		}
		recorder.end(clock.nowUs());
		const summary: Summary = {
			t: 'summary',
			atUs: clock.nowUs(),
			loop: generator.loop,
			segments: [...recorder.totals],
			users: generator.users,
			clockStepUs: stepUs,
		};
		console.log(report(summary).join('\n'));
		say(summary);
		process.exit(0);
	}

	function tick(atUs: number): void {
		clock.at(atUs, () => {
			generator.checkTimeouts();
			recorder.flush(clock.nowUs());
			tick(atUs + TICK_US * Math.max(1, Math.ceil((clock.nowUs() - atUs) / TICK_US)));
		});
	}

	function obey(line: string): void {
		const command = parse(line);
		if (!command) return;
		if (command['stop'] === true) return stop(STOP_GRACE_US);
		const seq = Number(command['seq'] ?? 0);
		try {
			if (command['segment'] === 'end') recorder.end(clock.nowUs());
			if (isObject(command['set'])) generator.change(readChange(command['set']));
			if (command['segment'] === 'begin') recorder.begin(clock.nowUs());
			say({ t: 'applied', seq, atUs: clock.nowUs() });
		} catch (error) {
			say({
				t: 'applied',
				seq,
				atUs: clock.nowUs(),
				error: error instanceof Error ? error.message : String(error),
			});
		}
	}
}

function say(message: Message): void {
	process.stdout.write(`${MACHINE_PREFIX}${JSON.stringify(message)}\n`);
}

function parse(line: string): Record<string, unknown> | undefined {
	if (!line.startsWith('{')) return undefined;
	try {
		const value: unknown = JSON.parse(line);
		return isObject(value) ? value : undefined;
	} catch {
		console.error(`Expected a line of JSON such as {"stop":true}, received: ${line.slice(0, 80)}`);
		return undefined;
	}
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

try {
	main();
} catch (error) {
	console.error(`load.mjs: ${error instanceof Error ? error.message : error}`);
	process.exitCode = 2;
}
