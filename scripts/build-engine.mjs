/**
 * Builds the page engine into `.generated/`: `engine.txt` (the classic worker), `frame.js` and
 * `frame.html` (the sandboxed frame), and `engine.LICENSES.txt`. Node's own JavaScript (`lib/*.js`)
 * is taken from the pinned `node` package as it stands in the binary, never from a copy.
 *
 * The worker's text is named `.txt` because a dev server would rewrite the `import()` in a `.js`.
 * Run it alone to see the sizes: `node scripts/build-engine.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { parse } from 'acorn';
import * as esbuild from 'esbuild';
import { minifySync } from 'rolldown/utils';
import { dropped, droppedStatements } from './engine/dropped.mjs';
import { primordialsModule } from './engine/primordials.mjs';
import { share } from './engine/share.mjs';
import { shake } from './engine/shake.mjs';
import { strip } from './engine/strip.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = path.join(root, 'src/hosts/page');
const worker = path.join(source, 'worker');
const generated = path.join(root, '.generated');
const require = createRequire(import.meta.url);
const pinned = `v${require('node/package.json').version}`;

/** The frame's own policy: no network, scripts only by hash or from blobs. */
const framePolicy = (hash) =>
	`default-src 'none'; script-src '${hash}' blob: 'wasm-unsafe-eval'; ` +
	`worker-src blob:; base-uri 'none'; form-action 'none'`;

/**
 * Builds what has changed and says what the site's policy needs: the hash of the frame's script.
 * Throws where the pinned Node is missing or its library no longer fits the engine.
 */
export async function buildEngine() {
	mkdirSync(generated, { recursive: true });
	const inputs = inputsHash();
	const stamp = path.join(generated, 'engine.inputs');
	const outputs = ['engine.txt', 'frame.js', 'frame.html', 'engine.LICENSES.txt'];
	const fresh =
		outputs.every((name) => existsSync(path.join(generated, name))) &&
		existsSync(stamp) &&
		readFileSync(stamp, 'utf8') === inputs;
	if (!fresh) {
		await Promise.all([buildWorker(), buildFrame()]);
		writeLicenses();
		writeFileSync(stamp, inputs);
	}
	const frame = readFileSync(path.join(generated, 'frame.js'), 'utf8');
	return { frameScriptHash: sha256(frame) };
}

function sha256(text) {
	return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** One hash over everything that the outputs are made from. */
function inputsHash() {
	const hash = createHash('sha256').update(pinned);
	const files = globSync('**/*.ts', { cwd: source }).sort();
	const recipe = globSync('engine/*.mjs', { cwd: path.join(root, 'scripts') }).sort();
	recipe.push('build-engine.mjs', '../package-lock.json');
	for (const file of recipe) hash.update(readFileSync(path.join(root, 'scripts', file)));
	for (const file of files) hash.update(file).update(readFileSync(path.join(source, file)));
	return hash.digest('hex');
}

/** The text of Node's own library by module name, and what its public modules export. */
function readNodeLibrary() {
	const program = `
		process.emitWarning = () => {};
		const { builtinModules } = require('node:module');
		const names = {};
		for (const name of builtinModules) {
			if (name.startsWith('_') || name.startsWith('node:')) continue;
			names[name] = Object.keys(require(name));
		}
		process.stdout.write(JSON.stringify({
			version: process.version, natives: process.binding('natives'), names,
			zlib: { ...require('zlib').constants },
		}));`;
	const binary = path.join(root, 'node_modules/node/bin/node');
	if (!existsSync(binary)) {
		throw new Error(`The page engine needs Node ${pinned} at ${binary}. Run \`npm ci\` first.`);
	}
	const library = JSON.parse(
		execFileSync(binary, ['-e', program], { encoding: 'utf8', maxBuffer: 1 << 28 }),
	);
	if (library.version !== pinned) {
		throw new Error(
			`${binary} is Node ${library.version}, expected ${pinned} as package.json pins. Run \`npm ci\`.`,
		);
	}
	return library;
}

/** Node's modules that the engine runs as they are; anything else needs a file of ours. */
const FROM_NODE = new Set([
	...['events', 'net', 'http', 'zlib', 'path', 'stream', 'stream/promises'],
	...['agent', 'client', 'common', 'incoming', 'outgoing', 'server'].map((n) => `_http_${n}`),
	...['http', 'freelist', 'errors', 'validators', 'net', 'fixed_queue'].map(
		(name) => `internal/${name}`,
	),
	'internal/stream_base_commons',
	'internal/events/abort_listener',
	...['add-abort-signal', 'destroy', 'duplex', 'end-of-stream', 'from', 'legacy'].map(
		(name) => `internal/streams/${name}`,
	),
	...['passthrough', 'pipeline'].map((name) => `internal/streams/${name}`),
	...['readable', 'state', 'transform', 'utils', 'writable'].map((n) => `internal/streams/${n}`),
]);

async function buildWorker() {
	const library = readNodeLibrary();
	const result = await esbuild.build({
		...common,
		entryPoints: [path.join(worker, 'main.ts')],
		metafile: true,
		inject: ['engine:primordials', 'engine:shared'],
		plugins: [nodeLibrary(library)],
		write: false,
	});
	const [output] = result.outputFiles;
	const banner = '/*! Contains code of Node.js and others: see engine.LICENSES.txt */\n';
	const text = process.env.ENGINE_READABLE ? output.text : minifyAgain(output.text);
	writeFileSync(path.join(generated, 'engine.txt'), banner + text);
	writeFileSync(path.join(generated, 'engine.meta.json'), JSON.stringify(result.metafile));
}

/** A second minifier finds 4 % more, such as functions inside of CommonJS that nothing calls. */
function minifyAgain(text) {
	const { code, errors } = minifySync('engine.js', text, {
		module: false,
		compress: {
			target: 'es2022',
			// No getter of ours or of Node's library is called for its side effects.
			treeshake: {
				annotations: true,
				propertyReadSideEffects: false,
				unknownGlobalSideEffects: false,
			},
		},
		mangle: true,
		codegen: true,
	});
	if (errors.length > 0) throw new Error(`The engine cannot be minified: ${errors[0].message}`);
	return code;
}

const common = {
	bundle: true,
	minify: !process.env.ENGINE_READABLE,
	format: 'iife',
	platform: 'browser',
	target: 'es2022',
	legalComments: 'none',
	charset: 'utf8',
	define: { ENGINE_NODE_VERSION: JSON.stringify(pinned), global: 'globalThis' },
	logLevel: 'warning',
};

/** Resolves module names as inside Node: our override, else Node's own text. */
function nodeLibrary(library) {
	const override = (name) => {
		const file = path.join(worker, name.startsWith('internal/') ? name : `lib/${name}`) + '.ts';
		return existsSync(file) ? file : undefined;
	};
	const primordials = new Set();
	const texts = new Map();
	for (const name of FROM_NODE) {
		const text = strip(name, withoutWin32(name, library.natives[name]), droppedStatements[name]);
		texts.set(name, withoutGuards(withoutPrimordials(name, text, primordials)));
	}
	const shaken = shake(texts, wantedByUs(), dropped);
	for (const [name, text] of shaken) texts.set(name, text);
	texts.set('internal/errors', withoutUnusedCodes(texts));
	if (process.env.ENGINE_DETAIL) {
		for (const [name, text] of texts)
			writeFileSync(path.join(generated, `node-${name.replaceAll('/', '_')}.js`), text);
	}
	const shared = share(texts);
	const mentioned = new Set([...texts.values()].join('\n').match(/\b[A-Z]\w+\b|\b\w+[A-Z]\w*\b/g));
	for (const name of primordials) if (!mentioned.has(name)) primordials.delete(name);
	return {
		name: 'node-library',
		setup(build) {
			build.onResolve({ filter: /^engine:/ }, ({ path: name }) => ({
				path: name,
				namespace: 'engine',
			}));
			build.onResolve({ filter: /^[^./]/ }, ({ path: name, importer, kind }) => {
				if (kind === 'entry-point') return undefined;
				const bare = name.replace(/^node:/, '');
				const isNode = builtinModules.includes(bare) || bare in library.natives;
				if (!isNode || name.startsWith('engine:')) return undefined;
				// `pako` and friends are packages, whatever Node calls its own parts.
				const file = override(bare);
				if (file !== undefined) return { path: file };
				if (FROM_NODE.has(bare)) return { path: bare, namespace: 'node' };
				return { path: bare, namespace: 'absent', pluginData: { importer } };
			});
			build.onLoad({ filter: /.*/, namespace: 'node' }, ({ path: name }) => {
				return { contents: wrap(name, texts.get(name)), loader: 'js', resolveDir: worker };
			});
			build.onLoad({ filter: /@noble[\\/]hashes[\\/]sha2\.js$/ }, ({ path: file }) => ({
				contents: withoutShaTables(readFileSync(file, 'utf8')),
				loader: 'js',
			}));
			// Small internals live in one table; what is not in it fails when it is asked for.
			build.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path: name }) => ({
				contents: `module.exports = require('./internal/small-modules.ts').small(${JSON.stringify(name)});`,
				loader: 'js',
				resolveDir: worker,
			}));
			const zlibConstants = Object.fromEntries(
				// Not the names of single errors, nor what tunes zstd beyond its level.
				Object.entries(library.zlib).filter(
					([name]) =>
						!/^(?:BROTLI_DECODER_|ZSTD_error|ZSTD_c_|ZSTD_(?:fast|dfast|greedy|lazy|bt))/.test(
							name,
						) || /_(?:compressionLevel|windowLog|checksumFlag|jobSize|overlapLog)$/.test(name),
				),
			);
			const engine = {
				names: `export const names = ${JSON.stringify(absentNames(library))};`,
				'zlib-constants': `export const constants = ${JSON.stringify(zlibConstants).replace('null', 'Infinity')};`,
				primordials: primordialsModule(primordials),
				shared,
			};
			build.onLoad({ filter: /.*/, namespace: 'engine' }, ({ path: name }) => ({
				contents: engine[name.slice('engine:'.length)],
				loader: 'js',
				resolveDir: worker,
			}));
		},
	};
}

/** Two tables of random-looking numbers do not compress; src/…/sha2-constants.ts computes them. */
function withoutShaTables(text) {
	const file = path.join(worker, 'hash/sha2-constants.ts');
	const computed = text
		.replace(
			/(SHA256_K = .*?Uint32Array\.from\()\[[^\]]*\]\)/,
			'$1sha512Constants().slice(0, 64), (k) => Number(k >> 32n))',
		)
		.replace(/\[\s*'0x428a2f98d728ae22'[^\]]*\]\.map\(n => BigInt\(n\)\)/, 'sha512Constants()');
	if (computed.split('sha512Constants()').length !== 3) {
		throw new Error(
			'@noble/hashes/sha2.js has changed; mend withoutShaTables() in scripts/build-engine.mjs.',
		);
	}
	return `import { sha512Constants } from ${JSON.stringify(file)};\n${computed}`;
}

/** Gives a module of Node's the free variables that its own loader gives it. */
function wrap(name, text) {
	if (!text.includes('internalBinding(')) return text;
	return `const { internalBinding } = require('./realm/internal-binding.ts');\n${text}`;
}

/**
 * Takes out `const { ArrayPrototypePush, … } = primordials`, which each module of Node's repeats:
 * the names are injected instead, once for all of them, and become short.
 */
function withoutPrimordials(name, text, names) {
	const pattern = /^const \{([^}]*)\} = primordials;$/m;
	const match = pattern.exec(text);
	if (match === null) {
		if (!/\bprimordials\b/.test(text)) return text;
		throw new Error(
			`lib/${name}.js of Node ${pinned} takes primordials in another way; mend the build.`,
		);
	}
	const aliases = [];
	for (const entry of match[1].replace(/\/\/.*$/gm, '').split(',')) {
		const [primordial, alias] = entry.split(':').map((part) => part.trim());
		if (primordial === '') continue;
		// Plain globals stay what they are.
		if (!(primordial in globalThis)) names.add(primordial);
		if (alias !== undefined) aliases.push(`const ${alias} = ${primordial};`);
	}
	return text.replace(pattern, () => aliases.join(' '));
}

/**
 * What Node's public modules export and ours do not, joined by commas, so that each can fail by its
 * name. Modules that the engine takes from Node whole lack nothing.
 */
function absentNames(library) {
	const absent = {};
	for (const [name, exported] of Object.entries(library.names)) {
		const file = path.join(worker, 'lib', `${name}.ts`);
		if (FROM_NODE.has(name)) continue;
		if (!existsSync(file)) {
			absent[name] = [];
			continue;
		}
		// A re-export of all lacks nothing.
		const text = readFileSync(file, 'utf8');
		if (text.includes('export * from') || name === 'process') continue;
		absent[name] = exported.filter(
			(key) =>
				!key.startsWith('_') &&
				!new RegExp(`\\b${key}\\b`).test(text) &&
				// Of the file system only what a server might use.
				(!name.startsWith('fs') ||
					/^(?:append|create|mkdir|open|readdir|rename|rm|stat|unlink|watch|write)/.test(key)),
		);
	}
	return Object.fromEntries(Object.entries(absent).map(([name, keys]) => [name, keys.join()]));
}

/** What our own code takes from Node's internal modules. */
function wantedByUs() {
	const wanted = new Map();
	for (const file of globSync('**/*.ts', { cwd: worker })) {
		const text = readFileSync(path.join(worker, file), 'utf8');
		for (const [, names, name] of text.matchAll(/import \{([^}]*)\} from '(internal\/[^']+)'/g)) {
			const taken = names
				.split(',')
				.map((each) => each.trim().split(' as ')[0])
				.filter(Boolean);
			wanted.set(name, new Set([...(wanted.get(name) ?? []), ...taken]));
		}
	}
	return wanted;
}

/** A page is no Windows: path.win32 is left empty. */
function withoutWin32(name, text) {
	if (name !== 'path') return text;
	return cut(name, text, 'const win32 = {', 'const posixCwd', 'const win32 = {};\n');
}

function cut(name, text, from, to, instead) {
	const start = text.indexOf(`\n${from}`) + 1;
	const end = text.indexOf(`\n${to}`, start) + 1;
	if (start === 0 || end === 0) {
		throw new Error(
			`lib/${name}.js of Node ${pinned} no longer has "${from}" before "${to}". ` +
				`Look at it and mend shape() in scripts/build-engine.mjs.`,
		);
	}
	return text.slice(0, start) + instead + text.slice(end);
}

/**
 * What Node's private symbols are called is only seen when its objects are printed, and inspect()
 * hides them here; and descriptors need no guard against a program that changes Object.prototype.
 */
function withoutGuards(text) {
	return text
		.replace(/\bSymbol\('k?[A-Za-z]\w*'\)/g, 'Symbol()')
		.replace(
			/\{\s*__proto__: null,\s*(?=(?:configurable|enumerable|get|set|value|writable)\b)/g,
			'{ ',
		);
}

/** Error codes are registered one by one, also those that nothing throws. */
function withoutUnusedCodes(texts) {
	const text = texts.get('internal/errors');
	const ours = globSync('**/*.ts', { cwd: worker }).flatMap((file) => {
		const thrown = readFileSync(path.join(worker, file), 'utf8').matchAll(
			/(?:codes\['|codes\.|fail\(\s*'|nodeError\(\s*')(ERR_\w+)/g,
		);
		return [...thrown].map((match) => match[1]);
	});
	const theirs = [...texts].filter(([name]) => name !== 'internal/errors').map(([, each]) => each);
	const mentioned = new Set([...ours, ...(theirs.join('\n').match(/\bERR_\w+/g) ?? [])]);
	const tree = parse(text, {
		ecmaVersion: 'latest',
		sourceType: 'script',
		allowReturnOutsideFunction: true,
	});
	let kept = '';
	let at = 0;
	for (const node of tree.body) {
		const call = node.type === 'ExpressionStatement' ? node.expression : undefined;
		if (call?.type !== 'CallExpression' || call.callee.name !== 'E') continue;
		const [{ value: code }] = call.arguments;
		// internal/errors.js throws some of them itself.
		const isOwn = new RegExp(`codes\\.${code}\\b|\\b${code}[,\\s}]*\\(`).test(text);
		if (mentioned.has(code) || isOwn) continue;
		kept += text.slice(at, node.start);
		at = node.end;
	}
	return kept + text.slice(at);
}

async function buildFrame() {
	const result = await esbuild.build({
		...common,
		entryPoints: [path.join(source, 'frame/main.ts')],
		write: false,
	});
	const script = result.outputFiles[0].text.trim();
	if (/<\/script/i.test(script))
		throw new Error('frame.js contains "</script", which ends it early.');
	writeFileSync(path.join(generated, 'frame.js'), script);
	writeFileSync(
		path.join(generated, 'frame.html'),
		`<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" ` +
			`content="${framePolicy(sha256(script))}"><title>Lab</title><script>${script}</script>`,
	);
}

function writeLicenses() {
	const packages = ['pako', '@noble/hashes'];
	let text = `The page engine contains the following software.\n\n# Node.js ${pinned} (lib/)\n\n`;
	text += nodeLicense();
	for (const name of packages) {
		const folder = path.join(root, 'node_modules', name);
		const [file] = globSync('LICENSE*', { cwd: folder });
		if (file === undefined) throw new Error(`No LICENSE in ${folder}; add its text by hand.`);
		text += `\n\n# ${name}\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
	}
	writeFileSync(path.join(generated, 'engine.LICENSES.txt'), text);
}

/** Node's own part of its LICENSE, else the header that its library's files carry. */
function nodeLicense() {
	return `Copyright Node.js contributors. All rights reserved.
Copyright Joyent, Inc. and other Node contributors. All rights reserved.

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to
deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or
sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING
FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
IN THE SOFTWARE.`;
}

function printSizes() {
	for (const name of ['engine.txt', 'frame.html']) {
		const bytes = readFileSync(path.join(generated, name));
		const packed = gzipSync(bytes, { level: 9 }).length;
		console.log(`${name}: ${bytes.length} bytes, ${packed} bytes gzip -9`);
	}
	const meta = JSON.parse(readFileSync(path.join(generated, 'engine.meta.json'), 'utf8'));
	const parts = new Map();
	for (const [file, { bytesInOutput }] of Object.entries(Object.values(meta.outputs)[0].inputs)) {
		const part =
			/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ??
			(file.startsWith('node:') ? (process.env.ENGINE_DETAIL ? file : 'Node lib') : 'our own');
		parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
	}
	for (const [part, bytes] of [...parts].sort((a, b) => b[1] - a[1])) {
		console.log(`  ${String(bytes).padStart(7)} ${part}`);
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { frameScriptHash } = await buildEngine();
	console.log(`frame script ${frameScriptHash}`);
	printSizes();
}
