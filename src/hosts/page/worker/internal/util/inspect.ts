// Node's inspect() and format(), written anew from their rules: theirs are four times as long.

import { colors, contextOf, defaultOptions, styles } from '../../inspect/context.ts';
import { formatPlaceholders } from '../../inspect/format.ts';
import { formatValue, setInspect } from '../../inspect/values.ts';
import { customInspectSymbol } from '../util.ts';

type Given = Record<string, unknown> | boolean | null | undefined;

/** A value as text, as console.log shows it. */
export function inspect(
	value: unknown,
	options?: Given,
	depth?: number | null,
	withColors?: boolean,
): string {
	const given: Record<string, unknown> =
		typeof options === 'boolean' ? { showHidden: options } : { ...options };
	if (depth !== undefined) given['depth'] = depth;
	if (withColors !== undefined) given['colors'] = withColors;
	return formatValue(contextOf(given), value, 0);
}
inspect.custom = customInspectSymbol;
inspect.colors = colors;
inspect.styles = styles;
Object.defineProperty(inspect, 'defaultOptions', {
	get: () => defaultOptions,
	set(options: object) {
		Object.assign(defaultOptions, options);
	},
});
setInspect(inspect as (value: unknown, options?: object) => string);

/** Values joined by spaces, with printf's placeholders in the first. */
export function format(...args: readonly unknown[]): string {
	return formatPlaceholders(inspect, {}, args);
}

/** format() with inspect's options. */
export function formatWithOptions(options: object, ...args: readonly unknown[]): string {
	return formatPlaceholders(inspect, options as Record<string, unknown>, args);
}

/** Text without a terminal's codes. */
export function stripVTControlCharacters(text: string): string {
	// eslint-disable-next-line no-control-regex
	return text.replace(
		/[\u001b\u009b][[\]()#;?]*(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]/g,
		'',
	);
}

export { identicalSequenceRange } from '../../inspect/same-lines.ts';
