import { inspect as nodeInspect, format as nodeFormat } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { format, inspect } from '../../../../../../src/hosts/page/worker/internal/util/inspect.ts';

class Point {
	x = 1;
	y = 2;
}
const circle: Record<string, unknown> = { name: 'circle' };
circle['self'] = circle;

const values: readonly unknown[] = [
	[1, 'a', null, undefined, true, 10n, Symbol('s'), -0, NaN],
	{ a: 1, 'b-c': [{}], d: { e: { f: { g: 1 } } } },
	new Map<unknown, unknown>([
		['a', { b: [1, 2] }],
		[{}, new Set([1])],
	]),
	[
		new Date(0),
		/re/g,
		function named() {},
		() => {},
		class A {},
		class B extends Array {},
		async () => {},
	],
	// eslint-disable-next-line no-sparse-arrays
	[, 1, , 2],
	Array.from({ length: 250 }, (_, i) => i),
	Array.from({ length: 30 }, (_, i) => `word ${i}`),
	[circle, circle],
	new Point(),
	Object.create(null),
	[new Boolean(true), new String('abc'), Object(1n)],
	[
		new Uint8Array(3),
		new Float64Array([1.5]),
		new ArrayBuffer(2),
		new DataView(new ArrayBuffer(1)),
	],
	{ text: "it's", both: `'"`, all: '\'"`', line: 'a\nb\tc\u0007\u{1f600}' },
	{
		long: 'x'.repeat(100),
		lines: 'first line of it\nsecond line of it\nthird line of it, long enough to wrap',
	},
	{
		get a() {
			return 1;
		},
		set b(value: number) {
			void value;
		},
		[Symbol('k')]: 3,
	},
	[[[[[1]]]], { a: { b: { c: { d: 1 } } } }],
	['日本語', '한국어', 'é', 'a', 'b', 'c', 'd'],
	Object.assign(() => {}, { key: 1 }),
];

test.each(values.map((value, index) => [index, value] as const))(
	'value %i prints as in Node',
	(_, value) => {
		expect(inspect(value)).toBe(nodeInspect(value));
	},
);

test.each([
	{ depth: 0 },
	{ depth: null },
	{ compact: false },
	{ compact: true },
	{ compact: 1 },
	{ breakLength: 30 },
	{ breakLength: Infinity },
	{ sorted: true },
	{ colors: true },
	{ maxArrayLength: 2, maxStringLength: 3 },
	{ getters: true },
	{ numericSeparator: true },
])('options %o print as in Node', (options) => {
	const value = {
		b: [1234567.8901, 2, 3],
		a: { c: { d: { e: 1 } }, text: 'some text' },
		s: new Set(['x']),
	};
	expect(inspect(value, options)).toBe(nodeInspect(value, options));
});

test('plain data of any shape prints as in Node', () => {
	const data = fc.letrec((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small', withCrossShrink: true },
			fc.string(),
			fc.integer(),
			fc.double(),
			fc.boolean(),
			fc.constant(null),
			fc.array(tie('value'), { maxLength: 12 }),
			fc.dictionary(fc.string({ maxLength: 8 }), tie('value'), { maxKeys: 6 }),
		),
	})).value;
	fc.assert(
		fc.property(data, (value) => {
			expect(inspect(value)).toBe(nodeInspect(value));
		}),
		{ numRuns: 500 },
	);
});

test.each([
	['%s %d %i %f %j %o %O %c %% %x', 'a', 1.5, 1.9, '2.5', { a: 1 }, [1], { b: {} }, 'css', 'rest'],
	['%s', { a: 1 }, null],
	['%s %s', 1],
	['100%', 5],
	['%d %i', 5n, Symbol('x')],
	[1, 'two', { three: 3 }],
	['%s', new Date(0)],
	['%s', class A {}],
])('format %#', (...args) => {
	expect(format(...args)).toBe(nodeFormat(...args));
});
