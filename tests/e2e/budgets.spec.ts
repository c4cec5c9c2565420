/** The weights of the design's section 6, on the built site: gzip -9, inline parts counted. */
import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from 'playwright/test';

const PAGES = ['/', '/404.html'];

/** Everything that a page fetched so far, with its weight in bytes. */
function watchWeights(page: Page) {
	const weights: { kind: string; path: string; bytes: number }[] = [];
	const pending: Promise<void>[] = [];
	page.on('response', (response) => {
		const kind = response.request().resourceType();
		const path = new URL(response.url()).pathname;
		pending.push(
			response.body().then(
				(body) => void weights.push({ kind, path, bytes: weigh(body, kind) }),
				() => {}, // a redirect or an aborted request has no body
			),
		);
	});
	return {
		async sum(kind: string): Promise<number> {
			await Promise.all(pending);
			return weights
				.filter((each) => each.kind === kind)
				.reduce((sum, { bytes }) => sum + bytes, 0);
		},
		async paths(): Promise<string[]> {
			await Promise.all(pending);
			return weights.map(({ path }) => path);
		},
		async of(pattern: RegExp): Promise<number> {
			await Promise.all(pending);
			return weights.find(({ path }) => pattern.test(path))?.bytes ?? NaN;
		},
	};
}

function weigh(body: Buffer, kind: string): number {
	return kind === 'font' ? body.length : gzipSync(body, { level: 9 }).length;
}

/** Weight of what stands in the HTML itself. */
async function inlineWeight(page: Page, selector: string): Promise<number> {
	const texts = await page
		.locator(selector)
		.evaluateAll((all) => all.map((each) => each.textContent));
	return gzipSync(texts.join('\n'), { level: 9 }).length;
}

for (const path of PAGES) {
	test(`${path} keeps the weights of a page that nobody has touched`, async ({ page }) => {
		const weights = watchWeights(page);
		await page.goto(path, { waitUntil: 'load' });
		await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
		await page.evaluate(() => document.fonts.ready);
		const css = (await weights.sum('stylesheet')) + (await inlineWeight(page, 'style'));
		const js = (await weights.sum('script')) + (await inlineWeight(page, 'script:not([type])'));
		expect(css, 'CSS').toBeLessThanOrEqual(12_000);
		expect(js, 'JavaScript').toBeLessThanOrEqual(8_000);
		expect(await weights.sum('font'), 'fonts').toBeLessThanOrEqual(40_000);
		expect(await weights.paths()).not.toContainEqual(expect.stringMatching(/engine|codecs|xterm/));
	});
}

test('the panel weighs at most 45 kB, and the engine comes with Run only', async ({ page }) => {
	const weights = watchWeights(page);
	await page.goto('/', { waitUntil: 'load' });
	const before = await weights.sum('script');
	await page.getByRole('button', { name: 'Run' }).first().hover();
	await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
	expect((await weights.sum('script')) - before).toBeLessThanOrEqual(45_000);
	expect(await weights.paths()).not.toContainEqual(expect.stringMatching(/engine|codecs/));

	await page.getByRole('button', { name: 'Run' }).first().click();
	await expect(page.getByRole('button', { name: 'Stop' }).first()).toBeVisible();
	await expect.poll(() => weights.of(/engine\.[^/]*txt$/)).toBeLessThanOrEqual(120_000);
	await expect.poll(() => weights.of(/codecs\.[^/]*wasm$/)).toBeLessThanOrEqual(430_000);
	await page.getByRole('button', { name: 'Stop' }).first().click();
});
