import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { realClock } from '../../../src/load/clock.ts';
import type { Response } from '../../../src/load/connection.ts';
import { createNetwork } from '../../../src/load/generate.ts';
import type { Job } from '../../../src/load/job.ts';
import type { LinkProfile } from '../../../src/load/link-profile.ts';
import type { Failure } from '../../../src/load/sample.ts';
import { User } from '../../../src/load/user.ts';
import { profileOf } from './virtual-link.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
	for (const socket of sockets) socket.destroy();
	for (const server of servers.splice(0)) server.close();
	sockets.clear();
});

/** A real server on loopback that does with each request, by its number, what it is told. */
async function serverThat(
	answer: (socket: Socket, request: string, number: number) => void,
): Promise<{ port: number; connections: () => number; requests: string[] }> {
	let connections = 0;
	const requests: string[] = [];
	const server = createServer((socket) => {
		connections++;
		sockets.add(socket);
		socket.on('error', () => {});
		let text = '';
		socket.setEncoding('latin1').on('data', (piece: string) => {
			text += piece;
			const end = text.indexOf('\r\n\r\n');
			if (end < 0) return;
			const request = text.slice(0, end);
			text = text.slice(end + 4);
			requests.push(request);
			answer(socket, request, requests.length - 1);
		});
	});
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (!address || typeof address === 'string') throw new Error('the server has no port');
	return { port: address.port, connections: () => connections, requests };
}

function userOf(port: number, limit = 6, profile?: LinkProfile) {
	const network = createNetwork(realClock(), { host: '127.0.0.1', port });
	let opened = 0;
	const user = new User(network, profile, limit, () => opened++);
	return { user, opened: () => opened, clock: network.clock };
}

type Ended = { job: Job; outcome: Response | Failure };

/** Sends a request; resolves when it has ended, well or not. `onJob` gets it before that. */
function request(user: User, onJob?: (job: Job) => void, path = '/'): Promise<Ended> {
	return new Promise((resolve) => {
		const job: Job = {
			path,
			sentAtUs: 0,
			connectUs: 0,
			reused: false,
			connection: undefined,
			finish: (outcome) => resolve({ job, outcome }),
		};
		user.request(job);
		onJob?.(job);
	});
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';

test('requests one after the other share a connection', async () => {
	const server = await serverThat((socket) => socket.write(OK));
	const { user, opened } = userOf(server.port);
	const first = await request(user);
	const second = await request(user);
	expect(first.outcome).toMatchObject({ status: 200, bytes: OK.length, bodyBytes: 5 });
	expect(first.job).toMatchObject({ reused: false });
	expect(first.job.connectUs).toBeGreaterThan(0);
	expect(second.job).toMatchObject({ reused: true, connectUs: 0 });
	expect([server.connections(), opened()]).toEqual([1, 1]);
});

test('requests at the same time open connections up to the limit, and then wait', async () => {
	let under = 0;
	let most = 0;
	const server = await serverThat((socket) => {
		most = Math.max(most, ++under);
		setImmediate(() => {
			under--;
			socket.write(OK);
		});
	});
	const { user } = userOf(server.port, 2);
	const all = await Promise.all(Array.from({ length: 7 }, () => request(user)));
	expect(all.every(({ outcome }) => typeof outcome === 'object')).toBe(true);
	expect(server.connections()).toBe(2);
	expect(most).toBeLessThanOrEqual(2);
});

test.each<[says: string, answer: string, expected: Partial<Response>]>([
	['a body with a length', OK, { status: 200, bodyBytes: 5, keepAlive: true }],
	[
		'a body in chunks',
		'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n',
		{ status: 200, bodyBytes: 11, keepAlive: true },
	],
	['no body', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, bodyBytes: 0, keepAlive: true }],
	[
		'not modified, with the length of the body that is not sent',
		'HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\nETag: "a"\r\n\r\n',
		{ status: 304, bodyBytes: 0, keepAlive: true },
	],
	[
		'an early hint and then the answer',
		`HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n${OK}`,
		{ status: 200, bodyBytes: 5, keepAlive: true },
	],
	[
		'the last answer of a connection',
		'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello',
		{ status: 200, bodyBytes: 5, keepAlive: false },
	],
])('%s is read, whole or byte by byte', async (_says, answer, expected) => {
	const server = await serverThat((socket, _request, number) => {
		if (number === 0) return socket.write(answer);
		let sent = 0;
		const next = () => {
			socket.write(answer.charAt(sent++), 'latin1');
			if (sent < answer.length) setImmediate(next);
		};
		return next();
	});
	const { user } = userOf(server.port);
	for (const { outcome } of [await request(user), await request(user)]) {
		expect(outcome).toMatchObject({ ...expected, bytes: answer.length });
	}
	expect(server.connections()).toBe(expected.keepAlive ? 1 : 2);
});

test('a body that ends with the connection is whole', async () => {
	const server = await serverThat((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nall there is'));
	const { user } = userOf(server.port);
	expect((await request(user)).outcome).toMatchObject({ status: 200, bodyBytes: 12 });
});

test('a large body that comes in large pieces is read', async () => {
	const body = 'x'.repeat(300_000);
	const server = await serverThat((socket) =>
		socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
	);
	const { user } = userOf(server.port);
	for (let i = 0; i < 3; i++) {
		expect((await request(user)).outcome).toMatchObject({ bodyBytes: body.length });
	}
	expect(server.connections()).toBe(1);
});

test('a validator is sent back, for its own path only', async () => {
	const server = await serverThat((socket) =>
		socket.write('HTTP/1.1 200 OK\r\nETag: "v1"\r\nContent-Length: 0\r\n\r\n'),
	);
	const { user } = userOf(server.port);
	await request(user);
	await request(user);
	await request(user, undefined, '/other');
	expect(server.requests.map((text) => text.includes('If-None-Match: "v1"'))).toEqual([
		false,
		true,
		false,
	]);
});

test('a request is what browsers and servers expect', async () => {
	const server = await serverThat((socket) => socket.write(OK));
	const { user } = userOf(server.port);
	await request(user, undefined, '/small?a=b');
	expect(server.requests[0]?.split('\r\n')).toEqual([
		'GET /small?a=b HTTP/1.1',
		`Host: 127.0.0.1:${server.port}`,
		'User-Agent: measure-first',
		'Accept: text/html',
		'Accept-Encoding: gzip, deflate, br',
	]);
});

test.each<[kind: Failure, says: string, answer: (socket: Socket) => void]>([
	['reset', 'a connection that is closed before an answer', (socket) => socket.destroy()],
	['reset', 'a connection that is reset', (socket) => socket.resetAndDestroy()],
	['protocol', 'an answer that is no HTTP', (socket) => socket.write('SSH-2.0-OpenSSH\r\n')],
	[
		'protocol',
		'half an answer',
		(socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
	],
	[
		'protocol',
		'a size of a chunk that is no number',
		(socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello'),
	],
])('%s: %s', async (kind, _says, answer) => {
	const server = await serverThat((socket, _request, number) =>
		number === 0 ? answer(socket) : socket.write(OK),
	);
	for (const profile of [undefined, profileOf(2, 100)]) {
		server.requests.length = 0;
		const { user } = userOf(server.port, 1, profile);
		expect((await request(user)).outcome).toBe(kind);
		expect((await request(user)).outcome, 'the next request').toMatchObject({ status: 200 });
	}
});

test('refused: a port where nobody listens', async () => {
	const server = await serverThat(() => {});
	servers.pop()?.close();
	for (const profile of [undefined, profileOf(2, 100)]) {
		const { user } = userOf(server.port, 2, profile);
		const all = await Promise.all([request(user), request(user), request(user)]);
		expect(all.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused']);
	}
});

test('connect: a name that does not exist', async () => {
	const network = createNetwork(realClock(), { host: 'nowhere.invalid', port: 80 });
	const user = new User(network, undefined, 1, () => {});
	expect((await request(user)).outcome).toBe('connect');
});

test('timeout: a request that is given up takes its connection with it', async () => {
	let asked = () => {};
	const hasAsked = new Promise<void>((resolve) => (asked = resolve));
	const server = await serverThat((socket, _request, number) => {
		if (number === 0) asked();
		else socket.write(OK);
	});
	const { user } = userOf(server.port, 1);
	let stuck: Job | undefined;
	const first = request(user, (job) => (stuck = job));
	const second = request(user);
	await hasAsked;
	if (stuck) user.abandon(stuck, 'timeout');
	expect((await first).outcome).toBe('timeout');
	expect((await second).outcome).toMatchObject({ status: 200 });
	expect(server.connections()).toBe(2);
});

test('a request that waits for a connection can be given up', async () => {
	const server = await serverThat((socket) => socket.write(OK));
	const { user } = userOf(server.port, 1);
	const first = request(user);
	let waiting: Job | undefined;
	const second = request(user, (job) => (waiting = job));
	if (waiting) user.abandon(waiting, 'timeout');
	expect((await second).outcome).toBe('timeout');
	expect((await first).outcome).toMatchObject({ status: 200 });
	expect((await request(user)).outcome).toMatchObject({ status: 200 });
});

test('a connection that the server closes while it is idle is replaced', async () => {
	let close = () => {};
	const server = await serverThat((socket, _request, number) => {
		socket.write(OK);
		if (number === 0) close = () => socket.end();
	});
	const { user } = userOf(server.port, 1);
	const { job } = await request(user);
	close();
	await waitFor(() => job.connection?.isGone() === true);
	expect((await request(user)).job.reused).toBe(false);
	expect(server.connections()).toBe(2);
});

test('a user who leaves closes what is idle at once and the rest when it is done', async () => {
	let answer = () => {};
	const server = await serverThat((socket, _request, number) => {
		if (number < 2) socket.write(OK);
		else answer = () => socket.write(OK);
	});
	const { user } = userOf(server.port, 2);
	await Promise.all([request(user), request(user)]);
	const last = request(user);
	await waitFor(() => server.requests.length === 3);
	user.close();
	answer();
	expect((await last).outcome).toMatchObject({ status: 200 });
	await waitFor(() => [...sockets].every((socket) => socket.readableEnded));
});

test('over a link, times are those of the link', async () => {
	const server = await serverThat((socket) => socket.write(OK));
	const { user, clock } = userOf(server.port, 1, profileOf(20, 100));
	const startUs = clock.nowUs();
	const { job, outcome } = await request(user);
	if (typeof outcome === 'string') throw new Error(outcome);
	expect(job.connectUs).toBeGreaterThanOrEqual(20_000);
	expect(outcome.doneAtUs - job.sentAtUs).toBeGreaterThanOrEqual(20_000);
	expect(outcome.doneAtUs - startUs).toBeGreaterThanOrEqual(40_000);
	expect(outcome.firstByteAtUs).toBeLessThanOrEqual(outcome.doneAtUs);
});

/** Lets the event loop turn until something has happened. */
async function waitFor(happened: () => boolean): Promise<void> {
	while (!happened()) await new Promise((resolve) => setImmediate(resolve));
}
