import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import http, { type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatRules, headerRules } from '../../../scripts/headers.mjs';
import { createSiteServer } from '../../../scripts/serve.mjs';

let server: Server;
beforeAll(async () => {
	const folder = mkdtempSync(join(tmpdir(), 'measure-first-serve-'));
	const site = join(folder, 'dist');
	mkdirSync(join(site, 'one'), { recursive: true });
	mkdirSync(`${site}-secret`);
	writeFileSync(join(`${site}-secret`, 's.txt'), 'secret');
	writeFileSync(join(site, 'index.html'), '<h1>Home</h1>');
	writeFileSync(join(site, 'one/index.html'), '<h1>One</h1>');
	writeFileSync(join(site, '404.html'), '<h1>Not here</h1>');
	const pages = ['/', '/one/', '/404.html'].map((path) => ({ path, policy: `default-src 'none'` }));
	writeFileSync(join(site, '_headers'), formatRules(headerRules(pages)));
	server = await createSiteServer(site);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

/** A request with its path as written: fetch() would tidy it. */
function ask(path: string, headers: IncomingHttpHeaders = {}, method = 'GET') {
	const { port } = server.address() as AddressInfo;
	const { promise, resolve, reject } = Promise.withResolvers<{
		status: number | undefined;
		headers: IncomingHttpHeaders;
		body: string;
	}>();
	http
		.request({ host: '127.0.0.1', port, path, headers, method }, async (response) => {
			let body = '';
			for await (const chunk of response) body += chunk;
			resolve({ status: response.statusCode, headers: response.headers, body });
		})
		.on('error', reject)
		.end();
	return promise;
}

test.each([
	'/..%2fdist-secret%2fs.txt', // a sibling whose name begins alike
	'/../dist-secret/s.txt',
	'/x/..%2f..%2fdist-secret%2fs.txt',
	'/_headers',
	'/x/..%2f_headers', // hidden from a check before it is normalised
	'/%00',
	'/%zz',
	'/..%5c',
])('%s is not found', async (path) => {
	const { status, body } = await ask(path);
	expect(status).toBe(404);
	expect(body).not.toContain('secret');
});

test.each(['/', '/index.html', '/%2findex.html', '/one/', '/one/index.html'])(
	'%s carries the policy of its page',
	async (path) => {
		const { status, headers } = await ask(path);
		expect(status).toBe(200);
		expect(headers['content-security-policy']).toContain("default-src 'none'");
	},
);

test('gzip is sent to those who accept it, under an ETag of its own', async () => {
	const plain = await ask('/', { 'accept-encoding': 'gzip;q=0' });
	const zipped = await ask('/', { 'accept-encoding': 'br, gzip;q=0.5' });
	expect(plain.headers['content-encoding']).toBeUndefined();
	expect(zipped.headers['content-encoding']).toBe('gzip');
	expect(zipped.headers.etag).not.toBe(plain.headers.etag);
});

test('If-None-Match takes a list, weak tags and *', async () => {
	const { etag = '' } = (await ask('/')).headers;
	for (const header of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
		expect((await ask('/', { 'if-none-match': header })).status, header).toBe(304);
	}
	expect((await ask('/', { 'if-none-match': '"x"' })).status).toBe(200);
});

test('other methods than GET and HEAD are refused', async () => {
	expect((await ask('/', {}, 'POST')).status).toBe(405);
	expect((await ask('/', {}, 'HEAD')).body).toBe('');
});
