/** Lights the lines of a lab's file that a knob acts on; the file stands outside the panel. */
import type { KnobValue } from '../../src/lab/schema.ts';

/**
 * Lights the lines of the knob's value, or all of the knob's where the value has none of its own,
 * brings the first into the file's own scroll box, and returns how to put them out.
 */
export function lightLines(
	labId: string,
	knobId: string | undefined,
	value: KnobValue | undefined,
): () => void {
	const file = document.getElementById(`${labId}-file`);
	const select = (id: string) => [
		...(file?.querySelectorAll<HTMLElement>(`[data-knobs~="${CSS.escape(id)}"]`) ?? []),
	];
	const ofValue = knobId ? select(`${knobId}=${value}`) : [];
	const lines = knobId && ofValue.length === 0 ? select(knobId) : ofValue;
	for (const line of lines) line.classList.add('lit');
	const first = lines[0];
	if (file && first) file.scrollTop = first.offsetTop - file.clientHeight / 3;
	return () => {
		for (const line of lines) line.classList.remove('lit');
	};
}
