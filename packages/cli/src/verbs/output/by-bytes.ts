/**
 * The order in which keys are printed: that of their bytes, as in Go.
 */
export const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
