import { copyFile, mkdir } from 'node:fs/promises';

/** What the site ships of others' code, beside what bundlers keep in the files themselves. */
const LICENCES = {
	'engine.LICENSES.txt': '.generated/engine.LICENSES.txt',
	'codecs.LICENSES.txt': 'src/hosts/page/codecs/LICENSES.txt',
	'http-parser-js.LICENSE.txt': 'node_modules/http-parser-js/LICENSE.md',
};

/** An Astro integration: puts the licences of shipped code under `/licences/`. */
export function licenceFiles() {
	return {
		name: 'licence-files',
		hooks: {
			'astro:build:done': async ({ dir }) => {
				const folder = new URL('licences/', dir);
				await mkdir(folder, { recursive: true });
				for (const [name, path] of Object.entries(LICENCES)) {
					await copyFile(path, new URL(name, folder));
				}
			},
		},
	};
}
