// What the engine lacks says so by name, and says where it works.

/** The sentence that a reader sees for something that the engine does not provide. */
export function missingMessage(what: string): string {
	return `${what} is not provided by the in-page engine; it works on real Node (npm run lab) and in a WebContainer.`;
}

/** Printing it, awaiting it or asking for its kind is not use. */
const QUIET = new Set(['then', 'prototype', 'name', 'length']);

function fail(what: string): never {
	throw Object.assign(new Error(missingMessage(what)), { code: 'ERR_NOT_IN_PAGE_ENGINE' });
}

/** Stands for a function, class or module that the engine lacks: throws when it is used. */
export function missing(module: string, name: string): unknown {
	const what = `${module}: ${name}`;
	return new Proxy(function () {}, {
		apply: () => fail(what),
		construct: () => fail(what),
		get(target, key) {
			if (typeof key === 'symbol' || QUIET.has(key)) {
				return Reflect.get(target, key) as unknown;
			}
			return fail(what);
		},
	});
}
