import { afterEach, expect, test, vi } from 'vitest';
import { takeRunLock } from '../../../../components/lab/run-lock.ts';

type Request = (name: string, options: object, use: (lock: object | null) => unknown) => unknown;

function stubLocks(request: Request): void {
	vi.stubGlobal('navigator', { locks: { request } });
}

afterEach(() => vi.unstubAllGlobals());

test('the lock is held until it is given back', async () => {
	let held: Promise<unknown> | undefined;
	stubLocks((_name, _options, use) => (held = Promise.resolve(use({}))));
	const release = await takeRunLock();
	release?.();
	await expect(held).resolves.toBeUndefined();
});

test('a lock that another tab has is not given', async () => {
	stubLocks(async (_name, _options, use) => use(null));
	await expect(takeRunLock()).resolves.toBeUndefined();
});

test.each([
	['no Web Locks', {}],
	[
		'Web Locks that are refused',
		{ locks: { request: () => Promise.reject(new Error('storage')) } },
	],
])('with %s nothing is locked', async (_what, navigator) => {
	vi.stubGlobal('navigator', navigator);
	await expect(takeRunLock()).resolves.toBeTypeOf('function');
});
