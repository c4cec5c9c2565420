import 'astro';

declare module 'astro' {
	interface AstroClientDirectives {
		/** Hydrates when the pointer, a finger or the focus comes near: approach-directive.mjs. */
		'client:approach'?: boolean;
	}
}
