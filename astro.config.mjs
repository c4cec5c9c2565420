import mdx from '@astrojs/mdx';
import svelte from '@astrojs/svelte';
import { defineConfig } from 'astro/config';
import { buildEngine } from './scripts/build-engine.mjs';
import { buildLoad } from './scripts/build-load.mjs';
import { headersFile } from './scripts/headers-integration.mjs';
import { EVERYWHERE } from './scripts/headers.mjs';
import { licenceFiles } from './scripts/licences-integration.mjs';
import approach from './src/lab/approach.mjs';

const [{ frameScriptHash }] = await Promise.all([buildEngine(), buildLoad()]);
const { 'Cross-Origin-Opener-Policy': coop, 'Cross-Origin-Embedder-Policy': coep } = EVERYWHERE;

export default defineConfig({
	site: process.env.SITE ?? 'http://localhost:4321',
	integrations: [mdx(), svelte(), approach(), headersFile(), licenceFiles()],
	trailingSlash: 'always',
	build: { inlineStylesheets: 'never' },
	server: {
		headers: { 'Cross-Origin-Opener-Policy': coop, 'Cross-Origin-Embedder-Policy': coep },
	},
	security: {
		csp: {
			directives: [
				"default-src 'none'",
				"connect-src 'self'",
				"font-src 'self'",
				"img-src 'self' data:",
				"manifest-src 'self'",
				"base-uri 'none'",
				"form-action 'none'",
			],
			// Styles by hash would silently lose Svelte's style:, SVG styles and Shiki's colours.
			styleDirective: {
				resources: [
					{ resource: "'self'", kind: 'element' },
					{ resource: "'unsafe-inline'", kind: 'element' },
					{ resource: "'unsafe-inline'", kind: 'attribute' },
				],
			},
		},
	},
	vite: {
		define: { 'import.meta.env.FRAME_SCRIPT_HASH': JSON.stringify(frameScriptHash) },
	},
});
