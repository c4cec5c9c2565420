/** Where a number stands on its slider: the slider runs from 0 to POSITIONS. */
import type { NumberKnob } from '../../src/lab/schema.ts';

export const POSITIONS = 100;

type Range = Pick<NumberKnob, 'min' | 'max' | 'step' | 'scale'>;

/** The slider's position for a value. */
export function positionOf({ min, max, scale }: Range, value: number): number {
	const share =
		scale === 'log' ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
	return Math.round(share * POSITIONS);
}

/** The value for a slider's position, on the knob's step. */
export function valueAt({ min, max, step, scale }: Range, position: number): number {
	const share = position / POSITIONS;
	const value = scale === 'log' ? min * (max / min) ** share : min + (max - min) * share;
	return bounded({ min, max, step }, Math.round((value - min) / step) * step + min);
}

/** The nearest value inside the range. */
export function bounded({ min, max }: Pick<Range, 'min' | 'max' | 'step'>, value: number): number {
	return Math.min(max, Math.max(min, value));
}
