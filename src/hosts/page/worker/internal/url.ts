// Node's internal/url over the browser's URL.

import { ERR_INVALID_FILE_URL_PATH, ERR_INVALID_URL_SCHEME } from '../program/url-errors.ts';

const NativeURL = globalThis.URL;
export const URL = NativeURL;
export const URLSearchParams = globalThis.URLSearchParams;

export const unsafeProtocol = new Set(['javascript', 'javascript:']);
export const hostlessProtocol = new Set(['javascript', 'javascript:']);
export const slashedProtocol = new Set(
	['http', 'https', 'ftp', 'gopher', 'file', 'ws', 'wss'].flatMap((name) => [name, `${name}:`]),
);

/** Whether a value is a URL, also one of another realm. */
export function isURL(value: unknown): value is URL {
	const url = value as (URL & { auth?: unknown; path?: unknown }) | null | undefined;
	return Boolean(url?.href && url.protocol && url.auth === undefined && url.path === undefined);
}

/** A URL as the options of http.request. */
export function urlToHttpOptions(url: URL): Record<string, unknown> {
	const { hostname, pathname, port, username, password, search } = url;
	return {
		__proto__: null,
		...url,
		protocol: url.protocol,
		hostname: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
		hash: url.hash,
		search,
		pathname,
		path: `${pathname}${search}`,
		href: url.href,
		...(port === '' ? {} : { port: Number(port) }),
		...(username || password
			? { auth: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` }
			: {}),
	};
}

export const domainToASCII = (domain: string) => new NativeURL(`ws://${domain}`).hostname;
export const domainToUnicode = domainToASCII;

/** The path of a file: URL; throws where it is another kind. */
export function fileURLToPath(input: string | URL): string {
	const url = typeof input === 'string' ? new NativeURL(input) : input;
	if (url.protocol !== 'file:') throw ERR_INVALID_URL_SCHEME();
	if (/%2f/i.test(url.pathname)) throw ERR_INVALID_FILE_URL_PATH();
	return decodeURIComponent(url.pathname);
}

export const fileURLToPathBuffer = (input: string | URL) => Buffer.from(fileURLToPath(input));

/** The file: URL of a path. */
export function pathToFileURL(path: string): URL {
	const url = new NativeURL('file:///');
	url.pathname = (path.startsWith('/') ? path : `/${path}`).replace(
		/[%\\\n\r\t?#]/g,
		encodeURIComponent,
	);
	return url;
}
