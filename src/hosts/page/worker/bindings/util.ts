// Node's internalBinding('util'): what only the engine of the language knows. A page cannot look
// into promises and proxies, so those print without their state.

const ALL_PROPERTIES = 0;
const ONLY_ENUMERABLE = 2;

/** The own keys of a value that are not array indices, strings and symbols. */
function getOwnNonIndexProperties(value: object, filter: number): PropertyKey[] {
	const keys: PropertyKey[] = [];
	for (const key of Reflect.ownKeys(value)) {
		if (typeof key === 'string' && /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1) {
			continue;
		}
		if (filter === ONLY_ENUMERABLE && !Object.prototype.propertyIsEnumerable.call(value, key)) {
			continue;
		}
		keys.push(key);
	}
	return keys;
}

/** The entries of a map, set or iterator, without moving the iterator that was given. */
function previewEntries(value: unknown, isIterator?: boolean): unknown {
	let entries: unknown[] = [];
	let isKeyed = false;
	if (value instanceof Map) {
		entries = [...value].flat(1);
		isKeyed = true;
	} else if (value instanceof Set) {
		entries = [...value];
	}
	return isIterator ? [entries, isKeyed] : entries;
}

function getConstructorName(value: object): string {
	for (
		let at: object | null = value;
		at !== null;
		at = Object.getPrototypeOf(at) as object | null
	) {
		const own = Object.getOwnPropertyDescriptor(at, 'constructor')?.value as unknown;
		if (typeof own === 'function' && own.name !== '') return own.name;
	}
	return '';
}

/** Node's `internalBinding('util')`. */
export const util = {
	constants: {
		kPending: 0,
		kFulfilled: 1,
		kRejected: 2,
		ALL_PROPERTIES,
		ONLY_ENUMERABLE,
		SKIP_SYMBOLS: 16,
		kDisallowCloneAndTransfer: 0,
	},
	privateSymbols: {
		arrow_message_private_symbol: Symbol('arrow_message'),
		decorated_private_symbol: Symbol('decorated'),
	},
	getOwnNonIndexProperties,
	getPromiseDetails: () => [0, undefined],
	getProxyDetails: () => undefined,
	previewEntries,
	getConstructorName,
	getExternalValue: () => 0n,
	isInsideNodeModules: () => false,
	getCallSites: () => [],
	defineLazyProperties: () => undefined,
};
