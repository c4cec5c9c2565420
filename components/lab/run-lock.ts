/** One run at a time in the browser, across tabs: two at once falsify each other. */

const NAME = 'measure-first-run';

/**
 * Takes the lock and returns the function that gives it back; undefined where another tab or
 * another lab on the page has it. Where the browser has no Web Locks, nothing is locked.
 */
export function takeRunLock(): Promise<(() => void) | undefined> {
	if (!navigator.locks) return Promise.resolve(() => {});
	return new Promise((resolve, reject) => {
		navigator.locks
			.request(NAME, { ifAvailable: true }, (lock) => {
				if (!lock) return resolve(undefined);
				return new Promise<void>((release) => resolve(release));
			})
			.catch(reject);
	});
}
