import { defineConfig } from 'playwright/test';
import { CHROMIUM, CHROMIUM_ARGS } from './e2e/chromium.ts';

/** Another one lets two runs go on beside each other. */
const PORT = process.env['TEST_PORT'] ?? '4399';

export default defineConfig({
	testDir: 'e2e',
	outputDir: '../test-results',
	forbidOnly: true,
	workers: 1,
	reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : 'list',
	timeout: 60_000,
	use: {
		baseURL: `http://localhost:${PORT}`,
		launchOptions: { executablePath: CHROMIUM, args: CHROMIUM_ARGS },
	},
	// Tests that measure run alone, before the others, so that nothing else uses the processor.
	projects: [
		// Other work on the machine falsifies a run: a disturbed one is repeated.
		{ name: 'measuring', testMatch: /\.measuring\.spec\.ts$/, retries: 2 },
		{ name: 'others', testIgnore: /\.(measuring|all)\.spec\.ts$/ },
		// What `npm run test:all` adds.
		{ name: 'all', testMatch: /\.all\.spec\.ts$/, retries: 1 },
	],
	webServer: {
		command: 'node scripts/serve.mjs',
		cwd: '..',
		env: { PORT },
		url: `http://localhost:${PORT}/`,
		reuseExistingServer: false,
	},
});
