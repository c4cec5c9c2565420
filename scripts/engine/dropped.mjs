/**
 * Functions and classes of Node's library that only serve what a page cannot do: trying several
 * addresses, proxies, TLS, the file system. `name=value` makes a function that is called anyway give
 * that value; other functions throw if they are reached, and classes are empty.
 */
export const dropped = {
	net: ['lookupAndConnectMultiple', 'internalConnectMultiple', 'BoundSocket'],
	_http_client: ['rewriteForProxiedHttp=false'],
	_http_agent: [
		'calculateServerName=undefined',
		'maybeEnableKeylog=undefined',
		'handleSocketAfterProxy=undefined',
	],
	http: ['setGlobalProxyFromEnv'],
	'internal/streams/end-of-stream': ['eosWeb'],
	'internal/streams/pipeline': ['pumpToWeb'],
	'internal/http': ['parseProxyConfigFromEnv=null', 'ProxyConfig', 'parseProxyUrl'],
	'internal/net': ['makeSyncWrite'],
	'internal/errors': ['SystemError', 'makeSystemErrorWithCode'],
	events: ['lazyEventEmitterAsyncResource'],
};

/**
 * Beginnings of statements that are left out: handing sockets to threads, web sockets, type of service,
 * streams from before Node 0.10.
 */
export const droppedStatements = {
	net: [
		'Server.prototype[kDeserialize] =',
		'Server.prototype[kTransfer] =',
		'Socket.prototype.setTypeOfService =',
		'Socket.prototype.getTypeOfService =',
	],
	http: [
		"ObjectDefineProperty(module.exports, 'WebSocket'",
		"ObjectDefineProperty(module.exports, 'CloseEvent'",
		"ObjectDefineProperty(module.exports, 'MessageEvent'",
	],
	'internal/streams/readable': [
		'Readable.prototype.compose =',
		'Readable.prototype.wrap =',
		'Readable.fromWeb =',
		'Readable.toWeb =',
		'{\n  const toAsyncStreamable',
	],
	'internal/streams/writable': ['Writable.fromWeb =', 'Writable.toWeb ='],
	'internal/streams/duplex': ['Duplex.fromWeb =', 'Duplex.toWeb ='],
};
