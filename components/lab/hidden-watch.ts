/** Watches whether the page is hidden: a hidden tab is slowed down, so its figures are void. */

const LONG_MS = 60_000;

/** Calls `onHidden` at once when the page is or becomes hidden, and `onLong` after a minute of it. */
export function watchHidden(onHidden: () => void, onLong: () => void): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const look = (): void => {
		clearTimeout(timer);
		if (document.visibilityState !== 'hidden') return;
		onHidden();
		timer = setTimeout(onLong, LONG_MS);
	};
	document.addEventListener('visibilitychange', look);
	look();
	return () => {
		clearTimeout(timer);
		document.removeEventListener('visibilitychange', look);
	};
}
