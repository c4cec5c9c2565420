/** Lights the lines of a lab's file that a knob acts on; the file stands outside the panel. */

/** Lights them, brings the first into the file's own scroll box, and returns how to put them out. */
export function lightLines(labId: string, knobId: string | undefined): () => void {
	const file = document.getElementById(`${labId}-file`);
	const lines = knobId
		? [...(file?.querySelectorAll<HTMLElement>(`[data-knobs~="${CSS.escape(knobId)}"]`) ?? [])]
		: [];
	for (const line of lines) line.classList.add('lit');
	const first = lines[0];
	if (file && first) file.scrollTop = first.offsetTop - file.clientHeight / 3;
	return () => {
		for (const line of lines) line.classList.remove('lit');
	};
}
