/**
 * Node's library works on copies of the language's builtins, its primordials. This writes the module
 * that defines those which are used, so that Node's own code that makes all 1,700 can stay out.
 */

const SPECIAL = {
	uncurryThis: 'u',
	AsyncIteratorPrototype:
		'Reflect.getPrototypeOf(Reflect.getPrototypeOf(async function* () {}).prototype)',
	TypedArray: 'Reflect.getPrototypeOf(Uint8Array)',
	TypedArrayPrototype: 'Reflect.getPrototypeOf(Uint8Array).prototype',
	SafeMap: 'Map',
	SafeSet: 'Set',
	SafeWeakMap: 'WeakMap',
	SafeWeakSet: 'WeakSet',
	// Node's iterate without looking at Array.prototype, which is no matter in a worker of one program.
	SafeArrayIterator: 'class { constructor(list) { return list[Symbol.iterator](); } }',
	SafeStringIterator: 'class { constructor(text) { return text[Symbol.iterator](); } }',
	PromisePrototypeThen: 'u(Promise.prototype.then)',
};

const OWNERS = [
	...['AggregateError', 'ArrayBuffer', 'Array', 'AsyncIterator', 'BigInt', 'Boolean', 'DataView'],
	...[
		'Date',
		'Error',
		'FinalizationRegistry',
		'Function',
		'JSON',
		'Map',
		'Math',
		'Number',
		'Object',
	],
	...[
		'Promise',
		'Proxy',
		'RangeError',
		'Reflect',
		'RegExp',
		'Set',
		'String',
		'Symbol',
		'TypedArray',
	],
	...['TypeError', 'Uint8Array', 'WeakMap', 'WeakRef', 'WeakSet'],
].sort((a, b) => b.length - a.length);

const TypedArray = Reflect.getPrototypeOf(Uint8Array);

/** The text of a module that exports the named primordials; throws for one that it cannot define. */
export function primordialsModule(names) {
	const lines = [...names].sort().map((name) => `export const ${name} = ${definition(name)};`);
	return `const u = Function.prototype.bind.bind(Function.prototype.call);\n${lines.join('\n')}`;
}

function definition(name) {
	if (name in SPECIAL) return SPECIAL[name];
	for (const owner of OWNERS) {
		if (!name.startsWith(owner)) continue;
		const rest = name.slice(owner.length);
		const object = owner === 'TypedArray' ? TypedArray : globalThis[owner];
		const text = owner === 'TypedArray' ? SPECIAL.TypedArray : owner;
		const found = rest.startsWith('Prototype')
			? ofPrototype(object, text, rest.slice('Prototype'.length))
			: ofOwner(object, text, rest);
		if (found !== undefined) return found;
	}
	throw new Error(
		`Node's library uses the primordial ${name}; define it in scripts/engine/primordials.mjs.`,
	);
}

function ofOwner(object, text, rest) {
	const key = keyOf(object, rest);
	if (key === undefined) return undefined;
	const value = object[key];
	// Promise's functions need their `this`; the others do not look at it.
	if (typeof value === 'function' && text === 'Promise') return `${text}.${key}.bind(${text})`;
	return typeof value === 'number' ? String(value) : `${text}.${key}`;
}

function ofPrototype(object, text, rest) {
	if (rest === '') return `${text}.prototype`;
	const symbol = /^Symbol(\w+)$/.exec(rest)?.[1];
	if (symbol !== undefined) {
		const key = symbol[0].toLowerCase() + symbol.slice(1);
		return Symbol[key] in object.prototype ? `u(${text}.prototype[Symbol.${key}])` : undefined;
	}
	const key = keyOf(object.prototype, rest);
	if (key !== undefined) return `u(${text}.prototype.${key})`;
	if (rest.endsWith('Apply')) {
		const method = keyOf(object.prototype, rest.slice(0, -'Apply'.length));
		if (method !== undefined)
			return `Function.prototype.bind.call(Function.prototype.apply, ${text}.prototype.${method})`;
	}
	if (!rest.startsWith('Get')) return undefined;
	const getterSymbol = /^GetSymbol(\w+)$/.exec(rest)?.[1];
	const getter =
		getterSymbol === undefined
			? `'${keyOf(object.prototype, rest.slice('Get'.length))}'`
			: `Symbol.${getterSymbol[0].toLowerCase()}${getterSymbol.slice(1)}`;
	return `u(Object.getOwnPropertyDescriptor(${text}.prototype, ${getter}).get)`;
}

/** A key by the name with a capital that primordials use. */
function keyOf(object, name) {
	const lower = name[0]?.toLowerCase() + name.slice(1);
	for (const key of [lower, name]) if (Object.hasOwn(object, key)) return key;
	return undefined;
}
