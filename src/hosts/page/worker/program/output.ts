// What a process prints, joined for each microtask, and ended where it floods the page.

import { post } from './frame-port.ts';
import { abortProcess, isExiting } from './failures.ts';

type OutputStream = 'stdout' | 'stderr';

const BYTES_PER_SECOND = 8_000_000;
const LINES_PER_SECOND = 50_000;
const FLUSH_CHARACTERS = 65_536;

let pending: { stream: OutputStream; text: string }[] = [];
let pendingCharacters = 0;
let isFlushQueued = false;
let windowStartMs = 0;
let windowBytes = 0;
let windowLines = 0;

/** Prints text; ends the process where it prints more than a reader or the page could take. */
export function output(stream: OutputStream, text: string): void {
	if (isExiting() || text === '') return;
	limit(text);
	const last = pending.at(-1);
	if (last?.stream === stream) last.text += text;
	else pending.push({ stream, text });
	pendingCharacters += text.length;
	if (pendingCharacters > FLUSH_CHARACTERS) return flushOutput();
	if (isFlushQueued) return;
	isFlushQueued = true;
	queueMicrotask(flushOutput);
}

/** Sends what has been printed so far. */
export function flushOutput(): void {
	isFlushQueued = false;
	const sending = pending;
	pending = [];
	pendingCharacters = 0;
	for (const { stream, text } of sending) post({ t: 'output', stream, text });
}

function limit(text: string): void {
	const now = performance.now();
	if (now - windowStartMs > 1000) {
		windowStartMs = now;
		windowBytes = 0;
		windowLines = 0;
	}
	windowBytes += text.length;
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) windowLines++;
	if (windowBytes <= BYTES_PER_SECOND && windowLines <= LINES_PER_SECOND) return;
	flushOutput();
	abortProcess(
		1,
		`The process printed ${windowLines} lines and ${windowBytes} bytes within one second and was ended; ` +
			`the limit is ${LINES_PER_SECOND} lines or ${BYTES_PER_SECOND} bytes. Print less, for example not once per request.`,
	);
}
