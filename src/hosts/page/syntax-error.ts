import type { FileTree } from '../host.ts';

interface Place {
	line: number;
	column: number;
}

/**
 * Finds the syntax error that a worker could not place: in the named file, or in all files where
 * none is named, the program's own first. The parser is loaded only now.
 */
export async function explainSyntaxError(
	files: FileTree,
	program: string,
	file: string,
): Promise<string | undefined> {
	const { parse } = await import('acorn');
	const names = file === '' ? [program, ...Object.keys(files)] : [file];
	for (const name of names) {
		const text = files[name];
		if (text === undefined || name.endsWith('.json')) continue;
		try {
			parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
		} catch (error) {
			if (!(error instanceof SyntaxError)) throw error;
			const { line, column } = (error as SyntaxError & { loc: Place }).loc;
			const message = error.message.replace(/ \(\d+:\d+\)$/, '');
			const source = text.split('\n')[line - 1] ?? '';
			const caret = source.slice(0, column).replace(/[^\t]/g, ' ');
			return `${name}:${line}:${column + 1}: SyntaxError: ${message}\n${source}\n${caret}^`;
		}
	}
	return undefined;
}
