import { inspect } from 'internal/util/inspect';

const show = (value: unknown) =>
	inspect(value, { maxArrayLength: 3, breakLength: Infinity, depth: 0 });

/** What console.table prints, without colours. */
export function table(data: object, only?: readonly string[]): string {
	const rows =
		data instanceof Map || data instanceof Set ? [...data].entries() : Object.entries(data);
	const columns: string[] = [];
	const values: string[] = [];
	const cells: Record<string, string>[] = [];
	const indices: string[] = [];
	let hasValues = false;
	for (const [index, row] of rows as Iterable<[string | number, unknown]>) {
		const cell: Record<string, string> = {};
		let value = '';
		if (typeof row === 'object' && row !== null) {
			for (const [key, entry] of Object.entries(row)) {
				if (only !== undefined && !only.includes(key)) continue;
				if (!columns.includes(key)) columns.push(key);
				cell[key] = show(entry);
			}
		} else {
			value = show(row);
			hasValues = true;
		}
		indices.push(String(index));
		values.push(value);
		cells.push(cell);
	}
	const head = ['(index)', ...columns, ...(hasValues ? ['Values'] : [])];
	const body = indices.map((index, row) => [
		index,
		...columns.map((column) => cells[row]?.[column] ?? ''),
		...(hasValues ? [values[row] ?? ''] : []),
	]);
	const widths = head.map((title, at) =>
		Math.max(title.length, ...body.map((line) => (line[at] ?? '').length)),
	);
	const line = (texts: readonly string[]) =>
		`│ ${texts.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' │ ')} │`;
	const rule = (left: string, middle: string, right: string) =>
		left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
	return [
		rule('┌', '┬', '┐'),
		line(head),
		rule('├', '┼', '┤'),
		...body.map(line),
		rule('└', '┴', '┘'),
	].join('\n');
}
