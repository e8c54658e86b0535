/**
 * A time span as an error message says it.
 */

/** `250 ms`, `1.5 s`, `90 s`. */
export const describeDelay = (ms: number): string => (Math.abs(ms) < 1000 ? `${ms} ms` : `${ms / 1000} s`);
