// What the engine lacks says so by name, and says where it works.

/** The sentence that a reader sees for something that the engine does not provide. */
export function missingMessage(what: string): string {
	return `${what} is not provided by the in-page engine; it works on real Node (npm run lab) and in a WebContainer.`;
}

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
			// Printing it, awaiting it or asking for its kind is not use.
			if (typeof key === 'symbol' || key === 'then' || key === 'prototype' || key === 'name') {
				return Reflect.get(target, key) as unknown;
			}
			return fail(what);
		},
	});
}
