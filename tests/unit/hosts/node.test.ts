import { afterEach, expect, test } from 'vitest';
import type { Host, SpawnOptions } from '../../../src/hosts/host.ts';
import { createNodeHost } from '../../../src/hosts/node.ts';

const hosts: Host[] = [];
afterEach(() => {
	for (const host of hosts.splice(0)) host.dispose();
});

async function bootedHost(files: Record<string, string> = {}): Promise<Host> {
	const host = createNodeHost();
	hosts.push(host);
	await host.boot(new AbortController().signal, () => {});
	await host.mount(files);
	return host;
}

/** Options that keep the output; `said` resolves when it contains a text. */
function listening(): SpawnOptions & { output: () => string; said(text: string): Promise<void> } {
	let output = '';
	let look = () => {};
	return {
		onOutput(_stream, text) {
			output += text;
			look();
		},
		output: () => output,
		said: (text) =>
			new Promise((resolve) => {
				look = () => {
					if (output.includes(text)) resolve();
				};
				look();
			}),
	};
}

test('a process sees its files, its arguments and its environment, and nothing of ours', async () => {
	const host = await bootedHost({
		'main.mjs': `import { word } from './word.mjs';
			console.log(word, process.argv.slice(2).join(), process.env.KEEP_ALIVE, process.env.HOME);`,
		'word.mjs': `export const word = 'grüße';`,
	});
	const options = listening();
	const child = await host.spawn('node', ['main.mjs', '--a=1', 'b'], {
		...options,
		env: { KEEP_ALIVE: 'on' },
	});
	expect(await child.exit).toEqual({ code: 0 });
	expect(options.output()).toBe('grüße --a=1,b on undefined\n');
});

test('a process reads what is written to it, and both its streams are told apart', async () => {
	const host = await bootedHost({
		'echo.mjs': `process.stdin.on('data', (text) => {
				console.log('out ' + text);
				console.error('err ' + text);
				process.exit(3);
			});
			console.log('ready');`,
	});
	const streams: string[] = [];
	const options = listening();
	const child = await host.spawn('node', ['echo.mjs'], {
		onOutput(stream, text) {
			streams.push(`${stream}: ${text.trim()}`);
			options.onOutput(stream, text);
		},
	});
	await options.said('ready');
	child.write('hello');
	expect(await child.exit).toEqual({ code: 3 });
	expect(streams.toSorted()).toEqual(['stderr: err hello', 'stdout: out hello', 'stdout: ready']);
});

test('an uncaught error ends a process with code 1 and its stack on stderr', async () => {
	const host = await bootedHost({ 'bad.mjs': `throw new Error('broken on purpose');` });
	const options = listening();
	const child = await host.spawn('node', ['bad.mjs'], options);
	expect(await child.exit).toEqual({ code: 1 });
	expect(options.output()).toContain('Error: broken on purpose');
});

test('a kill ends even an endless loop, with 143 on every host', async () => {
	const host = await bootedHost({ 'loop.mjs': `console.log('here'); for (;;);` });
	const options = listening();
	const child = await host.spawn('node', ['loop.mjs'], options);
	await options.said('here');
	child.kill();
	child.kill();
	expect(await child.exit).toEqual({ code: 143 });
	child.write('to nobody');
});

test('a mount replaces what was mounted before', async () => {
	const host = await bootedHost({ 'old.mjs': `console.log('old')` });
	await host.mount({
		'new.mjs': `import { existsSync } from 'node:fs'; console.log(existsSync('old.mjs'))`,
	});
	const options = listening();
	const child = await host.spawn('node', ['new.mjs'], options);
	await child.exit;
	expect(options.output()).toBe('false\n');
});

test('disposing kills what still runs, and the host can be booted again', async () => {
	const host = await bootedHost({ 'wait.mjs': `setInterval(() => {}, 1000); console.log('up')` });
	const options = listening();
	const child = await host.spawn('node', ['wait.mjs'], options);
	await options.said('up');
	host.dispose();
	expect((await child.exit).code).toBe(143);
	await host.boot(new AbortController().signal, () => {});
	await host.mount({ 'again.mjs': `console.log('again')` });
	const again = listening();
	await (
		await host.spawn('node', ['again.mjs'], again)
	).exit;
	expect(again.output()).toBe('again\n');
});

test('a file in a folder, and a host that has not booted, are refused by name', async () => {
	const host = await bootedHost();
	await expect(host.mount({ '../evil.mjs': '' })).rejects.toThrow(
		'Expected a file name without folders, received ../evil.mjs',
	);
	const cold = createNodeHost();
	await expect(cold.mount({})).rejects.toThrow('call boot() before mount()');
	await expect(cold.spawn('node', [], listening())).rejects.toThrow('call boot() before spawn()');
});
