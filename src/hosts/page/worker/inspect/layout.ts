// How inspect() puts the parts of an object on lines: Node's rules, so that its output is Node's.

import { removeColors } from '../internal/util.ts';
import type { Context } from './context.ts';
import { width } from './text.ts';

/** Several parts as one text, on one line where that fits. */
export function layOut(
	ctx: Context,
	parts: string[],
	base: string,
	[open, close]: readonly [string, string],
	isList: boolean,
	depth: number,
	value: unknown,
): string {
	const start = base === '' ? open : `${base} ${open}`;
	if (ctx.compact === true) {
		if (fits(ctx, parts, 0, base)) {
			return `${open}${base === '' ? '' : ` ${base}`} ${parts.join(', ')} ${close}`;
		}
		const indent = ' '.repeat(ctx.indentation);
		const line =
			base === '' && open.length === 1 ? ' ' : `${base === '' ? '' : ` ${base}`}\n${indent}  `;
		return `${open}${line}${parts.join(`,\n${indent}  `)} ${close}`;
	}
	let lines = parts;
	if (ctx.compact !== false && ctx.compact >= 1) {
		if (isList && parts.length > 6) lines = inColumns(ctx, parts, value);
		if (ctx.currentDepth - depth < ctx.compact && lines.length === parts.length) {
			const before = lines.length + ctx.indentation + open.length + base.length + 10;
			if (fits(ctx, lines, before, base)) {
				const joined = lines.join(', ');
				if (!joined.includes('\n')) return `${start} ${joined} ${close}`;
			}
		}
	}
	const indent = `\n${' '.repeat(ctx.indentation)}`;
	return `${start}${indent}  ${lines.join(`,${indent}  `)}${indent}${close}`;
}

function fits(ctx: Context, parts: readonly string[], before: number, base: string): boolean {
	let total = parts.length + before;
	if (total + parts.length > ctx.breakLength) return false;
	for (const part of parts) {
		total += (ctx.colors ? removeColors(part) : part).length;
		if (total > ctx.breakLength) return false;
	}
	return !base.includes('\n');
}

/** A long list of short parts in columns; the numbers in here are Node's. */
function inColumns(ctx: Context, parts: string[], value: unknown): string[] {
	const hasMore = ctx.maxArrayLength < parts.length;
	const count = parts.length - (hasMore ? 1 : 0);
	const widths = parts.slice(0, count).map((part) => width(part));
	const longest = Math.max(0, ...widths);
	const total = widths.reduce((sum, each) => sum + each + 2, 0);
	const widest = longest + 2;
	if (widest * 3 + ctx.indentation >= ctx.breakLength) return parts;
	if (total / widest <= 5 && longest > 6) return parts;
	const bias = Math.max(widest - 3 - Math.sqrt(widest - total / parts.length), 1);
	const columns = Math.min(
		Math.round(Math.sqrt(2.5 * bias * count) / bias),
		Math.floor((ctx.breakLength - ctx.indentation) / widest),
		Number(ctx.compact) * 4,
		15,
	);
	if (columns <= 1) return parts;
	const columnWidths = Array.from({ length: columns }, (_, column) => {
		const inColumn = widths.filter((_, at) => at % columns === column);
		return Math.max(0, ...inColumn) + 2;
	});
	const isNumeric =
		value !== undefined &&
		parts.every((_, at) => /^(?:number|bigint)$/.test(typeof (value as unknown[])[at]));
	const rows: string[] = [];
	for (let from = 0; from < count; from += columns) {
		const to = Math.min(from + columns, count);
		let row = '';
		for (let at = from; at < to; at++) {
			const part = parts[at] ?? '';
			const isLast = at === to - 1;
			const text = isLast ? part : `${part}, `;
			const room =
				(columnWidths[at - from] ?? 0) + part.length - (widths[at] ?? 0) - (isLast ? 2 : 0);
			if (isNumeric) row += text.padStart(room);
			else row += isLast ? text : text.padEnd(room);
		}
		rows.push(row);
	}
	if (hasMore) rows.push(parts[count] ?? '');
	return rows;
}
