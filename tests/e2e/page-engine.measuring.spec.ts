/** The generator and its link on the page engine: the cases that real Node passes, in Chromium. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import { buildLoad } from '../../scripts/build-load.mjs';
import { fromSparse } from '../../src/histogram/histogram.ts';
import { percentile } from '../../src/histogram/percentiles.ts';
import type { SegmentTotals, Summary } from '../../src/load/sample.ts';
import { LINK_CASES } from '../fixtures/link-cases.ts';
import { openBarePage } from '../fixtures/page-engine/bare-page.ts';

const root = join(import.meta.dirname, '..', '..');
let bare: Awaited<ReturnType<typeof openBarePage>>;
let load: string;

test.beforeAll(async () => {
	load = readFileSync(join(root, await buildLoad()), 'utf8');
	bare = await openBarePage(true);
});
test.afterAll(() => bare.close());

/** Runs a fixture server and load.mjs in a fresh engine; returns the summary's only segment. */
async function runLoad(
	page: Page,
	fixture: string,
	args: readonly string[],
): Promise<SegmentTotals> {
	await page.goto(bare.url);
	const server = readFileSync(join(root, 'tests/fixtures', fixture), 'utf8');
	const output = await page.evaluate(
		async ({ files, args }) => {
			const { engine } = globalThis as unknown as { engine: BarePageEngine };
			const host = await engine.boot();
			await host.mount(files);
			const server = await engine.start(host, ['server.mjs']);
			await server.said('"listening"');
			const port = /"port":(\d+)/.exec(server.stdout)?.[1];
			const client = await engine.start(host, [
				'load.mjs',
				`--url=http://127.0.0.1:${port}`,
				...args,
			]);
			await client.exit;
			host.dispose();
			return client.stdout + client.stderr;
		},
		{ files: { 'server.mjs': server, 'load.mjs': load }, args },
	);
	const line = output.split('\n').find((each) => each.startsWith('@@lab {"t":"summary"'));
	if (!line) throw new Error(`load.mjs printed no summary:\n${output.slice(-1_000)}`);
	const { segments } = JSON.parse(line.slice('@@lab '.length)) as Summary;
	const [segment] = segments;
	if (!segment) throw new Error('The summary has no segment');
	return segment;
}

interface BarePageEngine {
	boot(): Promise<{ mount(files: Record<string, string>): Promise<void>; dispose(): void }>;
	start(host: object, args: string[]): Promise<BareProcess>;
}

interface BareProcess {
	stdout: string;
	stderr: string;
	exit: Promise<unknown>;
	said(text: string): Promise<void>;
}

for (const { says, args, expectedMs } of LINK_CASES) {
	test(`${says} takes what the closed form says`, async ({ page }) => {
		const { response } = await runLoad(page, 'link-server.mjs', args);
		const histogram = fromSparse(response);
		const medianMs = percentile(histogram, 50) / 1e3;
		console.log(
			`${expectedMs} ms expected, ${medianMs.toFixed(1)} ms measured, n = ${histogram.total}`,
		);
		expect(histogram.total).toBeGreaterThanOrEqual(20);
		expect(Math.abs(medianMs - expectedMs)).toBeLessThan(Math.max(3, expectedMs * 0.05));
	});
}

test('a server that freezes 1 s in 5: open-loop p90 is at least 8 times the closed loop’s', async ({
	page,
}) => {
	const timing = ['--warmup=0', '--duration=14'];
	const closed = await runLoad(page, 'freezing-server.mjs', [
		...timing,
		'--loop=closed',
		'--connections=10',
	]);
	const open = await runLoad(page, 'freezing-server.mjs', [...timing, '--rate=100']);
	const p90 = ({ response }: SegmentTotals) => percentile(fromSparse(response), 90) / 1e3;
	console.log(
		`freezing server p90: closed ${p90(closed).toFixed(1)} ms, open ${p90(open).toFixed(1)} ms`,
	);
	expect(p90(open)).toBeGreaterThanOrEqual(8 * p90(closed));
	expect(fromSparse(open.service).total).toBe(fromSparse(open.response).total);
});

test('the generator’s lag p99 is under 10 ms at 200 requests a second', async ({ page }) => {
	const { lag, fired, intended } = await runLoad(page, 'link-server.mjs', [
		...['--rate=200', '--link=cable', '--path=/2000', '--warmup=1', '--duration=6'],
	]);
	const lagMs = percentile(fromSparse(lag), 99) / 1e3;
	console.log(`generator lag p99 at 200/s: ${lagMs.toFixed(2)} ms`);
	expect(lagMs).toBeLessThan(10);
	expect(fired).toBeGreaterThanOrEqual(0.98 * intended);
});
