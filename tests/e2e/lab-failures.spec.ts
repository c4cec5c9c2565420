/** A server that misbehaves: the panel says what happened, and the page goes on working. */
import { expect, test, type Page } from 'playwright/test';
import { LabReader } from './lab-reader.ts';

const TOP = '// One page of a shop, and three switches: compression, keep-alive, cache.';
const HANDLER = 'async (request, response) =&gt; {';

/** Puts code into the server that the page mounts: at its top, or first in its handler. */
async function breakServer(page: Page, at: string, code: string): Promise<void> {
	await page.route('**/', async (route) => {
		const response = await route.fetch();
		const html = await response.text();
		const place = html.includes(at) ? at : at.replace('&gt;', '>');
		await route.fulfill({ response, body: html.replaceAll(place, `${place}\\n${code}`) });
	});
	await page.goto('/');
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const ENDS = [
	{ says: 'a throw', code: 'throw new Error(`broken on purpose`);', expected: 'broken on purpose' },
	{
		says: 'an unhandled rejection',
		code: 'Promise.reject(new Error(`refused on purpose`));',
		expected: 'refused on purpose',
	},
	{ says: 'an exit', code: 'process.exit(3);', expected: 'code 3' },
	{ says: 'a syntax error', code: 'const = 1;', expected: /server\.mjs:2/ },
	{
		says: 'a flood of output',
		code: 'for (;;) console.log(`x`.repeat(1000));',
		expected: /printed .* within one second/,
	},
	{ says: 'an endless loop', code: 'for (;;);', expected: /endless loop/ },
	{
		says: 'no listen()',
		code: 'http.Server.prototype.listen = () =&gt; setInterval(() =&gt; {}, 1e6);',
		expected: 'did not listen',
	},
];

for (const { says, code, expected } of ENDS) {
	test(`${says} ends the run with a message, and the page runs again`, async ({ page }) => {
		await breakServer(page, TOP, code);
		await button(page, 'Run').click();
		await expect(page.getByRole('alert')).toContainText(expected, { timeout: 25_000 });
		await expect(button(page, 'Run')).toBeVisible();

		await page.unroute('**/');
		await page.goto('/');
		const lab = new LabReader(page);
		await lab.run();
		await lab.answers(10);
		await lab.stop();
	});
}

test('a server that never answers counts as timeouts, and says so meanwhile', async ({ page }) => {
	await breakServer(page, HANDLER, 'return;');
	await button(page, 'Run').click();
	await expect(page.getByText(/answered nothing for 5 s/)).toBeVisible({ timeout: 15_000 });
	await expect
		.poll(() => new LabReader(page).figure('Errors'), { timeout: 30_000 })
		.toMatch(/\d+ timeout/);
	await button(page, 'Stop').click();
	await expect(button(page, 'Run')).toBeVisible();
});

test('a server that answers half counts as errors', async ({ page }) => {
	await breakServer(
		page,
		HANDLER,
		'response.writeHead(200, { [`content-length`]: 100 }).write(`half`, () =&gt; response.destroy()); return;',
	);
	await button(page, 'Run').click();
	await expect
		.poll(() => new LabReader(page).figure('Errors'), { timeout: 30_000 })
		.toMatch(/\d+ (reset|protocol)/);
	await button(page, 'Stop').click();
	await expect(button(page, 'Run')).toBeVisible();
});

test('a handler that blocks for 3 s is told as a stall, and the run goes on', async ({ page }) => {
	await breakServer(
		page,
		HANDLER,
		'if (!globalThis.held) { globalThis.held = true; const until = Date.now() + 3000; while (until &gt; Date.now()); }',
	);
	await button(page, 'Run').click();
	await expect(page.getByText(/has not answered for 1 s/)).toBeVisible({ timeout: 15_000 });
	const lab = new LabReader(page);
	await lab.answers(20);
	await expect(page.getByText(/has not answered for 1 s/)).toHaveCount(0);
	await lab.stop();
});
