// A server's settings: first from the environment (KEEP_ALIVE=on), later from lines of JSON on
// stdin ({"set":{"keepAlive":"off"},"seq":1}), each of them checked and acknowledged.
import { createInterface } from 'node:readline';

export const oneOf = (...values) => ({
	start: values[0],
	expected: `one of ${values.join(', ')}`,
	check: (value) => (values.includes(value) ? value : undefined),
});
export const between = (min, max, start) => ({
	start,
	expected: `a number from ${min} to ${max}`,
	check: (value) => (+value >= min && +value <= max ? +value : undefined),
});
export const tell = (message) => console.log('@@lab ' + JSON.stringify(message));

export function settings(rules) {
	const current = {};
	for (const name in rules) current[name] = rules[name].start;
	const set = (name, value) => {
		if (!(name in rules)) throw new Error(`There is no setting "${name}"`);
		const checked = rules[name].check(value);
		if (checked === undefined)
			throw new Error(`Expected "${name}" to be ${rules[name].expected}, received ${value}`);
		current[name] = checked;
	};
	for (const name in rules) {
		const value = process.env[name.replace(/[A-Z]/g, '_$&').toUpperCase()];
		if (value !== undefined) set(name, value);
	}
	const obey = (line) => {
		if (!line.startsWith('{')) return; // a terminal echoes what it is sent; only commands count
		let seq;
		try {
			const command = JSON.parse(line);
			seq = command.seq;
			for (const name in command.set) set(name, command.set[name]);
			tell({ t: 'applied', seq });
		} catch (error) {
			tell({ t: 'applied', seq, error: error.message });
		}
	};
	createInterface({ input: process.stdin, terminal: false }).on('line', obey);
	process.stdin.unref?.();
	return current;
}
