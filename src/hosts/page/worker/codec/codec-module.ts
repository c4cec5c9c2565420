// The module with brotli and zstd as this worker knows it: it comes from the page after the start.

import { type Codecs, createCodecs } from '../../codecs/codecs.ts';
import type { CodecState } from '../../protocol.ts';

let state: CodecState = { kind: 'pending' };
let codecs: Codecs | undefined;
const waiting: (() => void)[] = [];

/** Takes in the module, or why it will not come, and goes on with what waited for it. */
export function setCodecs(next: CodecState): void {
	if (state.kind !== 'pending') return;
	state = next;
	if (next.kind === 'pending') return;
	for (const go of waiting.splice(0)) go();
}

export function codecState(): CodecState {
	return state;
}

/** Calls `go` when the module is here or has failed, at once where it already is. */
export function whenCodecs(go: () => void): void {
	if (state.kind === 'pending') waiting.push(go);
	else go();
}

/** The codecs; throws where they are not here, naming the one that was asked for. */
export function codecsFor(name: string): Codecs {
	if (state.kind === 'ready') return (codecs ??= createCodecs(state.module));
	const why =
		state.kind === 'failed'
			? `it could not be loaded (${state.message})`
			: 'it is still being loaded; use the asynchronous call, which waits for it';
	throw new Error(`${name} cannot be used yet: ${why}.`);
}
