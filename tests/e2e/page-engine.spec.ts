/** The page engine on a bare page: with and without isolation headers, and what it fetches. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'playwright/test';
import { openBarePage } from '../fixtures/page-engine/bare-page.ts';
import { CHROMIUM, CHROMIUM_ARGS } from './chromium.ts';

test.use({ launchOptions: { executablePath: CHROMIUM, args: CHROMIUM_ARGS } });

const SERVER = `import http from 'node:http'; http.createServer((req, res) => res.end('hello ' + req.url)).listen(3000, () => console.log('ready'));`;
const CLIENT = `import http from 'node:http'; http.get('http://localhost:3000/x', (res) => res.on('data', (d) => console.log(String(d))));`;

for (const isIsolated of [true, false]) {
	test(`runs a server and a client ${isIsolated ? 'with' : 'without'} isolation headers`, async ({
		page,
	}) => {
		const bare = await openBarePage(isIsolated);
		const requests: string[] = [];
		const problems: string[] = [];
		page.on('request', (request) => requests.push(new URL(request.url()).pathname));
		page.on('console', (message) => problems.push(message.text()));
		await page.goto(bare.url);
		const seen = await page.evaluate(
			async ({ server, client }) => {
				// eslint-disable-next-line @typescript-eslint/no-explicit-any
				const { engine } = globalThis as any;
				const host = await engine.boot();
				await host.mount({ 'server.mjs': server, 'client.mjs': client });
				const first = await engine.start(host, ['server.mjs']);
				await first.said('ready');
				const second = await engine.start(host, ['client.mjs']);
				const exit = await second.exit;
				host.dispose();
				return {
					steps: engine.steps,
					isolated: crossOriginIsolated,
					said: second.stdout,
					exit,
					frames: document.querySelectorAll('iframe').length,
				};
			},
			{ server: SERVER, client: CLIENT },
		);
		expect(seen).toEqual({
			steps: ['fetching the engine', 'starting the frame', 'ready'],
			isolated: isIsolated,
			said: 'hello /x\n',
			exit: { code: 0 },
			frames: 0,
		});
		const fetched = requests.filter((path) => path.startsWith('/') && path !== '/favicon.ico');
		expect(fetched).toEqual(['/', '/host.js', '/engine.txt']);
		expect(problems).toEqual([]);
		bare.close();
	});
}

test('brotli and zstd are fetched when a mounted file names them', async ({ page }) => {
	const bare = await openBarePage(true);
	const codecs = page.waitForRequest((request) => request.url().endsWith('/codecs.wasm'));
	await page.goto(bare.url);
	await page.evaluate(async () => {
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		const { engine } = globalThis as any;
		const host = await engine.boot();
		await host.mount({ 'server.mjs': '// createBrotliCompress' });
	});
	await codecs;
	bare.close();
});

test('boot can be given up', async ({ page }) => {
	const bare = await openBarePage(true);
	await page.goto(bare.url);
	const error = await page.evaluate(async () => {
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		const { engine } = globalThis as any;
		const host = engine.createHost();
		const abort = new AbortController();
		const booting = host.boot(abort.signal, () => undefined);
		abort.abort();
		return booting.then(
			() => 'booted',
			(reason: Error) => reason.name,
		);
	});
	expect(error).toBe('AbortError');
	await expect(page.locator('iframe')).toHaveCount(0);
	bare.close();
});

test('the engine weighs at most 120 kB', () => {
	const engine = readFileSync(new URL('../../.generated/engine.txt', import.meta.url));
	expect(gzipSync(engine, { level: 9 }).length).toBeLessThanOrEqual(120_000);
});
