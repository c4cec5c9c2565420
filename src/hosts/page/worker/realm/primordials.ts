import fill from 'internal/per_context/primordials';

/** The untouched builtins that Node's library works with, made by Node's own code. */
export const primordials: Record<string, unknown> = {};

fill(primordials);
