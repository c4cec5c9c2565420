/** What the generator can be told, on its command line and while it runs, and what it says to nonsense. */
import { linkProfile } from './link-profile.ts';

/** Settings that can change during a run. */
export interface LoadSettings {
	/** `open` sends on time whatever the answers do; `closed` sends when an answer has come. */
	loop: 'open' | 'closed';
	/** Gaps of an open loop: all alike, or drawn as independent users make them. */
	arrivals: 'constant' | 'poisson';
	/** Open loop: requests per second. */
	rate: number;
	/** Open loop: connections that a user opens at most. Closed loop: how many there are. */
	connections: number;
	/** A link by name, or RTT/DOWN/UP in ms and Mbit/s. */
	link: string;
	/** TLS handshakes, as round trips only. */
	tls: 'off' | '1.3' | '1.2';
	/** What to ask for. */
	path: string;
}

/** Settings of the whole run; durations in seconds. */
export interface RunSettings {
	url: string;
	/** Dropped at the start and after each change. */
	warmup: number;
	/** 0: until told to stop. */
	duration: number;
	/** After which a request is given up. */
	timeout: number;
	/** How often each simulated user asks, on average: there are rate × visit of them. */
	visit: number;
	seed: number;
}

export const DEFAULTS: LoadSettings & RunSettings = {
	loop: 'open',
	arrivals: 'constant',
	rate: 20,
	connections: 6,
	link: 'loopback',
	tls: 'off',
	path: '/',
	url: 'http://127.0.0.1:3000',
	warmup: 2,
	duration: 0,
	timeout: 10,
	visit: 2,
	seed: 1,
};

const LOAD_NAMES = ['loop', 'arrivals', 'rate', 'connections', 'link', 'tls', 'path'] as const;

type Options = typeof DEFAULTS;
type Rule = (text: string) => string | number;

const RULES: Readonly<Record<keyof Options, Rule>> = {
	loop: oneOf('open', 'closed'),
	arrivals: oneOf('constant', 'poisson'),
	rate: between(0.1, 100_000),
	connections: whole(1, 1_000),
	link: (text) => (linkProfile(text), text),
	tls: oneOf('off', '1.3', '1.2'),
	path: matching(/^\/[\x21-\x7e]*$/, 'a path that begins with /'),
	url: matching(
		/^http:\/\/[^/:@]+:(?!0+\/?$)(?:[0-5]?\d{1,4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])\/?$/,
		'http://HOST:PORT with a port from 1 to 65535',
	),
	warmup: between(0, 3600),
	duration: between(0, 86_400),
	timeout: between(0.001, 600),
	visit: between(0.01, 600),
	seed: whole(0, 2 ** 32 - 1),
};

/** Reads `--name=value` arguments. Throws a RangeError that names the argument and what exists. */
export function readArguments(args: readonly string[]): Options {
	const given: Record<string, string> = {};
	for (const arg of args) {
		const match = /^--([a-z]+)=(.*)$/.exec(arg);
		if (!match) throw new RangeError(`Expected --name=value, received ${arg}`);
		given[match[1] ?? ''] = match[2] ?? '';
	}
	return { ...DEFAULTS, ...check(given, Object.keys(RULES)) };
}

/** Reads what a line on stdin wants changed. Throws a RangeError on what cannot be. */
export function readChange(set: Readonly<Record<string, unknown>>): Partial<LoadSettings> {
	return check(set, LOAD_NAMES);
}

function check(
	given: Readonly<Record<string, unknown>>,
	names: readonly string[],
): Partial<Options> {
	const result: Record<string, string | number> = {};
	for (const [name, value] of Object.entries(given)) {
		if (!isOption(name) || !names.includes(name)) {
			throw new RangeError(`There is no setting "${name}". There are: ${names.join(', ')}.`);
		}
		try {
			result[name] = RULES[name](String(value));
		} catch (error) {
			throw new RangeError(`${name}: ${error instanceof Error ? error.message : error}`);
		}
	}
	return result;
}

function isOption(name: string): name is keyof Options {
	return Object.hasOwn(RULES, name);
}

function oneOf(...values: readonly string[]): Rule {
	return (text) => {
		if (values.includes(text)) return text;
		throw new RangeError(`expected one of ${values.join(', ')}, received ${text}`);
	};
}

function between(min: number, max: number): Rule {
	return (text) => {
		const number = text.trim() === '' ? NaN : Number(text);
		if (number >= min && number <= max) return number;
		throw new RangeError(`expected a number from ${min} to ${max}, received ${text}`);
	};
}

function whole(min: number, max: number): Rule {
	return (text) => {
		const number = text.trim() === '' ? NaN : Number(text);
		if (Number.isInteger(number) && number >= min && number <= max) return number;
		throw new RangeError(`expected a whole number from ${min} to ${max}, received ${text}`);
	};
}

function matching(pattern: RegExp, what: string): Rule {
	return (text) => {
		if (pattern.test(text)) return text;
		throw new RangeError(`expected ${what}, received ${text}`);
	};
}
