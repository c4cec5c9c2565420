// The part of Node's old URL interface that programs use: parse, format and resolve of http(s) URLs,
// other schemes with slashes, and paths. Odd inputs are not treated as Node's parser treats them.

import querystring from 'node:querystring';

const PARTS =
	/^(?:([a-z][a-z0-9+.-]*:)?(\/\/)?(?:([^/?#@]*)@)?([^/?#:]*|\[[^\]]*\])(?::(\d*))?)?([^?#]*)(\?[^#]*)?(#.*)?$/i;

type Query = string | null | Record<string, unknown>;

/** Node's legacy object of a URL's parts. */
export class Url {
	protocol: string | null = null;
	slashes: boolean | null = null;
	auth: string | null = null;
	host: string | null = null;
	port: string | null = null;
	hostname: string | null = null;
	hash: string | null = null;
	search: string | null = null;
	query: Query = null;
	pathname: string | null = null;
	path: string | null = null;
	href = '';

	format(): string {
		return format(this);
	}
}

/** Splits a URL or a path into its parts. */
export function parse(text: string, parseQuery = false): Url {
	const url = new Url();
	const trimmed = text.trim();
	const hasHost = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
	const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(trimmed);
	const [, protocol, slashes, auth, hostname, port, pathname, search, hash] =
		PARTS.exec(
			hasHost
				? trimmed
				: hasScheme
					? trimmed.replace(':', '://')
					: `x://y${trimmed.startsWith('/') ? '' : '/'}${trimmed}`,
		) ?? [];
	if (hasScheme) url.protocol = protocol?.toLowerCase() ?? null;
	if (hasHost) {
		url.slashes = slashes !== undefined;
		url.auth = auth === undefined ? null : decodeURIComponent(auth);
		url.port = port || null;
		url.hostname = hostname?.toLowerCase() ?? '';
		url.host = url.hostname + (url.port === null ? '' : `:${url.port}`);
	}
	const isBare = !hasScheme && !trimmed.startsWith('/');
	const path = isBare ? pathname?.slice(1) : pathname;
	url.hash = hash ?? null;
	url.search = search ?? (parseQuery ? '' : null);
	const query = search?.slice(1) ?? (parseQuery ? '' : null);
	url.query = parseQuery ? querystring.parse(query ?? '') : query;
	url.pathname = path || (hasHost ? '/' : null);
	url.path = url.pathname === null && !search ? null : `${url.pathname ?? ''}${search ?? ''}`;
	url.href = format(url);
	return url;
}

interface FormatOptions {
	auth?: boolean;
	fragment?: boolean;
	search?: boolean;
	unicode?: boolean;
}

/** Joins parts to a URL; of a URL object, with some parts left out. */
export function format(
	given: string | URL | Partial<Url>,
	{ auth: withAuth = true, fragment = true, search: withSearch = true }: FormatOptions = {},
): string {
	if (typeof given === 'string') return parse(given).href;
	if (given instanceof URL) {
		const url = new URL(given);
		if (!withAuth) url.username = url.password = '';
		if (!fragment) url.hash = '';
		if (!withSearch) url.search = '';
		return url.href;
	}
	const { auth, hash, pathname, query, slashes } = given;
	let protocol = given.protocol ?? '';
	if (protocol !== '' && !protocol.endsWith(':')) protocol += ':';
	const login = auth ? `${encodeURIComponent(auth).replace(/%3A/i, ':')}@` : '';
	let host = given.host ? login + given.host : '';
	if (host === '' && given.hostname) {
		host = login + given.hostname + (given.port ? `:${given.port}` : '');
	}
	const text =
		typeof query === 'object' && query !== null
			? querystring.stringify(query as Record<string, string>)
			: '';
	let search = given.search || (text && `?${text}`) || '';
	if (search !== '' && !search.startsWith('?')) search = `?${search}`;
	const isWeb = /^(?:https?|ftp|file|wss?):$/.test(protocol) || protocol === '';
	let path = pathname ?? '';
	if (slashes || (isWeb && host !== '')) {
		host = `//${host}`;
		if (path !== '' && !path.startsWith('/')) path = `/${path}`;
	}
	const end = hash ? (hash.startsWith('#') ? hash : `#${hash}`) : '';
	return (
		protocol + host + path.replace(/[?#]/g, encodeURIComponent) + search.replace('#', '%23') + end
	);
}

/** Where a link on a page leads. */
export function resolve(from: string, to: string): string {
	const base = new URL(from, 'x://y/');
	const url = new URL(to, base);
	return url.protocol === 'x:' ? url.pathname + url.search + url.hash : url.href;
}
