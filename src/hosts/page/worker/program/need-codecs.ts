import { codecState } from '../codec/codec-module.ts';
import { post } from './frame-port.ts';

let hasAsked = false;

/** Asks the page for brotli and zstd, where no mounted file named them and they were not sent. */
export function needCodecs(): void {
	if (hasAsked || codecState().kind !== 'pending') return;
	hasAsked = true;
	post({ t: 'need-codecs' });
}
