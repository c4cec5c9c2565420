// The globals that Node has and a worker lacks or has in its own way.

import { Buffer } from '../lib/buffer.ts';
import { methods } from '../lib/console.ts';
import { process } from '../lib/process.ts';
import * as timers from '../lib/timers.ts';

Object.assign(globalThis, {
	Buffer,
	process,
	clearImmediate: timers.clearImmediate,
	clearInterval: timers.clearInterval,
	clearTimeout: timers.clearTimeout,
	setImmediate: timers.setImmediate,
	setInterval: timers.setInterval,
	setTimeout: timers.setTimeout,
});

const native = { ...console };

/** Makes the console write to the process's output; the engine's own words keep the browser's. */
export function takeConsole(): void {
	Object.assign(console, methods);
}

/** The browser's console, for what is not the reader's. */
export const engineConsole = native;
