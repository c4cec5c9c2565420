// A server's settings: first from the environment (KEEP_ALIVE=on), later from lines of JSON on
// stdin ({"set":{"keepAlive":"off"},"seq":1}), each of them checked and acknowledged.
import { createInterface } from 'node:readline';

export const oneOf = (...values) => ({ start: values[0], check: (v) => values.includes(v) && v });
export const between = (min, max, start) => ({ start, check: (v) => +v >= min && +v <= max && +v });
export const tell = (message) => console.log('@@lab ' + JSON.stringify(message));

export function settings(rules) {
	const current = Object.fromEntries(
		Object.entries(rules).map(([name, rule]) => [name, rule.start]),
	);
	const set = (name, value) => {
		const checked = rules[name]?.check(value) ?? false;
		if (checked === false) throw new Error(`"${name}" cannot be ${value}`);
		current[name] = checked;
	};
	for (const name in rules) {
		const value = process.env[name.replace(/[A-Z]/g, '_$&').toUpperCase()];
		if (value !== undefined) set(name, value);
	}
	createInterface({ input: process.stdin, terminal: false }).on('line', (line) => {
		if (!line.startsWith('{')) return; // a terminal echoes what it is sent; only commands count
		const { set: changes = {}, seq } = JSON.parse(line);
		try {
			for (const name in changes) set(name, changes[name]);
			tell({ t: 'applied', seq });
		} catch (error) {
			tell({ t: 'applied', seq, error: error.message });
		}
	});
	process.stdin.unref?.();
	return current;
}
