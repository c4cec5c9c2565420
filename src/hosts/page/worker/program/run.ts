import type { FrameToWorker } from '../../protocol.ts';
import { setCodecs } from '../codec/codec-module.ts';
import { preparePool } from '../codec/pool.ts';
import { addPeer, openNetwork, setListening } from '../fabric/switchboard.ts';
import { process } from '../lib/process.ts';
import { FileSyntaxError, ModuleError, withFileNames } from '../loader/module-urls.ts';
import { runMain } from '../loader/run-module.ts';
import { check, holdCount, isAlive, watchAlive } from '../loop/alive.ts';
import { enter } from '../loop/enter.ts';
import { hop } from '../loop/hop.ts';
import { nativeClearTimeout, nativeSetTimeout } from '../realm/native.ts';
import { takeConsole } from '../realm/globals.ts';
import { abandon, endProcess, uncaught, watchFailures } from './failures.ts';
import { mountFiles } from './mounted-files.ts';
import { output } from './output.ts';

/** Node's exit code for a top-level await that can never settle. */
const UNSETTLED_AWAIT = 13;
/** What only the browser waits for, such as crypto.subtle, has this long to answer. */
const AWAIT_GRACE_MS = 200;

let isMainDone = false;
let graceTimer = 0;

/** Becomes the process that the frame asks for. */
export function runProgram(message: FrameToWorker & { t: 'run' }): void {
	const { pid, program, peers, listening } = message;
	openNetwork(pid);
	for (const peer of peers) addPeer(peer.pid, peer.port);
	for (const [tcpPort, owner] of listening) setListening(tcpPort, owner);
	setCodecs(message.codecs);
	preparePool(message.engineUrl);
	mountFiles(program.files);
	process.pid = pid;
	process.argv = [process.execPath, `/${program.file}`, ...program.args];
	process.env = { ...program.env };
	takeConsole();
	watchFailures(enter);
	runMain(program.file, () => watchAlive(drained)).then(mainDone, mainFailed);
}

function mainDone(): void {
	isMainDone = true;
	nativeClearTimeout(graceTimer);
	watchAlive(drained);
}

function mainFailed(error: unknown): void {
	if (error instanceof ModuleError) {
		output('stderr', `Error [${error.code}]: ${error.message}\n`);
		abandon({ code: 1, message: error.message });
	} else if (error instanceof FileSyntaxError) {
		const { file, message } = error;
		abandon({ code: 1, message: `${file}: SyntaxError: ${message}`, syntaxError: file });
	} else if (error instanceof SyntaxError && !/\n\s+at /.test(error.stack ?? '')) {
		// The browser does not say in which file: the page looks through all of them.
		const message = `SyntaxError: ${withFileNames(error.message)}`;
		abandon({ code: 1, message, syntaxError: '' });
	} else {
		enter(() => uncaught(error, 'uncaughtException'));
		// A listener for 'uncaughtException' keeps the process going.
		mainDone();
	}
}

/** Nothing holds the process any more: once more for 'beforeExit', then the end. */
function drained(): void {
	if (!isMainDone) return awaitInVain();
	const before = holdCount();
	enter(() => void process.emit('beforeExit', process.exitCode ?? 0));
	hop(() => {
		// What a listener began has its own end, and 'beforeExit' comes once more after it.
		if (holdCount() > before) check();
		else if (!isAlive()) endProcess(0);
	});
}

/** A top-level await waits, and nothing is left that could end it. */
function awaitInVain(): void {
	nativeClearTimeout(graceTimer);
	graceTimer = nativeSetTimeout(() => {
		if (isMainDone || isAlive()) return;
		output('stderr', 'Warning: Detected unsettled top-level await\n');
		endProcess(UNSETTLED_AWAIT, 'A top-level await waits for something that can never happen.');
	}, AWAIT_GRACE_MS);
}
