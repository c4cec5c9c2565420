/// <reference types="astro/client" />

interface ImportMetaEnv {
	/** `sha256-…` of the page engine's frame script, made by scripts/build-engine.mjs. */
	readonly FRAME_SCRIPT_HASH: `sha256-${string}`;
}
