import { defineConfig } from 'playwright/test';
import { CHROMIUM, CHROMIUM_ARGS } from './e2e/chromium.ts';

export default defineConfig({
	testDir: 'e2e',
	outputDir: '../test-results',
	forbidOnly: true,
	workers: 1,
	reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : 'list',
	timeout: 60_000,
	use: {
		baseURL: 'http://localhost:4399',
		launchOptions: { executablePath: CHROMIUM, args: CHROMIUM_ARGS },
	},
	// Tests that measure run alone, before the others, so that nothing else uses the processor.
	projects: [
		{ name: 'measuring', testMatch: /\.measuring\.spec\.ts$/ },
		{ name: 'others', testIgnore: /\.(measuring|all)\.spec\.ts$/ },
		// What `npm run test:all` adds.
		{ name: 'all', testMatch: /\.all\.spec\.ts$/ },
	],
	webServer: {
		command: 'node scripts/serve.mjs',
		cwd: '..',
		env: { PORT: '4399' },
		url: 'http://localhost:4399/',
		reuseExistingServer: false,
	},
});
