/** What holds on every page, whatever stands on it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, type Page } from 'playwright/test';

const PAGES = ['/', '/404.html'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Collects what a page complains about: errors, violations of its policy, and foreign requests. */
async function watchComplaints(page: Page, origin: string): Promise<string[]> {
	const complaints: string[] = [];
	page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
	});
	page.on('request', (request) => {
		const url = new URL(request.url());
		if (url.protocol.startsWith('http') && url.origin !== origin) {
			complaints.push(`request to ${url.origin}`);
		}
	});
	await page.addInitScript(() => {
		document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
			console.error(`policy: ${violatedDirective} ${blockedURI}`),
		);
	});
	return complaints;
}

/** The findings of axe, one line each; it is put in from outside, past the page's policy. */
async function axe(page: Page): Promise<string[]> {
	await page.evaluate(AXE);
	return page.evaluate(async () => {
		const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
		const { violations } = await axe.run(document);
		return violations.flatMap(({ id, nodes }) =>
			nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
		);
	});
}

for (const path of PAGES) {
	for (const colorScheme of ['light', 'dark'] as const) {
		test(`${path} in ${colorScheme}: axe finds nothing, and nothing complains`, async ({
			page,
			baseURL,
		}) => {
			await page.emulateMedia({ colorScheme });
			const complaints = await watchComplaints(page, new URL(baseURL ?? '').origin);
			await page.goto(path, { waitUntil: 'load' });
			expect(await axe(page)).toEqual([]);
			expect(complaints).toEqual([]);
		});
	}

	for (const width of [360, 768, 1440]) {
		test(`${path} at ${width} px neither scrolls sideways nor shifts`, async ({ page }) => {
			await page.setViewportSize({ width, height: 800 });
			await page.addInitScript(() => {
				const shifts: number[] = [];
				Object.assign(globalThis, { shifts });
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries()) {
						shifts.push((entry as PerformanceEntry & { value: number }).value);
					}
				}).observe({ type: 'layout-shift', buffered: true });
			});
			await page.goto(path, { waitUntil: 'load' });
			await page.evaluate(() => document.fonts.ready);
			await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
			const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			expect(wide).toBeLessThanOrEqual(0);
			const shifts = await page.evaluate(
				() => (globalThis as unknown as { shifts: number[] }).shifts,
			);
			expect(shifts).toEqual([]);
		});
	}
}

test('without JavaScript the first page has its result, its table, its server and no dead button', async ({
	browser,
}) => {
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto('/');
	await expect(page.getByRole('img', { name: /p50/ })).toBeVisible();
	const table = page.getByRole('table', { name: 'Percentiles' });
	await expect(table.getByRole('row', { name: /^p99/ }).getByRole('cell').first()).toHaveText(/\d/);
	await expect(page.getByText(/^recorded · Node/)).toBeVisible();
	await expect(page.getByRole('region', { name: 'server.mjs' })).toContainText('createServer');
	await expect(page.getByText('need JavaScript')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Run' })).toHaveCount(0);
	await context.close();
});

test('at 360 px Run and the verdict are in view together, at the foot', async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto('/');
	await page.getByRole('group', { name: 'Compression' }).scrollIntoViewIfNeeded();
	await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeInViewport();
	await expect(page.getByText(/^p50 [\d,.]+ → [\d,.]+ ms/)).toBeInViewport();
});

test('a chosen theme holds on the next page, before it is drawn', async ({ page }) => {
	await page.emulateMedia({ colorScheme: 'light' });
	await page.goto('/');
	await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
	await page.goto('/404.html', { waitUntil: 'commit' });
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
});
