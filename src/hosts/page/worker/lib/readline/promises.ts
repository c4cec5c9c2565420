import { Interface as Lines, type Options } from '../readline.ts';

/** Reads lines, with a question that is answered by a promise. */
export class Interface {
	constructor(options: Options) {
		const lines = new Lines(options);
		const ask = lines.question.bind(lines);
		return Object.assign(lines, {
			question: (query: string) => new Promise<string>((resolve) => ask(query, resolve)),
		}) as unknown as Interface;
	}
}

/** Reads lines from `input`. */
export function createInterface(options: Options): Interface {
	return new Interface(options);
}
