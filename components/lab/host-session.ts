/**
 * The page's one host: booted by the first run, kept for the next, and freed 30 s after the last
 * one or when the page is left. Its code is loaded here and nowhere else.
 */
import type { BootStep, Host } from '../../src/hosts/host.ts';

const KEPT_MS = 30_000;

let booted: Host | undefined;
let freeing: ReturnType<typeof setTimeout> | undefined;

/**
 * A booted host. Rejects with an `Error` that a reader can act on, or when `signal` aborts. Until it
 * is given back the borrower sees to its end, so that a run is stopped before its host goes.
 */
export async function borrowHost(
	signal: AbortSignal,
	onStep: (step: BootStep) => void,
): Promise<Host> {
	keepHost();
	if (booted) return booted;
	onStep('fetching the engine');
	const [{ createPageHost }, { pageAssets }] = await Promise.all([
		import('../../src/hosts/page/page-host.ts'),
		import('../../src/hosts/page/assets.ts'),
	]);
	signal.throwIfAborted();
	const host = createPageHost(pageAssets);
	try {
		await host.boot(signal, onStep);
	} catch (error) {
		host.dispose();
		throw error;
	}
	booted = host;
	return host;
}

/** Says that the run is over: the host is freed unless another run begins. */
export function returnHost(): void {
	keepHost();
	freeing = setTimeout(dropHost, KEPT_MS);
	addEventListener('pagehide', dropHost, { once: true });
}

/** Frees the host at once. */
export function dropHost(): void {
	keepHost();
	booted?.dispose();
	booted = undefined;
}

function keepHost(): void {
	clearTimeout(freeing);
	removeEventListener('pagehide', dropHost);
}
