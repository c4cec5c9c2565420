/**
 * Functions and classes of Node's library that only serve what a page cannot do: trying several
 * addresses, proxies, TLS, the file system. `name=value` makes a function that is called anyway give
 * that value; other functions throw if they are reached, and classes are empty.
 */
export const dropped = {
	net: ['lookupAndConnectMultiple', 'internalConnectMultiple', 'BoundSocket'],
	_http_client: ['rewriteForProxiedHttp=false'],
	_http_agent: ['calculateServerName=undefined', 'maybeEnableKeylog=undefined'],
	'internal/http': ['parseProxyConfigFromEnv=null', 'ProxyConfig', 'parseProxyUrl'],
	'internal/errors': ['SystemError', 'makeSystemErrorWithCode'],
	events: ['lazyEventEmitterAsyncResource'],
};

/** Beginnings of statements that are left out: handing sockets to threads, type of service. */
export const droppedStatements = {
	net: [
		'Server.prototype[kDeserialize] =',
		'Server.prototype[kTransfer] =',
		'Socket.prototype.setTypeOfService =',
		'Socket.prototype.getTypeOfService =',
	],
	'internal/streams/readable': ['Readable.prototype.compose ='],
};
