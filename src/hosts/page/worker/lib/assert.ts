// A small node:assert: every check, and messages that show both values, without Node's diffs.

import { inspect } from 'internal/util/inspect';
import { isDeepEqual, isDeepStrictEqual } from '../program/deep-equal.ts';

interface Details {
	message?: string | undefined;
	actual?: unknown;
	expected?: unknown;
	operator?: string;
}

type Message = string | Error | undefined;

/** What a failed check throws. */
export class AssertionError extends Error {
	readonly code = 'ERR_ASSERTION';
	readonly generatedMessage: boolean;
	readonly actual: unknown;
	readonly expected: unknown;
	readonly operator: string;

	constructor({ message, actual, expected, operator = 'fail' }: Details) {
		super(message ?? `${inspect(actual)} ${operator} ${inspect(expected)}`);
		this.name = 'AssertionError';
		this.generatedMessage = message === undefined;
		this.actual = actual;
		this.expected = expected;
		this.operator = operator;
	}
}

function check(passed: boolean, message: Message, details: Details): void {
	if (passed) return;
	if (message instanceof Error) throw message;
	throw new AssertionError({ ...details, message: message ?? details.message });
}

const relation =
	(operator: string, holds: (actual: unknown, expected: unknown) => boolean, words: string) =>
	(actual: unknown, expected: unknown, message?: Message): void =>
		check(holds(actual, expected), message, {
			actual,
			expected,
			operator,
			message: `${words}\n\n${inspect(actual)} !== ${inspect(expected)}\n`,
		});

/** Fails unless `value` is truthy. */
export function ok(value: unknown, message?: Message): asserts value {
	check(Boolean(value), message, {
		actual: value,
		expected: true,
		operator: '==',
		message: 'The expression evaluated to a falsy value',
	});
}

// eslint-disable-next-line eqeqeq
const isLooselyEqual = (a: unknown, b: unknown) => a == b || (a !== a && b !== b);
const not = (holds: (a: unknown, b: unknown) => boolean) => (a: unknown, b: unknown) =>
	!holds(a, b);

export const equal = relation('==', isLooselyEqual, 'Expected values to be loosely equal:');
export const notEqual = relation('!=', not(isLooselyEqual), 'Expected values to differ:');
export const strictEqual = relation(
	'strictEqual',
	Object.is,
	'Expected values to be strictly equal:',
);
export const notStrictEqual = relation(
	'notStrictEqual',
	not(Object.is),
	'Expected "actual" to be strictly unequal to:',
);
export const deepEqual = relation(
	'deepEqual',
	isDeepEqual,
	'Expected values to be loosely deep-equal:',
);
export const notDeepEqual = relation(
	'notDeepEqual',
	not(isDeepEqual),
	'Expected values not to be deep-equal:',
);
export const deepStrictEqual = relation(
	'deepStrictEqual',
	isDeepStrictEqual,
	'Expected values to be strictly deep-equal:',
);
export const notDeepStrictEqual = relation(
	'notDeepStrictEqual',
	not(isDeepStrictEqual),
	'Expected "actual" not to be strictly deep-equal to:',
);

/** Fails always. */
export function fail(message: Message = 'Failed'): never {
	if (message instanceof Error) throw message;
	throw new AssertionError({ message, operator: 'fail' });
}

/** Fails with `value` unless it is null or undefined, for the first argument of callbacks. */
export function ifError(value: unknown): void {
	if (value === null || value === undefined) return;
	throw value instanceof Error ? value : new AssertionError({ actual: value, operator: 'ifError' });
}

/** Fails unless the text matches. */
export function match(text: string, pattern: RegExp, message?: Message): void {
	check(pattern.test(text), message, {
		actual: text,
		expected: pattern,
		operator: 'match',
		message: `The input did not match the regular expression ${pattern}. Input:\n\n${inspect(text)}\n`,
	});
}

/** Fails if the text matches. */
export function doesNotMatch(text: string, pattern: RegExp, message?: Message): void {
	check(!pattern.test(text), message, {
		actual: text,
		expected: pattern,
		operator: 'doesNotMatch',
	});
}

type Expected =
	RegExp | (new (...args: never[]) => unknown) | ((error: unknown) => boolean) | object;

function isExpected(error: unknown, expected: Expected | undefined): boolean {
	if (expected === undefined) return true;
	if (expected instanceof RegExp) return expected.test(String(error));
	if (typeof expected === 'function') {
		if (expected.prototype !== undefined && error instanceof expected) return true;
		if (Error.isPrototypeOf(expected)) return false;
		return (expected as (error: unknown) => unknown)(error) === true;
	}
	return Object.entries(expected).every(([key, value]) => {
		const actual = Reflect.get(Object(error) as object, key) as unknown;
		return value instanceof RegExp ? value.test(String(actual)) : isDeepStrictEqual(actual, value);
	});
}

/** Fails unless `fn` throws what is expected. */
export function throws(fn: () => unknown, expected?: Expected | string, message?: Message): void {
	try {
		fn();
	} catch (error) {
		if (typeof expected !== 'string' && !isExpected(error, expected)) throw error;
		return;
	}
	check(false, typeof expected === 'string' ? expected : message, {
		operator: 'throws',
		message: 'Missing expected exception.',
	});
}

/** Fails if `fn` throws. */
export function doesNotThrow(fn: () => unknown): void {
	fn();
}

/** Rejects unless the promise rejects with what is expected. */
export async function rejects(
	promise: Promise<unknown> | (() => Promise<unknown>),
	expected?: Expected | string,
	message?: Message,
): Promise<void> {
	let error: unknown;
	try {
		await (typeof promise === 'function' ? promise() : promise);
	} catch (reason) {
		error = reason;
		throws(() => {
			throw error;
		}, expected);
		return;
	}
	check(false, typeof expected === 'string' ? expected : message, {
		operator: 'rejects',
		message: 'Missing expected rejection.',
	});
}

/** Rejects if the promise does. */
export async function doesNotReject(
	promise: Promise<unknown> | (() => Promise<unknown>),
): Promise<void> {
	await (typeof promise === 'function' ? promise() : promise);
}

function assert(value: unknown, message?: Message): asserts value {
	ok(value, message);
}

const checks = {
	...{ AssertionError, ok, equal, notEqual, strictEqual, notStrictEqual, deepEqual, notDeepEqual },
	...{ deepStrictEqual, notDeepStrictEqual, fail, ifError, match, doesNotMatch, throws },
	...{ doesNotThrow, rejects, doesNotReject },
};

/** assert with `==` meaning `===`. */
export const strict = Object.assign(
	(value: unknown, message?: Message) => ok(value, message),
	checks,
	{
		equal: strictEqual,
		notEqual: notStrictEqual,
		deepEqual: deepStrictEqual,
		notDeepEqual: notDeepStrictEqual,
	},
);

export default Object.assign(assert, checks, { strict });
