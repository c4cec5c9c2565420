/** Every kind of response carries what the table of headers says. */
import { expect, test } from 'playwright/test';
import { EVERYWHERE } from '../../scripts/headers.mjs';

const lowerCase = Object.fromEntries(
	Object.entries(EVERYWHERE).map(([name, value]) => [name.toLowerCase(), value]),
);

test('pages, files, errors and 304 carry the headers of every response', async ({ request }) => {
	const page = await request.get('/');
	const script = /\/_astro\/[^"]+\.js/.exec(await page.text())?.[0] ?? 'no script found';
	const { etag = '' } = page.headers();
	const responses = [
		{ response: page, status: 200 },
		{ response: await request.get(script), status: 200 },
		{ response: await request.get('/fonts/literata-OFL.txt'), status: 200 },
		{ response: await request.get('/no/such/page/'), status: 404 },
		{ response: await request.get('/', { headers: { 'If-None-Match': etag } }), status: 304 },
	];
	for (const { response, status } of responses) {
		expect(response.status(), response.url()).toBe(status);
		expect(response.headers(), response.url()).toMatchObject(lowerCase);
	}
});

test('the policy in the header is the one in the page, and forbids framing', async ({
	request,
}) => {
	const page = await request.get('/');
	const meta = /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(
		await page.text(),
	);
	const inPage = (meta?.[1] ?? '').replaceAll('&#39;', "'").replace(/;?\s*$/, '');
	expect(page.headers()['content-security-policy']).toBe(`${inPage}; frame-ancestors 'none'`);
	expect(inPage).toContain("default-src 'none'");
	expect(inPage).not.toContain("'unsafe-eval'");
	expect(/script-src ([^;]*)/.exec(inPage)?.[1]).not.toContain("'unsafe-inline'");
});

test('the licences of shipped code are served', async ({ request }) => {
	const names = ['engine.LICENSES.txt', 'codecs.LICENSES.txt', 'http-parser-js.LICENSE.txt'];
	for (const name of names) {
		const licence = await request.get(`/licences/${name}`);
		expect(licence.status(), name).toBe(200);
		expect(await licence.text(), name).toContain('Permission is hereby granted');
	}
});

test('only a page with a lab may start blob workers and wasm', async ({ request }) => {
	const [lab, plain] = await Promise.all([request.get('/'), request.get('/404.html')]);
	expect(lab.headers()['content-security-policy']).toContain("'wasm-unsafe-eval'");
	expect(plain.headers()['content-security-policy']).not.toContain('blob:');
});

test('hashed files are kept for a year, pages are asked for again', async ({ request }) => {
	const page = await request.get('/');
	const script = /\/_astro\/[^"]+\.js/.exec(await page.text())?.[0] ?? 'no script found';
	expect((await request.get(script)).headers()['cache-control']).toContain('immutable');
	expect(page.headers()['cache-control']).toContain('must-revalidate');
});
