// Serves the built site with the headers of `dist/_headers`, as production does. Node only.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import http from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { headersFor, parseRules } from './headers.mjs';

const TYPES = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.json': 'application/json',
	'.svg': 'image/svg+xml',
	'.txt': 'text/plain; charset=utf-8',
	'.wasm': 'application/wasm',
	'.woff2': 'font/woff2',
	'.ico': 'image/x-icon',
	'.png': 'image/png',
	'.xml': 'application/xml',
};
const COMPRESSED = new Set([
	'.html',
	'.js',
	'.mjs',
	'.css',
	'.json',
	'.svg',
	'.txt',
	'.wasm',
	'.xml',
]);

/**
 * A server for a folder. `withHeaders: false` plays a host that cannot set any.
 * @param {string} folder
 * @param {{ withHeaders?: boolean }} [options]
 */
export async function createSiteServer(folder, { withHeaders = true } = {}) {
	const rules = parseRules(await readFile(join(folder, '_headers'), 'utf8'));
	const files = new Map();

	async function load(path) {
		const file = normalize(join(folder, path));
		if (!file.startsWith(normalize(folder)) || path.startsWith('/_headers')) return undefined;
		const info = await stat(file).catch(() => undefined);
		if (!info?.isFile()) return undefined;
		const known = files.get(file);
		if (known?.modified === info.mtimeMs) return known;
		const body = await readFile(file);
		const type = extname(file);
		const entry = {
			body,
			gzipped: COMPRESSED.has(type) ? gzipSync(body, { level: 9 }) : undefined,
			type: TYPES[type] ?? 'application/octet-stream',
			etag: `"${createHash('sha1').update(body).digest('base64url').slice(0, 16)}"`,
			modified: info.mtimeMs,
		};
		files.set(file, entry);
		return entry;
	}

	return http.createServer(async (request, response) => {
		const path = safePath(request.url);
		const found = path && (await load(path.endsWith('/') ? `${path}index.html` : path));
		const entry = found || (await load('/404.html'));
		const servedPath = found ? path : '/404.html';
		const headers = withHeaders ? headersFor(rules, servedPath) : {};
		if (!entry) return response.writeHead(404, headers).end('Not found\n');

		Object.assign(headers, {
			'Content-Type': entry.type,
			Vary: 'Accept-Encoding',
			ETag: entry.etag,
		});
		if (found && request.headers['if-none-match'] === entry.etag) {
			return response.writeHead(304, headers).end();
		}
		const gzip = entry.gzipped && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
		const body = gzip ? entry.gzipped : entry.body;
		if (gzip) headers['Content-Encoding'] = 'gzip';
		headers['Content-Length'] = body.length;
		response.writeHead(found ? 200 : 404, headers);
		response.end(request.method === 'HEAD' ? undefined : body);
	});
}

function safePath(url) {
	try {
		return decodeURIComponent(new URL(url, 'http://localhost').pathname);
	} catch {
		return undefined;
	}
}

if (process.argv[1] === import.meta.filename) {
	const port = Number(process.env.PORT ?? 4321);
	const server = await createSiteServer(join(import.meta.dirname, '..', 'dist'));
	server.on('error', (error) => {
		const used = error.code === 'EADDRINUSE';
		console.error(
			used
				? `Port ${port} is in use. Stop what uses it, or choose another: PORT=4322 npm start`
				: error.message,
		);
		process.exit(1);
	});
	server.listen(port, () => console.log(`Measure First is at http://localhost:${port}`));
}
