/** Svelte's runes as plain values, for classes whose logic is tested without a component. */
import { vi } from 'vitest';

const plain = <T>(value?: T): T | undefined => value;

vi.stubGlobal('$state', Object.assign(plain, { raw: plain }));
