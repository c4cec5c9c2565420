/** What the reader's code can do wrong: each ends with a clear message and a host that runs again. */
import { expect, type Page, test } from 'playwright/test';
import { openBarePage } from '../fixtures/page-engine/bare-page.ts';
import { CHROMIUM, CHROMIUM_ARGS } from './chromium.ts';

test.use({ launchOptions: { executablePath: CHROMIUM, args: CHROMIUM_ARGS } });

/** What a program did on the page engine. */
interface Run {
	code: number;
	message?: string;
	stdout: string;
	stderr: string;
	stalls: boolean[];
	ms: number;
}

let bare: Awaited<ReturnType<typeof openBarePage>>;
let page: Page;

test.beforeAll(async ({ browser }) => {
	bare = await openBarePage(true);
	page = await browser.newPage();
	await open();
});

test.afterAll(async () => {
	await page.close();
	bare.close();
});

async function open(): Promise<void> {
	await page.goto(bare.url);
	await page.evaluate(async () => {
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		const { engine } = globalThis as any;
		engine.host = await engine.boot();
	});
}

/** Runs programs at once; each is named after its file. `kill` names one and what it must say first. */
function run(
	files: Readonly<Record<string, string>>,
	names: readonly string[],
	{
		killWhen,
		stdin = [],
	}: { killWhen?: readonly [file: string, said: string]; stdin?: readonly string[] } = {},
): Promise<Run[]> {
	return page.evaluate(
		async ({ files, names, killWhen, stdin }) => {
			// eslint-disable-next-line @typescript-eslint/no-explicit-any
			const { engine } = globalThis as any;
			await engine.host.mount(files);
			const start = performance.now();
			const runs = [];
			for (const name of names) {
				const started = await engine.start(engine.host, [name]);
				runs.push(started);
				if (files[name]?.includes("'ready'")) await started.said('ready');
				for (const text of stdin) started.process.write(text);
				if (killWhen?.[0] === name) {
					await started.said(killWhen[1]);
					started.process.kill();
				}
			}
			return Promise.all(
				runs.map(async (each) => {
					const exit = await each.exit;
					const { stdout, stderr, stalls } = each;
					const ms = performance.now() - start;
					return { ...exit, stdout: stdout.slice(0, 2000), stderr, stalls, ms };
				}),
			);
		},
		{ files, names, stdin, ...(killWhen === undefined ? {} : { killWhen: [...killWhen] }) },
	);
}

/** One program. */
async function runOne(text: string, options = {}): Promise<Run> {
	const [only] = await run({ 'server.mjs': text }, ['server.mjs'], options);
	if (only === undefined) throw new Error('the program did not run');
	return only;
}

test.afterEach(async () => {
	const after = await runOne(`console.log('still works');`);
	expect(after, 'the host runs again').toMatchObject({ code: 0, stdout: 'still works\n' });
});

test('a throw ends with its message, its place and code 1', async () => {
	const ended = await runOne(`\nsetTimeout(() => {\n\tthrow new TypeError('broken');\n}, 1);`);
	expect(ended).toMatchObject({ code: 1, message: 'Uncaught TypeError: broken' });
	expect(ended.stderr).toContain('server.mjs:3:8');
});

test('an unhandled rejection ends with code 1', async () => {
	const ended = await runOne(`Promise.reject(new Error('nobody listens'));`);
	expect(ended).toMatchObject({ code: 1, message: 'Uncaught Error: nobody listens' });
});

test('process.exit(5) ends with 5 at once', async () => {
	const ended = await runOne(`console.log('a'); process.exit(5); console.log('b');`);
	expect(ended).toMatchObject({ code: 5, stdout: 'a\n' });
});

test('a throw in a request handler resets the client', async () => {
	const [server, client] = await run(
		{
			'server.mjs': `import http from 'node:http'; http.createServer(() => { throw new Error('in handler'); }).listen(3000, () => console.log('ready'));`,
			'client.mjs': `import http from 'node:http'; http.get({ port: 3000 }).on('error', (e) => console.log(e.code));`,
		},
		['server.mjs', 'client.mjs'],
	);
	expect(server).toMatchObject({ code: 1, message: 'Uncaught Error: in handler' });
	expect(client).toMatchObject({ code: 0, stdout: 'ECONNRESET\n' });
});

test('a killed server resets its clients, and the port is free again', async () => {
	const files = {
		'server.mjs': `import net from 'node:net'; net.createServer((s) => s.on('data', () => console.log('asked'))).listen(3000, () => console.log('ready'));`,
		'client.mjs': `import net from 'node:net'; const c = net.connect(3000, () => { c.write('x'); console.log('ready'); }); c.on('error', (e) => console.log(e.code)); c.on('close', () => console.log('closed'));`,
		'killer.mjs': `console.log('ready');`,
	};
	const ended = await page.evaluate(async (files) => {
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		const { engine } = globalThis as any;
		await engine.host.mount(files);
		const server = await engine.start(engine.host, ['server.mjs']);
		await server.said('ready');
		const client = await engine.start(engine.host, ['client.mjs']);
		await server.said('asked');
		server.process.kill();
		server.process.kill();
		const again = await server.exit.then(() => engine.start(engine.host, ['server.mjs']));
		await again.said('ready');
		again.process.kill();
		return {
			server: await server.exit,
			client: await client.exit,
			said: client.stdout,
			again: again.stdout,
		};
	}, files);
	expect(ended.server).toEqual({ code: 143 });
	expect(ended.client).toEqual({ code: 0 });
	expect(ended.said).toBe('ready\nECONNRESET\nclosed\n');
	expect(ended.again).toBe('ready\n');
});

test('an endless loop is told after a second and ended by kill(), and the rest with it', async () => {
	const files = {
		'loop.mjs': `console.log('ready'); setTimeout(() => { for (;;); }, 1);`,
		'other.mjs': `console.log('ready'); setInterval(() => {}, 1000);`,
	};
	const ended = await page.evaluate(async (files) => {
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		const { engine } = globalThis as any;
		await engine.host.mount(files);
		const other = await engine.start(engine.host, ['other.mjs']);
		let stalledAt = 0;
		const loop = await new Promise<{ kill(): void; exit: Promise<unknown> }>((resolve) => {
			const at = performance.now();
			void engine.host
				.spawn('node', ['loop.mjs'], {
					onOutput: () => undefined,
					onStall: (stalled: boolean) => {
						stalledAt = performance.now() - at;
						if (stalled) resolve(process);
					},
				})
				.then((started: typeof process) => (process = started));
			let process: { kill(): void; exit: Promise<unknown> };
		});
		const killedAt = performance.now();
		loop.kill();
		const exit = await loop.exit;
		return { stalledAt, killMs: performance.now() - killedAt, exit, other: await other.exit };
	}, files);
	expect(ended.stalledAt).toBeGreaterThan(900);
	expect(ended.stalledAt).toBeLessThan(3000);
	expect(ended.killMs).toBeLessThan(1500);
	expect(ended.exit).toMatchObject({ code: 143, message: expect.stringContaining('loop.mjs') });
	expect(ended.other.message).toContain('shares its frame');
});

test('an endless loop that nobody kills is ended after 10 s', async () => {
	const ended = await runOne(`console.log('ready'); setTimeout(() => { for (;;); }, 1);`);
	expect(ended).toMatchObject({ code: 143, stalls: [true] });
	expect(ended.message).toContain('did not answer for 10 seconds');
	expect(ended.ms).toBeGreaterThan(9000);
	expect(ended.ms).toBeLessThan(14_000);
});

test('an endless loop at the top of the program is ended, too', async () => {
	const ended = await runOne(`for (;;);`);
	expect(ended.message).toContain('did not answer for 10 seconds');
});

test('a handler that blocks for 3 s survives, and its stall is told twice', async () => {
	const [server, client] = await run(
		{
			'server.mjs': `import http from 'node:http'; const server = http.createServer((req, res) => { const end = performance.now() + 3000; while (performance.now() < end); res.end('late'); server.close(); server.closeIdleConnections(); }).listen(3000, () => console.log('ready'));`,
			'client.mjs': `import http from 'node:http'; http.get({ port: 3000, agent: false }, (res) => res.on('data', (d) => console.log(String(d))));`,
		},
		['server.mjs', 'client.mjs'],
	);
	expect(server).toMatchObject({ code: 0, stalls: [true, false] });
	expect(client).toMatchObject({ code: 0, stdout: 'late\n', stalls: [] });
});

test('a flood of lines in a loop is ended with a message', async () => {
	const ended = await runOne(`for (;;) console.log('line');`);
	expect(ended.code).toBe(1);
	expect(ended.message).toMatch(/printed 50001 lines .* within one second/);
});

test('a flood of bytes over many tasks is ended with a message', async () => {
	const ended = await runOne(`setInterval(() => process.stdout.write('x'.repeat(100_000)), 1);`);
	expect(ended.code).toBe(1);
	expect(ended.message).toMatch(/bytes within one second/);
});

test('one write of 100 MB never reaches the page', async () => {
	const ended = await runOne(`process.stdout.write('x'.repeat(100_000_000));`);
	expect(ended).toMatchObject({ code: 1, stdout: '' });
});

test('memory that only grows ends with a message, and the page lives', async ({ browser }) => {
	test.setTimeout(120_000);
	// The test tool takes the crash of the frame's process for one of the page, so the page reports.
	const other = await browser.newPage();
	await other.goto(bare.url);
	const report = bare.report();
	await other.evaluate(() => {
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		const { engine } = globalThis as any;
		const grow = `const all = []; setInterval(() => { for (let i = 0; i < 50; i++) all.push(new Array(1e6).fill(Math.random())); }, 1);`;
		const program = async () => {
			const host = await engine.boot();
			await host.mount({ 'grow.mjs': grow, 'after.mjs': `console.log('still works');` });
			const exit = await (await engine.start(host, ['grow.mjs'])).exit;
			const after = await engine.start(host, ['after.mjs']);
			await after.exit;
			await fetch('/report', {
				method: 'POST',
				body: JSON.stringify({ exit, after: after.stdout }),
			});
		};
		void program();
	});
	expect(await report).toEqual({
		exit: { code: 134, message: expect.stringContaining('used up its memory') },
		after: 'still works\n',
	});
	await other.close();
});

test('a syntax error says file, line and column', async () => {
	const ended = await runOne(`const a = 1;\nconst b = ;\n`);
	expect(ended.code).toBe(1);
	expect(ended.message).toMatch(/^server\.mjs:2:11: SyntaxError: Unexpected token/);
	expect(ended.stderr).toContain('const b = ;');
});

test('a syntax error in an imported file says that file', async () => {
	const [ended] = await run(
		{ 'server.mjs': `import './part.mjs';`, 'part.mjs': `export const x = 1;\n\nif (x {}\n` },
		['server.mjs'],
	);
	expect(ended?.message).toMatch(/^part\.mjs:3:7: SyntaxError/);
});

test('a missing file says who imports it, where, and what there is', async () => {
	const ended = await runOne(`\nimport { x } from './parts.mjs';`);
	expect(ended).toMatchObject({ code: 1 });
	expect(ended.message).toBe(
		"server.mjs:2:20: Cannot find module '/parts.mjs'. The lab has: server.mjs.",
	);
});

test('a missing export says its name and its module', async () => {
	const ended = await runOne(`import { createSever } from 'node:http'; createSever();`);
	expect(ended.code).toBe(1);
	expect(ended.message).toContain("'node:http' does not provide an export named 'createSever'");
});

test('a module that the engine lacks says which host has it', async () => {
	const ended = await runOne(`import { Worker } from 'node:worker_threads';`);
	expect(ended.message).toBe(
		'server.mjs:1:25: node:worker_threads is not provided by the in-page engine; ' +
			'it works on real Node (npm run lab) and in a WebContainer.',
	);
});

test('a function that the engine lacks says which host has it', async () => {
	const ended = await runOne(
		`import crypto, { scryptSync } from 'node:crypto'; try { crypto.scryptSync('a', 'b', 8); } catch (e) { console.log(e.message); } scryptSync('a', 'b', 8);`,
	);
	expect(ended.stdout).toContain('node:crypto: scryptSync is not provided by the in-page engine');
	expect(ended.code).toBe(1);
});

test('a package says that there are none', async () => {
	const ended = await runOne(`import express from 'express';`);
	expect(ended.message).toContain("server.mjs:1:22: Cannot find package 'express'");
});

test('a circular import says so', async () => {
	const [ended] = await run(
		{ 'server.mjs': `import './a.mjs';`, 'a.mjs': `import './server.mjs';` },
		['server.mjs'],
	);
	expect(ended?.message).toContain('server.mjs imports a.mjs imports server.mjs: circular imports');
});

test('stdin after the end of a process is ignored', async () => {
	const said = await page.evaluate(async () => {
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		const { engine } = globalThis as any;
		await engine.host.mount({ 'server.mjs': `process.exit(0);` });
		const started = await engine.start(engine.host, ['server.mjs']);
		await started.exit;
		started.process.write('too late');
		started.process.end();
		started.process.write('twice');
		started.process.kill();
		return started.exit;
	});
	expect(said).toEqual({ code: 0 });
});

test('stdin after its own end is ignored', async () => {
	const said = await page.evaluate(async () => {
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		const { engine } = globalThis as any;
		await engine.host.mount({
			'server.mjs': `console.log('ready'); let all = ''; for await (const c of process.stdin) all += c; console.log(all);`,
		});
		const started = await engine.start(engine.host, ['server.mjs']);
		await started.said('ready');
		started.process.write('before');
		started.process.end();
		started.process.write('after');
		return { ...(await started.exit), stdout: started.stdout };
	});
	expect(said).toEqual({ code: 0, stdout: 'ready\nbefore\n' });
});

test('a server that never listens refuses its clients', async () => {
	const ended = await runOne(
		`import net from 'node:net'; net.connect(3999).on('error', (e) => { console.log(e.code); });`,
	);
	expect(ended).toMatchObject({ code: 0, stdout: 'ECONNREFUSED\n' });
});

test('two processes cannot have one port', async () => {
	const server = `import net from 'node:net'; net.createServer().on('error', (e) => { console.log(e.code); }).listen(3000, () => { console.log('ready'); setTimeout(() => process.exit(), 300); });`;
	const ended = await page.evaluate(async (server) => {
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		const { engine } = globalThis as any;
		await engine.host.mount({ 'a.mjs': server });
		const first = await engine.start(engine.host, ['a.mjs']);
		await first.said('ready');
		const second = await engine.start(engine.host, ['a.mjs']);
		await Promise.all([first.exit, second.exit]);
		return [first.stdout, second.stdout];
	}, server);
	expect(ended).toEqual(['ready\n', 'EADDRINUSE\n']);
});

test('at most 8 processes run, and the ninth says so', async () => {
	const message = await page.evaluate(async () => {
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		const { engine } = globalThis as any;
		await engine.host.mount({ 'a.mjs': `setInterval(() => {}, 1000); console.log('ready');` });
		const all = await Promise.all(
			Array.from({ length: 8 }, () => engine.start(engine.host, ['a.mjs'])),
		);
		const ninth = await engine.start(engine.host, ['a.mjs']).catch((error: Error) => error.message);
		await Promise.all(all.map((each) => each.said('ready')));
		for (const each of all) each.process.kill();
		await Promise.all(all.map((each) => each.exit));
		return ninth;
	});
	expect(message).toContain('at most 8 processes');
});

test('a sync brotli call before the codec has come names it; the async one waits', async () => {
	const ended = await runOne(
		`import zlib from 'node:zlib'; const name = 'bro' + 'tliCompress'; try { zlib[name + 'Sync']('x'); } catch (e) { console.log(e.message); } zlib[name]('x'.repeat(100), (e, out) => { console.log(e, out.length > 0); console.log(zlib[name + 'Sync']('x').length > 0); });`,
	);
	expect(ended.stdout).toContain('brotli cannot be used yet');
	expect(ended.stdout).toContain('null true\ntrue\n');
});

test('dispose ends everything, and the host boots again', async () => {
	const ended = await page.evaluate(async () => {
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		const { engine } = globalThis as any;
		await engine.host.mount({ 'a.mjs': `setInterval(() => {}, 1000); console.log('ready');` });
		const started = await engine.start(engine.host, ['a.mjs']);
		await started.said('ready');
		engine.host.dispose();
		const exit = await started.exit;
		const frames = document.querySelectorAll('iframe').length;
		await engine.host.boot(new AbortController().signal, () => undefined);
		return { exit, frames };
	});
	expect(ended).toEqual({ exit: { code: 143 }, frames: 0 });
});

test('the busy time of a server that renders for 3 ms is seen, and idle is nothing', async () => {
	const [server] = await run(
		{
			'server.mjs': `import http from 'node:http'; const server = http.createServer((req, res) => { const end = performance.now() + 3; while (performance.now() < end); res.end(); });
server.listen(3000, () => { console.log('ready'); const start = process.cpuUsage(); setTimeout(() => { const idle = process.cpuUsage(start).user; console.log('idle', idle); }, 300); });
let asked = 0; let before; server.on('request', () => { before ??= process.cpuUsage(); if (++asked === 100) setTimeout(() => { console.log('busy', process.cpuUsage(before).user); process.exit(); }, 20); });`,
			'client.mjs': `import http from 'node:http'; await new Promise((r) => setTimeout(r, 400)); const agent = new http.Agent({ keepAlive: true }); for (let i = 0; i < 100; i++) await new Promise((ok) => http.get({ port: 3000, agent }, (res) => res.resume().on('end', ok)).on('error', ok)); agent.destroy();`,
		},
		['server.mjs', 'client.mjs'],
	);
	const figure = (word: string) =>
		Number(new RegExp(`${word} (\\d+)`).exec(server?.stdout ?? '')?.[1]);
	expect(figure('idle')).toBeLessThan(20_000);
	expect(figure('busy')).toBeGreaterThan(280_000);
	expect(figure('busy')).toBeLessThan(600_000);
});

test('jobs of the pool count as busy time of their process', async () => {
	const ended = await runOne(
		`import zlib from 'node:zlib'; const text = Buffer.from('some text to compress '.repeat(20_000)); zlib.gzip(text, () => { const before = process.cpuUsage(); zlib.gzip(text, { level: 9 }, () => setTimeout(() => console.log(process.cpuUsage(before).user), 5)); });`,
	);
	expect(Number(ended.stdout)).toBeGreaterThan(1000);
});
