import { Hold } from '../loop/alive.ts';
import { openTask } from '../loop/busy.ts';
import { builtin } from './builtins.ts';
import { mainUrl, resolve } from './module-urls.ts';

/** What rewritten modules call; they find it under the name that module-urls.ts writes. */
function openDoor(onStart: () => void): void {
	Object.defineProperty(globalThis, '__measureFirst', {
		value: {
			builtin(name: string) {
				// Modules are evaluated outside of enter(), so their time begins to count here.
				openTask();
				return builtin(name);
			},
			start: onStart,
			import: importFrom,
			meta: (file: string) => ({
				url: `file:///${file}`,
				filename: `/${file}`,
				dirname: `/${file}`.replace(/\/[^/]*$/, '') || '/',
				main: false,
				resolve: (specifier: string) => new URL(specifier, `file:///${file}`).href,
			}),
		},
	});
}

/** The reader's `import()`: it holds the process until it has settled, as in Node. */
async function importFrom(from: string, specifier: unknown): Promise<unknown> {
	const hold = new Hold();
	hold.active = true;
	try {
		return await import(/* @vite-ignore */ resolve(from, String(specifier)));
	} finally {
		hold.active = false;
	}
}

/** Runs the program's first module to its end, saying when it starts; rejects with what it throws. */
export async function runMain(file: string, onStart: () => void): Promise<void> {
	openDoor(onStart);
	await import(/* @vite-ignore */ mainUrl(file));
}
