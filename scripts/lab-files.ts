/** What the command-line tools know of the labs: the folders under `labs/`. */
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Lab } from '../src/lab/schema.ts';
import { buildLoad } from './build-load.mjs';

const LABS = join(import.meta.dirname, '..', 'labs');

/** The ids of all labs. */
export async function labIds(): Promise<string[]> {
	const entries = await readdir(LABS, { withFileTypes: true });
	return entries
		.filter(
			(entry) => entry.isDirectory() && entry.name !== 'shared' && !entry.name.startsWith('_'),
		)
		.map((entry) => entry.name)
		.filter((name) => name !== 'native');
}

/** A lab by id. Throws with the list of labs where there is none. */
export async function loadLab(id: string): Promise<Lab> {
	const ids = await labIds();
	if (!ids.includes(id)) {
		throw new RangeError(`There is no lab "${id}". There are: ${ids.join(', ')}.`);
	}
	const module = (await import(join(LABS, id, 'lab.ts'))) as { default: Lab };
	return module.default;
}

/** Every file that a lab's processes see, `load.mjs` freshly built from src/load. */
export async function mountedFiles(id: string): Promise<Record<string, string>> {
	const load = await buildLoad();
	const paths = [
		...(await filesIn(join(LABS, 'shared'))),
		...(await filesIn(join(LABS, id, 'files'))),
		load,
	];
	const entries = paths.map(
		async (path) => [basename(path), await readFile(path, 'utf8')] as const,
	);
	return Object.fromEntries(await Promise.all(entries));
}

async function filesIn(folder: string): Promise<string[]> {
	return (await readdir(folder)).map((name) => join(folder, name));
}
