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

test('a panel that could not be loaded says so, and Run tries again', async ({ page }) => {
	const code = /LabPanel[^/]*\.js/;
	await page.route(code, (route) => route.abort());
	await page.goto('/');
	await run(page).click();
	const alert = page.getByRole('alert');
	await expect(alert).toContainText('could not be loaded; check the connection and press Run');
	await page.unroute(code);
	await run(page).click();
	await expect(stop(page)).toBeVisible();
	await expect(alert).toHaveCount(0);
	await stop(page).click();
	await expect(run(page)).toBeVisible();
});

test('a double click on Run starts a run and leaves it on', async ({ page }) => {
	await page.goto('/');
	await run(page).hover();
	await isAwake(page);
	await run(page).dblclick();
	await expect(page.getByText(/^running · /)).toBeVisible();
	await stop(page).click();
	await expect(run(page)).toBeVisible();
});

test('Stop ends a start at once while the engine is being fetched', async ({ page }) => {
	await page.goto('/');
	await run(page).hover();
	await isAwake(page);
	const { promise: never, resolve: release } = Promise.withResolvers<void>();
	await page.route(/\.js$/, async (route) => {
		await never;
		await route.continue();
	});
	await run(page).click();
	await expect(page.getByText('fetching the engine …')).toBeVisible();
	await stop(page).click();
	await expect(run(page)).toBeVisible({ timeout: 1_000 });
	await expect(page.getByText(/^recorded · Node/)).toBeVisible();
	release();
	await run(page).click();
	await expect(page.getByText(/^running · /)).toBeVisible();
	await stop(page).click();
});

test('a run goes on where the browser refuses its locks', async ({ page }) => {
	await page.addInitScript(() => {
		navigator.locks.request = () => Promise.reject(new DOMException('no', 'SecurityError'));
	});
	await page.goto('/');
	await run(page).click();
	await expect(page.getByText(/^running · /)).toBeVisible();
	await stop(page).click();
});

test('a page that is left stops its run, and the next one says nothing of it', async ({ page }) => {
	await page.goto('/');
	const lab = new LabReader(page);
	await lab.run();
	await page.evaluate(() => {
		dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
	});
	const status = page.getByRole('status');
	await expect(run(page)).toBeVisible();
	await expect(page.getByRole('alert')).toHaveCount(0);
	await expect(status).toContainText(/^The page was left, so the run was stopped\. \w/);
	await run(page).click();
	await expect(page.getByText(/^running · /)).toBeVisible();
	await expect(status).toHaveText('');
	await stop(page).click();
	await expect(status).toContainText(/^Stopped (after|before|during)|^Half of/);
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
		/^(With gzip, p50 fell from|These figures are void)|above capacity/,
	);
	await expect(
		page.getByRole('img', { name: /^(With gzip|These figures are void)|above capacity/ }),
	).toBeVisible();
	await expect(page.getByText(/just now$/)).toBeVisible();

	const reader = page.getByRole('slider', { name: 'Read the chart at' });
	await reader.focus();
	await page.keyboard.press('ArrowLeft');
	await expect(reader).toHaveAttribute('aria-valuetext', /^at [\d.]+ s: p50 [\d,.]+, p90/);
});

test('in forced colours a slider keeps its track and its thumb', async ({ page }) => {
	await page.emulateMedia({ forcedColors: 'active' });
	await page.goto('/');
	const track = page.getByRole('slider', { name: 'Rate, log slider' });
	await expect(track).toHaveCSS('background-image', /linear-gradient/);
	await expect(track).toHaveCSS('forced-color-adjust', 'none');
});

test('text at twice its size does not scroll sideways on a narrow screen', async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto('/');
	await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
	const width = () => page.evaluate(() => document.documentElement.scrollWidth);
	await expect.poll(width).toBeLessThanOrEqual(360);
});
