import type { AstroGlobal } from 'astro';

/**
 * Allows what a page with a lab needs, and only there: the page engine's sandboxed frame inherits
 * this page's policy, so its script's hash, its blob workers and its wasm must be allowed here.
 */
export function allowLab(csp: AstroGlobal['csp']): void {
	csp?.insertScriptHash(import.meta.env.FRAME_SCRIPT_HASH);
	for (const resource of ["'self'", 'blob:', "'wasm-unsafe-eval'"])
		csp?.insertScriptResource(resource);
	csp?.insertDirective("worker-src 'self' blob:");
	csp?.insertDirective("frame-src 'self'");
}
