/** One run at a time in the browser, across tabs: two at once falsify each other. */

const NAME = 'measure-first-run';
const nothingLocked = (): void => {};

/**
 * Takes the lock and returns the function that gives it back; undefined where another tab or
 * another lab on the page has it. Never rejects: where the browser has no Web Locks, or refuses
 * them with the rest of its storage, nothing is locked.
 */
export async function takeRunLock(): Promise<(() => void) | undefined> {
	if (!navigator.locks) return nothingLocked;
	const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
	navigator.locks
		.request(NAME, { ifAvailable: true }, (lock) => {
			if (!lock) return resolve(undefined);
			return new Promise<void>((release) => resolve(release));
		})
		.catch(() => resolve(nothingLocked));
	return promise;
}
