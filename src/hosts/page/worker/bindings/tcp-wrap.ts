// Node's internalBinding('tcp_wrap') over the in-memory TCP: what libuv is to lib/net.js.

import type { Endpoint, EndpointOwner } from '../fabric/endpoint.ts';
import type { Opening } from '../fabric/packet.ts';
import * as switchboard from '../fabric/switchboard.ts';
import { Hold } from '../loop/alive.ts';
import { enter } from '../loop/enter.ts';
import { hop } from '../loop/hop.ts';
import { errno } from './uv.ts';
import { StreamHandle } from './stream-handle.ts';

/** Node's numbers for the kinds of a handle. */
export const constants = { SOCKET: 0, SERVER: 1, UV_TCP_IPV6ONLY: 1, UV_TCP_REUSEPORT: 2 };

/** The request of a connect. */
export class TCPConnectWrap {
	oncomplete?: (status: number, handle: TCP, req: TCPConnectWrap, r: boolean, w: boolean) => void;
}

interface Address {
	address: string;
	family: 'IPv4' | 'IPv6';
	port: number;
}

const LOOPBACK = /^(?:127\.|0\.0\.0\.0$|::1?$|::ffff:127\.)/;

/** A listening or connected TCP handle. */
export class TCP extends StreamHandle implements EndpointOwner {
	/** Set by lib/net.js on a listening handle. */
	onconnection: ((status: number, client: TCP | undefined) => void) | undefined;
	#local: Address = { address: '0.0.0.0', family: 'IPv4', port: 0 };
	#remote: Address | undefined;
	#isListening = false;

	// --- addresses ---

	bind(address: string, port: number): number {
		return this.#bind({ address, family: 'IPv4', port });
	}

	bind6(address: string, port: number): number {
		return this.#bind({ address, family: 'IPv6', port });
	}

	#bind(local: Address): number {
		if (!LOOPBACK.test(local.address)) return errno('EADDRNOTAVAIL');
		// As in libuv, a port that is taken is an error of listen().
		this.#local = { ...local, port: local.port === 0 ? switchboard.freePort() : local.port };
		return 0;
	}

	getsockname(out: Partial<Address>): number {
		Object.assign(out, this.#local);
		return 0;
	}

	getpeername(out: Partial<Address>): number {
		if (this.#remote === undefined) return errno('ENOTCONN');
		Object.assign(out, this.#remote);
		return 0;
	}

	// --- listening ---

	listen(): number {
		if (this.#local.port === 0) this.#local.port = switchboard.freePort();
		if (switchboard.isTaken(this.#local.port)) return errno('EADDRINUSE');
		switchboard.listen(this.#local.port, {
			onConnection: (endpoint, opening) => this.#accept(endpoint, opening),
			onPortTaken: () => this.onconnection?.(errno('EADDRINUSE'), undefined),
		});
		this.#isListening = true;
		this.updateHold();
		return 0;
	}

	#accept(endpoint: Endpoint, opening: Opening): void {
		const client = new TCP();
		// A server on all addresses is an IPv6 one, and sees IPv4 clients as mapped addresses.
		const isMapped = this.#local.family === 'IPv6' && !opening.address.includes(':');
		const address = isMapped ? `::ffff:${opening.address}` : opening.address;
		const family = address.includes(':') ? 'IPv6' : 'IPv4';
		client.#local = { address, family, port: opening.tcpPort };
		client.#remote = { address, family, port: opening.fromPort };
		client.attach(endpoint);
		this.onconnection?.(0, client);
	}

	// --- connecting ---

	connect(req: TCPConnectWrap, address: string, port: number): number {
		return this.#connect(req, { address, family: 'IPv4', port });
	}

	connect6(req: TCPConnectWrap, address: string, port: number): number {
		return this.#connect(req, { address, family: 'IPv6', port });
	}

	#connect(req: TCPConnectWrap, remote: Address): number {
		if (!LOOPBACK.test(remote.address)) return errno('ENETUNREACH');
		const port = this.#local.port === 0 ? switchboard.freePort() : this.#local.port;
		const address = remote.family === 'IPv6' ? '::1' : '127.0.0.1';
		this.#local = { address, family: remote.family, port };
		const endpoint = switchboard.open({ tcpPort: remote.port, fromPort: port, address });
		const hold = new Hold();
		hold.active = true;
		if (endpoint !== undefined) {
			this.#remote = { ...remote, address };
			this.attach(endpoint);
		}
		// The kernel of a busy server answers at once, so the connection is made without the server.
		hop(() => {
			hold.active = false;
			if (this.isClosed) return;
			const status = endpoint === undefined || endpoint.isReset ? errno('ECONNREFUSED') : 0;
			enter(() => req.oncomplete?.(status, this, req, true, true));
		});
		return 0;
	}

	// --- options that have no meaning in memory ---

	open(): number {
		return errno('ENOTSUP');
	}

	setNoDelay(): number {
		return 0;
	}

	setKeepAlive(): number {
		return 0;
	}

	setTypeOfService(): number {
		return 0;
	}

	getTypeOfService(): number {
		return 0;
	}

	protected override get isListening(): boolean {
		return this.#isListening;
	}

	protected override onClosing(): void {
		if (this.#isListening) switchboard.unlisten(this.#local.port);
		this.#isListening = false;
	}
}
