// Internal modules of Node's of which only a line or two matters here, in one table.

import { FastBuffer } from '../buffer/fast-buffer.ts';
import { charCodes } from '../program/char-codes.ts';
import { missing } from '../program/missing.ts';

type Fn = (...args: unknown[]) => unknown;

const noop = () => undefined;
const ownerSymbol = Symbol('owner_symbol');
const asyncIdSymbol = Symbol('async_id_symbol');
let asyncIds = 1;

class AsyncResource {
	runInAsyncScope(fn: Fn, thisArgument: unknown, ...args: unknown[]): unknown {
		return fn.apply(thisArgument, args);
	}

	emitDestroy(): this {
		return this;
	}

	asyncId(): number {
		return 0;
	}

	triggerAsyncId(): number {
		return 0;
	}
}

function assert(value: unknown, message?: string): asserts value {
	if (!value) throw new Error(message ?? 'The engine broke a rule of its own: please report this');
}
assert.fail = (message?: string) => assert(false, message);

const options: Record<string, unknown> = {
	'--max-http-header-size': 16_384,
	'--network-family-autoselection': false,
	'--network-family-autoselection-attempt-timeout': 250,
	'--pending-deprecation': false,
};

interface LookupOptions {
	all?: boolean;
	family?: number;
}

/** An address is its own name, as in Node; those of this computer can be reached. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|0\.0\.0\.0)$/;

/** Only this computer has a name in a page. */
function lookup(host: string, given: LookupOptions | Fn, callback?: Fn): void {
	const done = typeof given === 'function' ? given : callback;
	const { all, family } = typeof given === 'function' ? ({} as LookupOptions) : given;
	process.nextTick(() => {
		if (LOOPBACK.test(host) || host === '::1' || host === '::') {
			const address = { address: host, family: host.includes(':') ? 6 : 4 };
			if (all) done?.(null, [address]);
			else done?.(null, address.address, address.family);
			return;
		}
		if (!/^(?:localhost|[\w.-]+\.localhost)$/i.test(host)) {
			const error = new Error(
				`getaddrinfo ENOTFOUND ${host} (the in-page engine reaches only localhost)`,
			);
			done?.(
				Object.assign(error, {
					errno: -3008,
					code: 'ENOTFOUND',
					syscall: 'getaddrinfo',
					hostname: host,
				}),
			);
		} else if (family === 6) {
			if (all) done?.(null, [{ address: '::1', family: 6 }]);
			else done?.(null, '::1', 6);
		} else if (all) {
			done?.(null, [{ address: '127.0.0.1', family: 4 }]);
		} else {
			done?.(null, '127.0.0.1', 4);
		}
	});
}

/** Readable's iterator helpers are experimental in Node, and left out here. */
const operators = (names: readonly string[]) =>
	Object.fromEntries(names.map((name) => [name, missing('node:stream', `Readable.${name}`)]));

const table: Record<string, () => unknown> = {
	async_hooks: () => ({ AsyncResource }),
	cluster: () => ({ isPrimary: true }),
	dns: () => ({ lookup, ADDRCONFIG: 0 }),
	tls: () => ({}),
	'internal/abort_controller': () => ({ AbortController, AbortSignal }),
	'internal/assert': () => assert,
	'internal/async_hooks': () => ({
		newAsyncId: () => ++asyncIds,
		getOrSetAsyncId: () => 0,
		defaultTriggerAsyncIdScope: (_id: number, fn: Fn, ...args: unknown[]) => fn(...args),
		symbols: { async_id_symbol: asyncIdSymbol, owner_symbol: ownerSymbol },
	}),
	'internal/buffer': () => ({ FastBuffer }),
	'internal/constants': () => charCodes,
	'internal/event_target': () => ({
		isEventTarget: (value: unknown) => value instanceof EventTarget,
		kEvents: Symbol('kEvents'),
		kWeakHandler: Symbol('kWeakHandler'),
		kResistStopPropagation: Symbol('kResistStopPropagation'),
	}),
	'internal/events/symbols': () => ({ kFirstEventParam: Symbol('kFirstEventParam') }),
	'internal/options': () => ({ getOptionValue: (name: string) => options[name] }),
	'internal/process/task_queues': () => ({ queueMicrotask }),
	'internal/streams/compose': () => missing('node:stream', 'compose'),
	'internal/streams/duplexify': () => missing('node:stream', 'Duplex.from'),
	'internal/streams/duplexpair': () => missing('node:stream', 'duplexPair'),
	'internal/streams/operators': () => ({
		promiseReturningOperators: operators(['every', 'forEach', 'reduce', 'toArray', 'some', 'find']),
		streamReturningOperators: operators(['drop', 'filter', 'flatMap', 'map', 'take']),
	}),
	'internal/v8/startup_snapshot': () => ({ namespace: { isBuildingSnapshot: () => false } }),
	'internal/worker/js_transferable': () => ({
		markTransferMode: noop,
		kDeserialize: Symbol('kDeserialize'),
		kTransfer: Symbol('kTransfer'),
		kTransferList: Symbol('kTransferList'),
	}),
};

/** A small internal module by its name; one that is not here throws when it is used. */
export function small(name: string): unknown {
	return table[name]?.() ?? missing(name.startsWith('internal/') ? 'node' : `node:${name}`, name);
}
