// What inspect() carries along, and its colours.

export type Style =
	| 'special'
	| 'number'
	| 'bigint'
	| 'boolean'
	| 'undefined'
	| 'null'
	| 'string'
	| 'symbol'
	| 'date'
	| 'regexp'
	| 'module';

export interface Options {
	showHidden: boolean;
	depth: number | null;
	colors: boolean;
	customInspect: boolean;
	showProxy: boolean;
	maxArrayLength: number | null;
	maxStringLength: number | null;
	breakLength: number;
	compact: boolean | number;
	sorted: boolean | ((a: string, b: string) => number);
	getters: boolean | 'get' | 'set';
	numericSeparator: boolean;
}

export interface Context extends Options {
	maxArrayLength: number;
	maxStringLength: number;
	indentation: number;
	currentDepth: number;
	seen: object[];
	circular: Map<object, number> | undefined;
	stylize: (text: string, style: Style) => string;
	userOptions: object | undefined;
}

/** Node's defaults, which a program may change. */
export const defaultOptions: Options = {
	showHidden: false,
	depth: 2,
	colors: false,
	customInspect: true,
	showProxy: false,
	maxArrayLength: 100,
	maxStringLength: 10_000,
	breakLength: 80,
	compact: 3,
	sorted: false,
	getters: false,
	numericSeparator: false,
};

/** A terminal's codes to begin and end a colour. */
export const colors: Record<string, [number, number]> = {
	reset: [0, 0],
	bold: [1, 22],
	underline: [4, 24],
	red: [31, 39],
	green: [32, 39],
	yellow: [33, 39],
	blue: [34, 39],
	magenta: [35, 39],
	cyan: [36, 39],
	gray: [90, 39],
	grey: [90, 39],
};

/** Which colour each kind of value has. */
export const styles: Record<Style, string> = {
	special: 'cyan',
	number: 'yellow',
	bigint: 'yellow',
	boolean: 'yellow',
	undefined: 'grey',
	null: 'bold',
	string: 'green',
	symbol: 'green',
	date: 'magenta',
	regexp: 'red',
	module: 'underline',
};

function stylizeWithColor(text: string, style: Style): string {
	const color = colors[styles[style]];
	return color === undefined ? text : `\u001b[${color[0]}m${text}\u001b[${color[1]}m`;
}

/** The context of one call, from its options. */
export function contextOf(given: Record<string, unknown>): Context {
	const options = { ...defaultOptions };
	let userOptions: object | undefined;
	for (const [key, value] of Object.entries(given)) {
		if (key in defaultOptions) Object.assign(options, { [key]: value });
		else userOptions ??= given;
	}
	return {
		...options,
		maxArrayLength: options.maxArrayLength ?? Infinity,
		maxStringLength: options.maxStringLength ?? Infinity,
		indentation: 0,
		currentDepth: 0,
		seen: [],
		circular: undefined,
		stylize: options.colors ? stylizeWithColor : (text) => text,
		userOptions,
	};
}
