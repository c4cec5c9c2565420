// Bundles src/load into .generated/load.mjs: one readable file without dependencies, which runs on
// plain Node, in the page engine and in a WebContainer.
import { build } from 'esbuild';

const OUTPUT = '.generated/load.mjs';

/** http-parser-js asks for `assert` with require(), which a module file does not have. */
const assertWithoutRequire = {
	name: 'assert-without-require',
	setup(build) {
		build.onResolve({ filter: /^assert$/ }, ({ path }) => ({ path, namespace: 'assert' }));
		build.onLoad({ filter: /.*/, namespace: 'assert' }, () => ({
			contents: `
				const assert = (value, message) => {
					if (!value) throw new Error(message ?? 'Assertion failed');
				};
				module.exports = Object.assign(assert, {
					ok: assert,
					equal: (a, b, message) => assert(a === b, message),
				});`,
		}));
	},
};

/** Writes the bundle and returns its path. */
export async function buildLoad(outfile = OUTPUT) {
	await build({
		entryPoints: ['src/load/main.ts'],
		outfile,
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'es2022',
		legalComments: 'inline',
		banner: {
			js: '// Measure First: the load generator. Made from src/load; MIT licence. Contains http-parser-js (MIT).',
		},
		plugins: [assertWithoutRequire],
	});
	return outfile;
}

if (process.argv[1] === import.meta.filename) console.log(await buildLoad());
