/**
 * The client directive `client:approach`: an island wakes when the reader comes near it with the
 * pointer, touches it or gives it the focus. Its HTML is complete before.
 */

/** @returns {import('astro').AstroIntegration} */
export default function approach() {
	return {
		name: 'client-approach',
		hooks: {
			'astro:config:setup': ({ addClientDirective }) => {
				addClientDirective({ name: 'approach', entrypoint: './src/lab/approach-directive.mjs' });
			},
		},
	};
}
