/** CommonJS as the build understands it: a binding is made when it is first asked for. */
declare const require: (name: string) => Record<string, object>;

/**
 * What Node's library asks of the C++ side by `internalBinding(name)`. Names that only matter for
 * paths which cannot be reached here are empty.
 */
const bindings: Record<string, () => object | undefined> = {
	buffer: () => ({ compare: (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) }),
	cares_wrap: () => ({ convertIpv6StringToBuffer: () => undefined }),
	config: () => ({ hasIntl: false }),
	constants: () => ({
		zlib: require('engine:zlib-constants')['constants'],
		os: { signals: { SIGINT: 2, SIGKILL: 9, SIGTERM: 15 } },
	}),
	encoding_binding: () => ({ toASCII: (host: string) => new URL(`http://${host}`).hostname }),
	errors: () => ({ exitCodes: { kNoFailure: 0, kGenericUserError: 1 } }),
	fs: () => ({}),
	http_parser: () => require('../bindings/http-parser.ts'),
	os: () => ({ getOSInformation: () => ['Linux'] }),
	pipe_wrap: () => require('../bindings/pipe-wrap.ts'),
	stream_wrap: () => require('../bindings/stream-wrap.ts'),
	tcp_wrap: () => require('../bindings/tcp-wrap.ts'),
	trace_events: () => ({ getCategoryEnabledBuffer: () => [0], trace: () => undefined }),
	url: () => ({ getOrCreateList: () => undefined }),
	url_pattern: () => ({}),
	util: () => require('../bindings/util.ts')['util'],
	uv: () => require('../bindings/uv.ts')['uv'],
	zlib: () => require('../bindings/zlib.ts')['zlib'],
};

/** Node's door from its JavaScript to its C++; throws for a name that the engine does not have. */
export function internalBinding(name: string): object {
	const binding = bindings[name]?.();
	if (binding === undefined) throw new Error(`internalBinding('${name}') is not in the engine`);
	return binding;
}
