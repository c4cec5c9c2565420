/** Highlights a lab's file at build, with CSS variables: one HTML for both themes. */
import { createCssVariablesTheme, createHighlighter, type ShikiTransformer } from 'shiki';

const theme = createCssVariablesTheme({ name: 'ink', variablePrefix: '--shiki-' });
const highlighter = createHighlighter({ themes: [theme], langs: ['javascript'] });

/** How the lines of a file are tied to knobs. */
export interface LineMarks {
	/** Prefix of the lines' ids. */
	id: string;
	knobs: readonly { id: string; numbers: readonly number[] }[];
}

/** JavaScript as HTML; with `marks`, lines carry an id and the knobs that act on them. */
export async function highlight(text: string, marks?: LineMarks): Promise<string> {
	return (await highlighter).codeToHtml(text, {
		lang: 'javascript',
		theme: 'ink',
		transformers: [plain, ...(marks ? [marking(marks)] : [])],
	});
}

/** The scroll box around it takes the focus, and the page gives the colours. */
const plain: ShikiTransformer = {
	pre(node) {
		delete node.properties['tabindex'];
		delete node.properties['style'];
	},
};

function marking({ id, knobs }: LineMarks): ShikiTransformer {
	return {
		line(node, number) {
			const here = knobs.filter(({ numbers }) => numbers.includes(number));
			if (here.length === 0) return;
			node.properties['id'] = `${id}-L${number}`;
			node.properties['data-knobs'] = here.map((knob) => knob.id).join(' ');
		},
	};
}
