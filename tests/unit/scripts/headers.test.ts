import { expect, test } from 'vitest';
import { formatRules, headerRules, headersFor, parseRules } from '../../../scripts/headers.mjs';

const pages = [
	{ path: '/', policy: "default-src 'none';script-src 'self' 'sha256-abc=';" },
	{ path: '/guide/one/', policy: "default-src 'none'" },
];
const rules = headerRules(pages);

test('no two rules set the same header on one path', () => {
	for (const path of ['/', '/guide/one/', '/_astro/a.js', '/fonts/a.woff2', '/favicon.svg']) {
		const matching = rules.filter(
			(rule) =>
				rule.path === path || (rule.path.endsWith('*') && path.startsWith(rule.path.slice(0, -1))),
		);
		const names = matching.flatMap((rule) => Object.keys(rule.headers));
		expect(new Set(names).size, path).toBe(names.length);
	}
});

test('a file in the _headers format says what the table says', () => {
	expect(parseRules(formatRules(rules))).toEqual(rules);
});

test('a page’s policy gains what a <meta> cannot carry', () => {
	expect(headersFor(rules, '/')['Content-Security-Policy']).toBe(
		"default-src 'none';script-src 'self' 'sha256-abc='; frame-ancestors 'none'",
	);
});

test('every path is isolated', () => {
	expect(headersFor(rules, '/anything')).toMatchObject({
		'Cross-Origin-Opener-Policy': 'same-origin',
		'Cross-Origin-Embedder-Policy': 'credentialless',
	});
});
