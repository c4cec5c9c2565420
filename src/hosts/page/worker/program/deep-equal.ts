import { types } from '../lib/util.ts';

type Seen = Map<object, object>;

/** Whether two values are equal as assert.deepStrictEqual means it. */
export function isDeepStrictEqual(left: unknown, right: unknown): boolean {
	return isEqual(left, right, true, new Map());
}

/** Whether two values are equal as assert.deepEqual means it: primitives by `==`. */
export function isDeepEqual(left: unknown, right: unknown): boolean {
	return isEqual(left, right, false, new Map());
}

function isEqual(left: unknown, right: unknown, isStrict: boolean, seen: Seen): boolean {
	if (Object.is(left, right)) return true;
	if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
		if (isStrict) return false;
		// eslint-disable-next-line eqeqeq
		return left == right || (left !== left && right !== right);
	}
	if (seen.get(left) === right) return true;
	seen.set(left, right);
	if (isStrict && Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
	if (Array.isArray(left) !== Array.isArray(right)) return false;
	return isSameContent(left, right, isStrict, seen) && hasSameKeys(left, right, isStrict, seen);
}

function isSameContent(left: object, right: object, isStrict: boolean, seen: Seen): boolean {
	const equal = (a: unknown, b: unknown) => isEqual(a, b, isStrict, seen);
	if (left instanceof Date && right instanceof Date) return +left === +right;
	if (left instanceof RegExp && right instanceof RegExp) return String(left) === String(right);
	if (left instanceof Error && right instanceof Error) {
		return left.name === right.name && left.message === right.message;
	}
	if (types.isBoxedPrimitive(left)) return Object.is(left.valueOf(), right.valueOf());
	if (left instanceof Map && right instanceof Map) {
		if (left.size !== right.size) return false;
		return [...left].every(
			([key, value]) =>
				(right.has(key) && equal(value, right.get(key))) ||
				[...right].some(([k, v]) => typeof k === 'object' && equal(key, k) && equal(value, v)),
		);
	}
	if (left instanceof Set && right instanceof Set) {
		if (left.size !== right.size) return false;
		return [...left].every((value) => right.has(value) || [...right].some((v) => equal(value, v)));
	}
	return true;
}

function hasSameKeys(left: object, right: object, isStrict: boolean, seen: Seen): boolean {
	const keysOf = (value: object) => {
		const symbols = isStrict ? Object.getOwnPropertySymbols(value) : [];
		return [
			...Object.keys(value),
			...symbols.filter((key) => Object.prototype.propertyIsEnumerable.call(value, key)),
		];
	};
	const keys = keysOf(left);
	if (keys.length !== keysOf(right).length) return false;
	return keys.every(
		(key) =>
			Object.hasOwn(right, key) &&
			isEqual(Reflect.get(left, key), Reflect.get(right, key), isStrict, seen),
	);
}
