// One page of a shop, and three switches: compression, keep-alive, cache.
import { createHash } from 'node:crypto';
import http from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { reportBusy } from './busy.mjs';
import { between, oneOf, settings, tell } from './settings.mjs';

const set = settings({
	compression: oneOf('off', 'gzip', 'br'),
	gzipLevel: between(1, 9, 6),
	brotliLevel: between(0, 11, 5),
	smallestSize: between(0, 1_000_000, 1_000),
	keepAlive: oneOf('off', 'on'),
	idleTimeout: between(1, 60, 5),
	cache: oneOf('off', 'micro', 'validators'),
});

// The work for each page: sort all 8,000 products by price, then write the first ones as HTML.
const WORDS = 'oak walnut linen copper slate amber cedar ivory cobalt olive russet pearl'.split(
	' ',
);
const products = Array.from({ length: 8_000 }, (_, id) => ({
	id,
	name: `${WORDS[(id * 7) % 12]} ${WORDS[(id * 5 + 3) % 11]} ${['chair', 'desk', 'lamp'][id % 3]}`,
	price: ((id * 7_919) % 50_021) / 100 + 5,
	stock: (id * 31) % 97,
}));
const ROWS = { '/small': 15, '/large': 1_615 }; // 2 kB and 200 kB of HTML

function render(path) {
	const cheapest = [...products].sort((a, b) => a.price - b.price || a.id - b.id);
	const rows = cheapest
		.slice(0, ROWS[path])
		.map(
			({ id, name, price, stock }) =>
				`<li id="p${id}"><a href="/products/${id}">${name}</a> ` +
				`<b>€ ${price.toFixed(2)}</b> <i>${stock} in stock</i> <button>Add</button></li>`,
		);
	return Buffer.from(
		'<!doctype html><html lang="en"><meta charset="utf-8"><title>Cheapest first</title>' +
			`<h1>Cheapest first</h1><ol>\n${rows.join('\n')}\n</ol></html>\n`,
	);
}

// Switch 1: compression. The visitor says what it can read; the answer says what it depends on.
const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);

function encodingFor(request) {
	const wanted = set.compression;
	return (request.headers['accept-encoding'] ?? '').includes(wanted) ? wanted : 'off';
}

async function compress(body, encoding) {
	if (encoding === 'off' || body.length < set.smallestSize) return { body };
	if (encoding === 'gzip') {
		return { body: await gzip(body, { level: set.gzipLevel }), encoding };
	}
	const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: set.brotliLevel };
	return { body: await brotli(body, { params }), encoding };
}

async function makePage(path, encoding) {
	const html = render(path);
	const etag = `W/"${createHash('sha1').update(html).digest('base64url').slice(0, 16)}"`;
	return { ...(await compress(html, encoding)), etag };
}

// Switch 3, microcache: one copy for everybody, for a second. One request renews it; the others
// get the old copy meanwhile.
const cache = new Map();

async function cachedPage(path, encoding) {
	const key = [path, encoding, set.gzipLevel, set.brotliLevel, set.smallestSize].join(' ');
	const entry = cache.get(key) ?? { page: undefined, madeAt: 0, renewal: undefined };
	cache.set(key, entry);
	if (performance.now() - entry.madeAt > 1_000) {
		entry.renewal ??= makePage(path, encoding)
			.then((page) => Object.assign(entry, { page, madeAt: performance.now() }))
			.finally(() => (entry.renewal = undefined));
		if (!entry.page) await entry.renewal;
	}
	return entry.page;
}

const server = http.createServer(async (request, response) => {
	if (!(request.url in ROWS)) return response.writeHead(404).end('Not found\n');
	const encoding = encodingFor(request);
	const page = await (set.cache === 'micro' ? cachedPage : makePage)(request.url, encoding);

	response.setHeader('Content-Type', 'text/html; charset=utf-8');
	response.setHeader('Vary', 'Accept-Encoding');
	if (page.encoding) response.setHeader('Content-Encoding', page.encoding);
	// Switch 2: keep-alive. HTTP/1.1 keeps connections open unless one side says otherwise.
	if (set.keepAlive === 'off') response.setHeader('Connection', 'close');
	server.keepAliveTimeout = set.idleTimeout * 1_000;
	server.keepAliveTimeoutBuffer = 0; // Node would wait another second
	// Switch 3, validators: a visitor that has this version is told so, without the body.
	if (set.cache === 'validators') {
		response.setHeader('ETag', page.etag);
		if (request.headers['if-none-match'] === page.etag) return response.writeHead(304).end();
	}
	response.setHeader('Content-Length', page.body.length);
	response.end(page.body);
});

server.listen(process.env.PORT ?? 3000, '127.0.0.1', () => {
	const { port } = server.address();
	console.log(`listening on http://127.0.0.1:${port}/small and /large`);
	tell({ t: 'listening', port });
	reportBusy();
});
