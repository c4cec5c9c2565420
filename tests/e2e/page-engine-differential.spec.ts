/**
 * The page engine against real Node: the same programs on both, and what they print and how they
 * end has to be equal. Known differences are listed with their reason.
 */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from 'playwright/test';
import { openBarePage } from '../fixtures/page-engine/bare-page.ts';
import { type Ended, nodeFolder, startOnNode } from '../fixtures/page-engine/run-on-node.ts';
import { otherFiles, type SoloCase, soloCases } from '../fixtures/page-engine/solo-cases.ts';
import { CHROMIUM, CHROMIUM_ARGS } from './chromium.ts';

test.use({ launchOptions: { executablePath: CHROMIUM, args: CHROMIUM_ARGS } });
test.describe.configure({ mode: 'default' });

const pair = (name: string) =>
	readFileSync(new URL(`../fixtures/page-engine/pair/${name}`, import.meta.url), 'utf8');
const pairFiles = { 'server.mjs': pair('server.mjs'), 'client.mjs': pair('client.mjs') };

/** Cases of the pair whose results may differ, and why. */
const KNOWN_PAIR_DIFFERENCES: Readonly<Record<string, string>> = {};

/** Cuts a case's names out of the client, so that each is a test of its own. */
const pairCases = [
	...pairFiles['client.mjs'].matchAll(/^\t(?:'([^']+)'|(\w+)): (?:async )?\(\) =>/gm),
].map((match) => match[1] ?? match[2] ?? '');

let bare: Awaited<ReturnType<typeof openBarePage>>;
let page: Page;
let ports = 21_000;

test.beforeAll(async ({ browser }) => {
	bare = await openBarePage(true);
	page = await browser.newPage();
	await page.goto(bare.url);
	await page.evaluate(async () => {
		const { engine } = globalThis as unknown as {
			engine: { boot(): Promise<unknown>; host: unknown };
		};
		engine.host = await engine.boot();
	});
});

test.afterAll(async () => {
	await page.close();
	bare.close();
});

/** Runs one program on the page engine. */
async function runOnPage(
	files: Readonly<Record<string, string>>,
	env: Readonly<Record<string, string>>,
	stdin: readonly (string | null)[],
): Promise<Ended> {
	return page.evaluate(
		async ({ files, env, stdin }) => {
			// eslint-disable-next-line @typescript-eslint/no-explicit-any
			const { engine } = globalThis as any;
			await engine.host.mount(files);
			const run = await engine.start(engine.host, ['main.mjs', 'argument'], { env });
			if (stdin.length > 0) await run.said('ready');
			for (const text of stdin) {
				if (text === null) run.process.end();
				else run.process.write(text);
				await new Promise((resolve) => setTimeout(resolve, 15));
			}
			const timeout = setTimeout(() => run.process.kill(), 8000);
			const { code } = await run.exit;
			clearTimeout(timeout);
			return { stdout: run.stdout, stderr: run.stderr, code };
		},
		{ files, env, stdin },
	);
}

async function runOnNode(
	files: Readonly<Record<string, string>>,
	env: Readonly<Record<string, string>>,
	stdin: readonly (string | null)[],
): Promise<Ended> {
	const { folder, remove } = nodeFolder(files);
	const run = startOnNode(folder, ['main.mjs', 'argument'], env);
	const timeout = setTimeout(() => run.kill(), 8000);
	try {
		if (stdin.length > 0) await run.said('ready');
		for (const text of stdin) {
			run.write(text);
			await new Promise((resolve) => setTimeout(resolve, 15));
		}
		return await run.ended;
	} finally {
		clearTimeout(timeout);
		remove();
	}
}

for (const { name, program, stdin = [], differs } of soloCases satisfies readonly SoloCase[]) {
	test(`alone: ${name}`, async () => {
		const files = { ...otherFiles, 'main.mjs': program };
		const env = { PORT: String(++ports), GREETING: 'hello' };
		const [onNode, onPage] = await Promise.all([
			runOnNode(files, env, stdin),
			runOnPage(files, env, stdin),
		]);
		if (differs === undefined) expect(onPage.stdout, onPage.stderr).toBe(onNode.stdout);
		expect(onPage.code, onPage.stderr).toBe(onNode.code);
	});
}

test.describe('two processes', () => {
	let onNode: Map<string, unknown>;
	let onPage: Map<string, unknown>;

	const results = (stdout: string) =>
		new Map(
			stdout
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line) as { name: string; result: unknown })
				.map(({ name, result }) => [name, result] as const),
		);

	test.beforeAll(async () => {
		const env = { PORT: String(++ports) };
		const { folder, remove } = nodeFolder(pairFiles);
		const server = startOnNode(folder, ['server.mjs'], env);
		await server.said('listening');
		const client = startOnNode(folder, ['client.mjs'], env);
		const { stdout } = await client.ended;
		onNode = results(stdout);
		server.kill();
		remove();
		const text = await page.evaluate(
			async ({ files, env }) => {
				// eslint-disable-next-line @typescript-eslint/no-explicit-any
				const { engine } = globalThis as any;
				await engine.host.mount(files);
				const server = await engine.start(engine.host, ['server.mjs'], { env });
				await server.said('listening');
				const client = await engine.start(engine.host, ['client.mjs'], { env });
				await client.exit;
				server.process.kill();
				await server.exit;
				return client.stdout as string;
			},
			{ files: pairFiles, env },
		);
		onPage = results(text);
	});

	for (const name of pairCases) {
		test(`pair: ${name}`, () => {
			expect(onNode.has(name), 'the case has run on Node').toBe(true);
			if (name in KNOWN_PAIR_DIFFERENCES) return;
			expect(onPage.get(name)).toEqual(onNode.get(name));
		});
	}
});

test('at least 60 cases are compared', () => {
	const compared = soloCases.filter((each) => each.differs === undefined).length;
	expect(compared + pairCases.length).toBeGreaterThanOrEqual(60);
});
