// The one table of response headers. `dist/_headers` is made from it at build; `npm start` and the
// hosts that know the format serve what that file says.

/** Headers of every response. COEP credentialless: see README, "Isolation". */
export const EVERYWHERE = {
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Embedder-Policy': 'credentialless',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'strict-origin-when-cross-origin',
	'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const FOR_A_YEAR = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const REVALIDATED = { 'Cache-Control': 'public, max-age=0, must-revalidate' };

/** Directives that a <meta> policy cannot carry. */
const HEADER_ONLY = "frame-ancestors 'none'";

/**
 * The rules for a built site. No two rules set the same header on one path.
 * @param {{ path: string; policy: string }[]} pages every page's path and the policy in its <meta>
 * @returns {{ path: string; headers: Record<string, string> }[]}
 */
export function headerRules(pages) {
	return [
		{ path: '/*', headers: EVERYWHERE },
		{ path: '/_astro/*', headers: FOR_A_YEAR },
		{ path: '/fonts/*', headers: FOR_A_YEAR },
		...pages.map(({ path, policy }) => ({
			path,
			headers: {
				...REVALIDATED,
				'Content-Security-Policy': `${policy.replace(/;?\s*$/, '')}; ${HEADER_ONLY}`,
			},
		})),
	];
}

/** The rules in the format of Netlify's and Cloudflare's `_headers` file. */
export function formatRules(rules) {
	return rules
		.map(({ path, headers }) => {
			const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
			return [path, ...lines].join('\n');
		})
		.join('\n\n')
		.concat('\n');
}

/** Reads a `_headers` file back. */
export function parseRules(text) {
	const rules = [];
	for (const line of text.split('\n')) {
		const header = /^\s+([^:]+):\s*(.*)$/.exec(line);
		if (header) rules.at(-1).headers[header[1]] = header[2];
		else if (line.trim()) rules.push({ path: line.trim(), headers: {} });
	}
	return rules;
}

/** What a response to `path` carries. `/x/*` matches everything below `/x/`. */
export function headersFor(rules, path) {
	const matching = rules.filter((rule) =>
		rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : rule.path === path,
	);
	return Object.assign({}, ...matching.map((rule) => rule.headers));
}
