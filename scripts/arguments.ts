/** Reads command-line arguments of the form `--name=value`, `--flag` and plain words. */
export interface Arguments {
	words: string[];
	/** By name as typed, without the dashes; a flag without value is `true`. */
	options: Map<string, string | true>;
}

export function parseArguments(args: readonly string[]): Arguments {
	const result: Arguments = { words: [], options: new Map() };
	for (const arg of args) {
		const match = /^--([a-z0-9-]+)(?:=(.*))?$/i.exec(arg);
		if (match?.[1]) result.options.set(match[1], match[2] ?? true);
		else result.words.push(arg);
	}
	return result;
}

/** `keep-alive` for `keepAlive`. */
export function kebab(id: string): string {
	return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Seconds from `10s`, `500ms`, `2m` or a plain number of seconds. Throws on anything else. */
export function seconds(text: string): number {
	const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text);
	if (!match)
		throw new RangeError(`Expected a duration such as 10s, 500ms or 2m, received ${text}`);
	return Number(match[1]) * { ms: 0.001, s: 1, m: 60 }[(match[2] ?? 's') as 'ms' | 's' | 'm'];
}
