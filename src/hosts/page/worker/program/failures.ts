// What happens to an error that nobody caught, and how a process ends.

import type { Ending } from '../../protocol.ts';
import { inspect } from 'internal/util/inspect';
import { flushOutput, output } from './output.ts';
import { post } from './frame-port.ts';
import { closeNetwork } from '../fabric/switchboard.ts';
import { process } from '../lib/process.ts';
import { nodeVersion } from './node-version.ts';

export type Origin = 'uncaughtException' | 'unhandledRejection';

/** Thrown to leave the reader's code after process.exit(); never shown. */
class ExitSignal extends Error {}

let exiting = false;
/** 'exit' listeners are running, or have run. */
let leaving = false;

/** Whether the process has ended and only the current task is still running. */
export function isExiting(): boolean {
	return exiting;
}

/** Ends the process: 'exit' listeners run, sockets close as a kernel closes them. Never throws. */
export function endProcess(code: number, message?: string): void {
	if (leaving) return;
	leaving = true;
	try {
		process.emit('exit', process.exitCode ?? code);
	} catch (error) {
		if (!(error instanceof ExitSignal)) {
			output('stderr', `${inspect(error)}\n`);
			process.exitCode = 1;
		}
	}
	const finalCode = Number(process.exitCode ?? code);
	abandon(message === undefined ? { code: finalCode } : { code: finalCode, message });
}

/** process.exit(): ends the process and leaves the code that called it. */
export function exitNow(code: number | undefined): never {
	if (code !== undefined) process.exitCode = code;
	if (leaving) abandon({ code: process.exitCode ?? 0 });
	else endProcess(process.exitCode ?? 0);
	throw new ExitSignal('process.exit() was called');
}

/** Ends the process at once, without 'exit' listeners. Never throws. */
export function abandon(ending: Ending): void {
	if (exiting) return;
	exiting = true;
	closeNetwork();
	flushOutput();
	post({ t: 'exit', ...ending });
	self.close();
}

/** Ends the process at once, without 'exit' listeners, and leaves the code that called it. */
export function abortProcess(code: number, message: string): never {
	abandon({ code, message });
	throw new ExitSignal(message);
}

/** Gives an uncaught error to its listeners, or prints it and ends the process with code 1. */
export function uncaught(error: unknown, origin: Origin): void {
	if (exiting || error instanceof ExitSignal) return;
	try {
		process.emit('uncaughtExceptionMonitor', error, origin);
		if (process.listenerCount('uncaughtException') > 0) {
			process.emit('uncaughtException', error, origin);
			return;
		}
	} catch (second) {
		if (second instanceof ExitSignal) return;
		error = second;
	}
	const text = describe(error);
	output('stderr', `${text}\n\nNode.js ${nodeVersion}\n`);
	process.exitCode = 1;
	endProcess(1, `Uncaught ${text.split('\n', 1)[0] ?? ''}`);
}

function describe(error: unknown): string {
	if (error instanceof Error) return inspect(error);
	return `Uncaught:\n${inspect(error)}\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)`;
}

/** A rejection without a handler, after its microtasks: as an uncaught error where nobody listens. */
function unhandledRejection(reason: unknown, promise: Promise<unknown>): void {
	if (process.emit('unhandledRejection', reason, promise)) return;
	if (reason instanceof Error) return uncaught(reason, 'unhandledRejection');
	const error = new Error(
		'This error originated either by throwing inside of an async function without a catch block, ' +
			`or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason "${inspect(reason)}".`,
	);
	error.name = 'UnhandledPromiseRejection';
	uncaught(Object.assign(error, { code: 'ERR_UNHANDLED_REJECTION' }), 'unhandledRejection');
}

/** Takes the errors that the browser reports: those of microtasks, and rejections. */
export function watchFailures(enter: (callback: () => void) => void): void {
	self.addEventListener('error', (event) => {
		event.preventDefault();
		uncaught(event.error ?? new Error(event.message), 'uncaughtException');
	});
	self.addEventListener('unhandledrejection', (event) => {
		event.preventDefault();
		enter(() => unhandledRejection(event.reason, event.promise));
	});
	self.addEventListener('rejectionhandled', (event) => {
		enter(() => void process.emit('rejectionHandled', event.promise));
	});
}
