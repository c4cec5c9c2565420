/** Every lab's expectations on the page engine: what real Node shows, the page shows too. */
import { expect, test } from 'playwright/test';
import { build } from 'esbuild';
import { join } from 'node:path';
import { labIds, loadLab, mountedFiles } from '../../scripts/lab-files.ts';
import type { Outcome } from '../../scripts/expectations.ts';
import { openBarePage } from '../fixtures/page-engine/bare-page.ts';

const root = join(import.meta.dirname, '..', '..');
let bare: Awaited<ReturnType<typeof openBarePage>>;
let check: string;

test.beforeAll(async () => {
	bare = await openBarePage(true);
	const bundle = await build({
		stdin: {
			contents: `import { checkExpectation } from './scripts/expectations.ts';
				globalThis.checkExpectation = checkExpectation;`,
			resolveDir: root,
		},
		bundle: true,
		format: 'iife',
		write: false,
	});
	check = bundle.outputFiles[0]?.text ?? '';
});
test.afterAll(() => bare.close());

for (const id of await labIds()) {
	const lab = await loadLab(id);
	for (const expectation of lab.expectations) {
		test(`${id}: ${expectation.says}`, async ({ page }) => {
			test.setTimeout(120_000);
			await page.goto(bare.url);
			await page.evaluate(check);
			const outcome = await page.evaluate(
				async ({ lab, files, expectation }) => {
					const { engine, checkExpectation } = globalThis as unknown as {
						engine: { boot(): Promise<unknown> };
						checkExpectation(...args: unknown[]): Promise<Outcome>;
					};
					return checkExpectation(await engine.boot(), lab, files, expectation);
				},
				{ lab, files: await mountedFiles(id), expectation },
			);
			console.log(
				`${expectation.metric} × ${outcome.ratio.toFixed(3)}, expected ${expectation.ratio.join(' to ')}`,
			);
			expect(outcome.problem).toBeUndefined();
			expect(outcome.holds).toBe(true);
		});
	}
}
