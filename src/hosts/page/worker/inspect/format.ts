import { number } from './text.ts';

type Inspect = (value: unknown, options?: Record<string, unknown>) => string;

const BUILT_IN = new Set(
	Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z][a-zA-Z0-9]+$/.test(name)),
);

/** Whether `%s` shows an object by inspect(), because its toString() is not its author's. */
function hasBuiltInToString(value: object): boolean {
	const { toString, [Symbol.toPrimitive]: toPrimitive } = value as {
		toString?: unknown;
		[Symbol.toPrimitive]?: unknown;
	};
	if (typeof toString !== 'function' && typeof toPrimitive !== 'function') return true;
	const has = (at: object) =>
		(typeof toString === 'function' && Object.hasOwn(at, 'toString')) ||
		(typeof toPrimitive === 'function' && Object.hasOwn(at, Symbol.toPrimitive));
	if (has(value)) return false;
	let at: object | null = value;
	do at = Object.getPrototypeOf(at) as object | null;
	while (at !== null && !has(at));
	const own =
		at === null
			? undefined
			: (Object.getOwnPropertyDescriptor(at, 'constructor')?.value as unknown);
	return typeof own === 'function' && BUILT_IN.has(own.name);
}

function json(value: unknown): string {
	try {
		return JSON.stringify(value) ?? 'undefined';
	} catch (error) {
		if (error instanceof TypeError && /circular|cyclic/i.test(error.message)) return '[Circular]';
		throw error;
	}
}

function numeric(
	value: unknown,
	convert: (value: unknown) => number,
	options: Record<string, unknown>,
): string {
	const separator = options['numericSeparator'] === true;
	if (typeof value === 'bigint') return number(value, separator);
	return typeof value === 'symbol' ? 'NaN' : number(convert(value), separator);
}

function placeholder(
	mark: string,
	value: unknown,
	inspect: Inspect,
	options: Record<string, unknown>,
): string {
	switch (mark) {
		case 's':
			if (typeof value === 'number' || typeof value === 'bigint')
				return numeric(value, Number, options);
			if (typeof value !== 'object' || value === null || !hasBuiltInToString(value))
				return String(value);
			return inspect(value, { ...options, compact: 3, colors: false, depth: 0 });
		case 'j':
			return json(value);
		case 'd':
			return numeric(value, Number, options);
		case 'i':
			return numeric(value, (each) => Number.parseInt(String(each)), options);
		case 'f':
			return numeric(
				typeof value === 'bigint' ? Number(value) : value,
				(each) => Number.parseFloat(String(each)),
				options,
			);
		case 'O':
			return inspect(value, options);
		case 'o':
			return inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 });
		default:
			return '';
	}
}

/** Node's format(): placeholders in the first argument, the rest after it. */
export function formatPlaceholders(
	inspect: Inspect,
	options: Record<string, unknown>,
	args: readonly unknown[],
): string {
	const [first] = args;
	if (typeof first !== 'string') return rest(inspect, options, args);
	if (args.length === 1) return first;
	let used = 1;
	const text = first.replace(/%([sdijfoOc%])/g, (match, mark: string) => {
		if (mark === '%') return '%';
		return used < args.length ? placeholder(mark, args[used++], inspect, options) : match;
	});
	const others = args.slice(used);
	return others.length === 0 ? text : `${text} ${rest(inspect, options, others)}`;
}

function rest(
	inspect: Inspect,
	options: Record<string, unknown>,
	values: readonly unknown[],
): string {
	return values
		.map((value) => (typeof value === 'string' ? value : inspect(value, options)))
		.join(' ');
}
