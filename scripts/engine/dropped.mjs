/**
 * Functions of Node's library that only serve what a page cannot do: trying several addresses,
 * files and pipes as sockets, proxies, colours, web streams. They throw if they are reached.
 */
export const dropped = {
	net: ['lookupAndConnectMultiple', 'internalConnectMultiple'],
};
