/** The panel of a lab: what it takes before it is awake, what it says while it runs. */
import { expect, test, type Page } from 'playwright/test';
import { LabReader } from './lab-reader.ts';

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });
const stop = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true });
const isAwake = (page: Page) => expect(page.locator('astro-island[ssr]')).toHaveCount(0);

/** Holds the panel's code back until the returned function is called. */
async function holdPanel(page: Page): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	await page.route(/LabPanel.*\.js$/, async (route) => {
		await promise;
		await route.continue();
	});
	return resolve;
}

test('the panel sleeps until the pointer comes near', async ({ page }) => {
	await page.goto('/');
	await page.mouse.move(5, 5);
	await expect(page.locator('astro-island[ssr]')).toHaveCount(1);
	await run(page).hover();
	await isAwake(page);
});

test('a click on Run before the panel is awake is not lost', async ({ page }) => {
	const release = await holdPanel(page);
	await page.goto('/');
	await run(page).click();
	await expect(run(page)).toBeVisible();
	release();
	await expect(stop(page)).toBeVisible();
	await stop(page).click();
	await expect(run(page)).toBeVisible();
});

test('knobs moved before the panel is awake keep their place', async ({ page }) => {
	const release = await holdPanel(page);
	await page.goto('/');
	const lab = new LabReader(page);
	await lab.set('Compression', 'gzip');
	await lab.set('Keep-alive', 'on');
	await lab.set('Link', 'slow 4G · 150 ms, 1.6 Mbit/s');
	await lab.set('Rate', '40');
	release();
	await isAwake(page);
	await expect(page.getByRole('radio', { name: 'gzip', exact: true })).toBeChecked();
	await expect(page.getByRole('switch', { name: 'Keep-alive', exact: true })).toBeChecked();
	await expect(page.getByRole('combobox', { name: 'Link' })).toHaveValue('4g');
	await expect(page.getByRole('spinbutton', { name: 'Rate' })).toHaveValue('40');
	await expect(page.getByRole('spinbutton', { name: 'gzip level' })).toBeVisible();
});

test('a flipped switch lights its lines of the server', async ({ page }) => {
	await page.goto('/');
	await run(page).hover();
	await isAwake(page);
	await new LabReader(page).set('Keep-alive', 'on');
	const lit = page.getByRole('region', { name: 'server.mjs' }).locator('.lit');
	await expect(lit).toHaveCount(1);
	await expect(lit).toContainText("setHeader('Connection', 'close')");
});

test('all knobs are reached and moved with the keyboard', async ({ page }) => {
	await page.goto('/');
	const gzip = page.getByRole('radio', { name: 'gzip', exact: true });
	await page.getByRole('radio', { name: 'off', exact: true }).first().focus();
	await isAwake(page);
	await page.keyboard.press('ArrowRight');
	await expect(gzip).toBeChecked();
	await page.getByRole('slider', { name: 'Rate, log slider' }).focus();
	await page.keyboard.press('Home');
	await expect(page.getByRole('spinbutton', { name: 'Rate' })).toHaveValue('1');
	await page.getByRole('switch', { name: 'Keep-alive' }).focus();
	await page.keyboard.press('Space');
	await expect(page.getByRole('switch', { name: 'Keep-alive' })).toBeChecked();
});

test('a run elsewhere in the browser is named as the reason not to start', async ({ context }) => {
	const other = await context.newPage();
	await other.goto('/404.html');
	await other.evaluate(() => {
		void navigator.locks.request('measure-first-run', () => new Promise(() => {}));
	});
	const page = await context.newPage();
	await page.goto('/');
	await run(page).click();
	await expect(page.getByRole('alert')).toContainText('Another run is on');
	await expect(run(page)).toBeVisible();
	await other.close();
	await run(page).click();
	await expect(stop(page)).toBeVisible();
	await stop(page).click();
});

test('code that is gone after an update of the site asks for a reload', async ({ page }) => {
	await page.goto('/');
	await run(page).hover();
	await isAwake(page);
	await page.route(/\.js$/, (route) => route.abort());
	await run(page).click();
	await expect(page.getByRole('alert')).toContainText('reload the page');
	await expect(page.getByText(/^recorded · Node/)).toBeVisible();
});

test('a run shows its figures, takes a flip, and ends with a sentence', async ({ page }) => {
	await page.goto('/');
	const lab = new LabReader(page);
	await lab.set('Rate', '50');
	await run(page).click();
	await expect(page.getByText(/^running · /)).toBeVisible();
	await lab.answers(60);
	await lab.set('Compression', 'gzip');
	await lab.changed();
	await lab.answers(60);

	const p50 = lab.percentiles.getByRole('row', { name: /^p50/ }).getByRole('cell');
	await expect(p50.nth(0)).toHaveText(/^[\d,.]+$/);
	await expect(p50.nth(1)).toHaveText(/^[\d,.]+$/);
	await expect(lab.percentiles.getByRole('columnheader').nth(1)).toContainText('gzip');
	await expect(lab.percentiles.getByRole('columnheader').nth(2)).toContainText('compression off');

	await stop(page).click();
	await expect(run(page)).toBeVisible();
	await expect(page.getByRole('status')).toContainText(
		/^(With gzip, p50 fell from|These figures are void)/,
	);
	await expect(
		page.getByRole('img', { name: /^(With gzip|These figures are void)/ }),
	).toBeVisible();
	await expect(page.getByText(/just now$/)).toBeVisible();

	const reader = page.getByRole('slider', { name: 'Read the chart at' });
	await reader.focus();
	await page.keyboard.press('ArrowLeft');
	await expect(reader).toHaveAttribute('aria-valuetext', /^at [\d.]+ s: p50 [\d,.]+, p90/);
});
