import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { formatRules, headerRules } from './headers.mjs';

/** An Astro integration: writes `dist/_headers`, each page's policy taken from the page itself. */
export function headersFile() {
	return {
		name: 'headers-file',
		hooks: {
			'astro:build:done': async ({ dir, assets }) => {
				const files = [...assets.values()].flat().filter((url) => url.pathname.endsWith('.html'));
				const pages = await Promise.all(
					files.map(async (url) => ({
						path: pagePath(url, dir),
						policy: policyOf(await readFile(fileURLToPath(url), 'utf8'), url),
					})),
				);
				const text = formatRules(headerRules(pages.sort((a, b) => (a.path < b.path ? -1 : 1))));
				await writeFile(new URL('_headers', dir), text);
			},
		},
	};
}

function pagePath(url, dir) {
	return `/${url.pathname.slice(dir.pathname.length)}`.replace(/index\.html$/, '');
}

function policyOf(html, url) {
	const meta = /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(html);
	if (!meta)
		throw new Error(
			`${url.pathname} has no Content-Security-Policy: does it use a layout with a <head>?`,
		);
	return meta[1].replaceAll('&#39;', "'").replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
}
