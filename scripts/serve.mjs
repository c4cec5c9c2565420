// Serves the built site with the headers of `dist/_headers`, as production does. Node only.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import http from 'node:http';
import { extname, join, posix } from 'node:path';
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
		const file = join(folder, path);
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
			hash: createHash('sha1').update(body).digest('base64url').slice(0, 16),
			modified: info.mtimeMs,
		};
		files.set(file, entry);
		return entry;
	}

	async function answer(request, response) {
		if (request.method !== 'GET' && request.method !== 'HEAD') {
			return response.writeHead(405, { Allow: 'GET, HEAD' }).end('Method not allowed\n');
		}
		const path = safePath(request.url);
		const found = path && (await load(path));
		const entry = found || (await load('/404.html'));
		// A page's rule names its folder: /guide/one/ for /guide/one/index.html.
		const rulePath = (found ? path : '/404.html').replace(/\/index\.html$/, '/');
		const headers = withHeaders ? headersFor(rules, rulePath) : {};
		if (!entry) return response.writeHead(404, headers).end('Not found\n');

		const gzip = entry.gzipped && acceptsGzip(request.headers['accept-encoding']);
		const body = gzip ? entry.gzipped : entry.body;
		// One strong ETag names one sequence of bytes (RFC 9110, section 8.8.3.3).
		const etag = gzip ? `"${entry.hash}-gzip"` : `"${entry.hash}"`;
		Object.assign(headers, { 'Content-Type': entry.type, Vary: 'Accept-Encoding', ETag: etag });
		if (found && matches(request.headers['if-none-match'], etag)) {
			return response.writeHead(304, headers).end();
		}
		if (gzip) headers['Content-Encoding'] = 'gzip';
		headers['Content-Length'] = body.length;
		response.writeHead(found ? 200 : 404, headers);
		response.end(request.method === 'HEAD' ? undefined : body);
	}

	return http.createServer((request, response) => {
		answer(request, response).catch((error) => {
			console.error(`${request.url}: ${error.message}`);
			if (!response.headersSent) response.writeHead(500);
			response.end('Internal error\n');
		});
	});
}

/** The file that a URL names, below the site's folder; undefined where it could name another. */
function safePath(url) {
	let path;
	try {
		path = posix.normalize(decodeURIComponent(url.split('?', 1)[0]));
	} catch {
		return undefined;
	}
	if (!path.startsWith('/') || path.includes('\0') || path.includes('\\')) return undefined;
	if (path.split('/').includes('..') || path === '/_headers') return undefined;
	return path.endsWith('/') ? `${path}index.html` : path;
}

function acceptsGzip(header = '') {
	return header.split(',').some((each) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(each));
}

/** If-None-Match: a list, compared weakly (RFC 9110, section 13.1.2). */
function matches(header, etag) {
	if (header === undefined) return false;
	return header.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
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
