/** Which lines of a lab's first file each knob acts on. */
import type { Knob } from '../../src/lab/schema.ts';

export interface CodeLines {
	/** Id of the first line's element. */
	anchor: string;
	/** To show: `lines 31–38`. */
	text: string;
}

/** Line numbers, from 1, by what lights them: a knob (`cache`) or one value of it (`cache=micro`). */
export interface LitLines {
	id: string;
	numbers: readonly number[];
}

/** All lines that the knob or one of its values acts on. */
export function linesOf(knob: Knob, source: string): number[] {
	return find(
		knob,
		[...(knob.code ?? []), ...valuesWithCode(knob).flatMap(({ code }) => code)],
		source,
	);
}

/** The same, and for each value that has lines of its own: those, and the lines of every value. */
export function litLines(knob: Knob, source: string): LitLines[] {
	const values = valuesWithCode(knob).map(({ value, code }) => ({
		id: `${knob.id}=${value}`,
		numbers: find(knob, [...(knob.code ?? []), ...code], source),
	}));
	return [{ id: knob.id, numbers: linesOf(knob, source) }, ...values];
}

function valuesWithCode(knob: Knob): { value: string; code: readonly string[] }[] {
	if (knob.kind !== 'choice') return [];
	return knob.options.flatMap(({ value, code }) => (code ? [{ value, code }] : []));
}

/** Throws where a text is in no line. */
function find(knob: Knob, texts: readonly string[], source: string): number[] {
	const lines = source.split('\n');
	const found = texts.flatMap((text) => {
		const numbers = lines.flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
		if (numbers.length === 0) {
			throw new Error(
				`The knob "${knob.id}" lights lines with ${JSON.stringify(text)}, but the lab's first file ` +
					'has none. Change `code` in lab.ts or the file.',
			);
		}
		return numbers;
	});
	return [...new Set(found)].sort((a, b) => a - b);
}

/** Line numbers as text: `line 8`, `lines 8 and 12`, `lines 8, 12 and 20`. */
export function linesText(numbers: readonly number[]): string {
	const last = numbers.at(-1);
	if (numbers.length < 2) return `line ${last}`;
	return `lines ${numbers.slice(0, -1).join(', ')} and ${last}`;
}
