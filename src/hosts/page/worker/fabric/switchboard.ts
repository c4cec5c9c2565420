// This process's side of the in-memory TCP: the wires to the other processes, who listens where,
// and all open ends. A connection within the process goes over a wire to itself.

import { enter } from '../loop/enter.ts';
import { runPending } from '../loop/pending.ts';
import { post } from '../program/frame-port.ts';
import { Endpoint } from './endpoint.ts';
import { CREDIT, DATA, FIN, RST, SYN, type Opening, type Packet } from './packet.ts';
import { Wire } from './wire.ts';

/** A listening handle: takes the connections that come in. */
export interface Listener {
	onConnection(endpoint: Endpoint, opening: Opening): void;
	/** Another process was given the port in the same moment. */
	onPortTaken(): void;
}

const FIRST_EPHEMERAL_PORT = 32_768;
const EPHEMERAL_PORTS = 3_500;
/** Room for the ids of each process: 2^21 connections, and below 2^53 for any pid. */
const KEYS_PER_PROCESS = 2 ** 32;

let ownPid = 0;
let connections = 0;
let ephemeral = 0;
const wires = new Map<number, Wire>();
const listeners = new Map<number, Listener>();
/** TCP port to pid, for all processes; the frame keeps it in step. */
const listening = new Map<number, number>();
const endpoints = new Map<number, Endpoint>();
const peerOf = new Map<number, number>();

/** Starts the network of process `pid`. */
export function openNetwork(pid: number): void {
	ownPid = pid;
	const loop = new MessageChannel();
	wires.set(pid, new Wire(loop.port1, (packet) => receive(pid, packet)));
	loop.port2.onmessage = (event: MessageEvent<Packet>) => receive(pid, event.data);
}

/** Connects to another process. */
export function addPeer(pid: number, port: MessagePort): void {
	wires.set(pid, new Wire(port, (packet) => receive(pid, packet)));
}

/** Another process has ended: its ports are free, and what it did not close itself is reset. */
export function removePeer(pid: number): void {
	wires.delete(pid);
	for (const [tcpPort, owner] of listening) if (owner === pid) listening.delete(tcpPort);
	for (const [key, peer] of peerOf) {
		if (peer === pid) enter(() => endpoints.get(key)?.receiveReset());
	}
}

/** Takes in what the frame says about who listens where. */
export function setListening(tcpPort: number, pid: number | undefined): void {
	if (pid === undefined) listening.delete(tcpPort);
	else listening.set(tcpPort, pid);
}

/** A port of this process was given to another one that asked first. */
export function portTaken(tcpPort: number): void {
	const listener = listeners.get(tcpPort);
	listeners.delete(tcpPort);
	if (listener !== undefined) enter(() => listener.onPortTaken());
}

/** A free port for a client, or for a server that asked for port 0. */
export function freePort(): number {
	for (;;) {
		const port =
			FIRST_EPHEMERAL_PORT + (ownPid % 8) * EPHEMERAL_PORTS + (ephemeral++ % EPHEMERAL_PORTS);
		if (!listening.has(port)) return port;
	}
}

/** Whether a process listens on the port. */
export function isTaken(tcpPort: number): boolean {
	return listening.has(tcpPort);
}

/** Listens; the caller has asked isTaken() before. */
export function listen(tcpPort: number, listener: Listener): void {
	listening.set(tcpPort, ownPid);
	listeners.set(tcpPort, listener);
	post({ t: 'listen', tcpPort });
}

/** Stops listening. */
export function unlisten(tcpPort: number): void {
	if (!listeners.delete(tcpPort)) return;
	listening.delete(tcpPort);
	post({ t: 'unlisten', tcpPort });
}

/** Opens a connection to whoever listens on the port, or gives nothing where nobody does. */
export function open(opening: Opening): Endpoint | undefined {
	const pid = listening.get(opening.tcpPort);
	const wire = pid === undefined ? undefined : wires.get(pid);
	if (pid === undefined || wire === undefined) return undefined;
	const key = ownPid * KEYS_PER_PROCESS + 2 * ++connections;
	const endpoint = addEndpoint(key, key + 1, wire, pid);
	wire.send(SYN, key + 1, opening);
	return endpoint;
}

function addEndpoint(key: number, peerKey: number, wire: Wire, pid: number): Endpoint {
	const endpoint = new Endpoint(key, peerKey, wire, forget);
	endpoints.set(key, endpoint);
	peerOf.set(key, pid);
	return endpoint;
}

function forget(key: number): void {
	endpoints.delete(key);
	peerOf.delete(key);
}

/**
 * Delivers a packet frame by frame. Each frame but the first waits for a few microtasks, so that
 * promises of the callback before it run first, as they do in Node.
 */
function receive(pid: number, packet: Packet, from = 0): void {
	if (from === 0) runPending();
	const [operation, key, argument] = [packet[from], packet[from + 1], packet[from + 2]];
	if (typeof operation === 'number' && typeof key === 'number') {
		enter(() => handle(pid, operation, key, argument));
	}
	const next = from + 3;
	if (next >= packet.length) return;
	queueMicrotask(() => queueMicrotask(() => receive(pid, packet, next)));
}

function handle(pid: number, operation: number, key: number, argument: Packet[number] | undefined) {
	if (operation === SYN) {
		if (typeof argument === 'object' && 'tcpPort' in argument) accept(pid, key, argument);
		return;
	}
	const endpoint = endpoints.get(key);
	if (endpoint === undefined) {
		// The end was closed here: what still comes is answered as a kernel does.
		if (operation === DATA) wires.get(pid)?.send(RST, otherKey(key));
	} else if (operation === DATA) {
		if (argument instanceof Uint8Array) endpoint.receive(argument);
	} else if (operation === FIN) {
		endpoint.receiveEnd();
	} else if (operation === CREDIT) {
		if (typeof argument === 'number') endpoint.receiveCredit(argument);
	} else if (operation === RST) {
		endpoint.receiveReset();
	}
}

/** The opener's end has the even key, the other end the odd one after it. */
function otherKey(key: number): number {
	return key % 2 === 0 ? key + 1 : key - 1;
}

function accept(pid: number, key: number, opening: Opening): void {
	const wire = wires.get(pid);
	if (wire === undefined) return;
	const listener = listeners.get(opening.tcpPort);
	if (listener === undefined) {
		wire.send(RST, otherKey(key));
		return;
	}
	listener.onConnection(addEndpoint(key, otherKey(key), wire, pid), opening);
}

/** Closes everything as a kernel does when a process ends, and sends what waits. */
export function closeNetwork(): void {
	for (const endpoint of [...endpoints.values()]) endpoint.close();
	for (const tcpPort of [...listeners.keys()]) unlisten(tcpPort);
	for (const wire of wires.values()) wire.flush();
}
