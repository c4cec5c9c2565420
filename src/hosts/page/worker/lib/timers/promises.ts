import { AbortError } from 'internal/errors';
import { validateAbortSignal, validateBoolean, validateObject } from 'internal/validators';
import * as timers from '../timers.ts';

interface Options {
	signal?: AbortSignal;
	ref?: boolean;
}

interface Timer {
	unref(): unknown;
}

/** Starts a timer and stops it, with a rejection, when its signal is aborted. */
function wait<T>(
	options: Options | undefined,
	start: (resolve: () => void) => Timer,
	stop: (timer: Timer) => void,
	value: T,
): Promise<T> {
	try {
		if (options !== undefined) validateObject(options, 'options');
		if (options?.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
		if (options?.ref !== undefined) validateBoolean(options.ref, 'options.ref');
	} catch (error) {
		return Promise.reject(error);
	}
	const signal = options?.signal;
	if (signal?.aborted) return Promise.reject(new AbortError(undefined, { cause: signal.reason }));
	return new Promise((resolve, reject) => {
		const timer = start(() => {
			signal?.removeEventListener('abort', onAbort);
			resolve(value);
		});
		const onAbort = () => {
			stop(timer);
			reject(new AbortError(undefined, { cause: signal?.reason }));
		};
		if (options?.ref === false) timer.unref();
		signal?.addEventListener('abort', onAbort, { once: true });
	});
}

/** Resolves to `value` after `delay` milliseconds; rejects with an AbortError on abort. */
export function setTimeout<T>(
	delay?: number,
	value?: T,
	options?: Options,
): Promise<T | undefined> {
	return wait(options, (resolve) => timers.setTimeout(resolve, delay), timers.clearTimeout, value);
}

/** Resolves to `value` in the next turn of the event loop; rejects with an AbortError on abort. */
export function setImmediate<T>(value?: T, options?: Options): Promise<T | undefined> {
	return wait(options, (resolve) => timers.setImmediate(resolve), timers.clearImmediate, value);
}

/** Yields `value` every `delay` milliseconds, also for the beats that came while nobody asked. */
export async function* setInterval<T>(delay?: number, value?: T, options?: Options) {
	const signal = options?.signal;
	if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
	let beats = 0;
	let wake: (() => void) | undefined;
	const timer = timers.setInterval(() => {
		beats++;
		wake?.();
	}, delay);
	if (options?.ref === false) timer.unref();
	const onAbort = () => wake?.();
	signal?.addEventListener('abort', onAbort, { once: true });
	try {
		while (!signal?.aborted) {
			if (beats === 0) await new Promise<void>((resolve) => (wake = resolve));
			for (; beats > 0; beats--) yield value;
		}
		throw new AbortError(undefined, { cause: signal?.reason });
	} finally {
		timers.clearInterval(timer);
		signal?.removeEventListener('abort', onAbort);
	}
}

/** The two methods of the web's scheduler that Node has. */
export const scheduler = {
	wait: (delay: number, options?: Options) => setTimeout(delay, undefined, options),
	yield: () => setImmediate(),
};
