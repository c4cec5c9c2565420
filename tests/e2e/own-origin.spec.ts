/** The site needs nothing but itself: no other origin, and no headers that a host cannot set. */
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from 'playwright/test';
import { createSiteServer } from '../../scripts/serve.mjs';
import { LabReader } from './lab-reader.ts';

/** Runs the lab with each compression, so that the engine and its codecs are fetched. */
async function runEverything(page: Page): Promise<void> {
	const lab = new LabReader(page);
	await lab.set('Rate', '50');
	await lab.run();
	await lab.answers(20);
	await lab.set('Compression', 'Brotli');
	await lab.changed();
	await lab.answers(20);
	expect(await lab.figure('Errors')).toBe('none');
	await lab.stop();
}

test('a lab runs with all network blocked but the site’s own origin', async ({ page, baseURL }) => {
	const origin = new URL(baseURL ?? '').origin;
	const foreign: string[] = [];
	await page.context().route(
		(url) => url.origin !== origin,
		async (route) => {
			foreign.push(route.request().url());
			await route.abort();
		},
	);
	await page.goto('/');
	await runEverything(page);
	expect(foreign.filter((url) => !url.startsWith('blob:') && !url.startsWith('data:'))).toEqual([]);
});

test('a lab runs on a host that sets no headers', async ({ page }) => {
	const server = await createSiteServer(join(import.meta.dirname, '../../dist'), {
		withHeaders: false,
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await page.goto(`http://127.0.0.1:${port}/`);
	expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
	await runEverything(page);
	server.closeAllConnections();
	server.close();
});

test('with headers the page is isolated, so that its clock steps finely', async ({ page }) => {
	await page.goto('/');
	expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});
