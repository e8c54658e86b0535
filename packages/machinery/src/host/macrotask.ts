/**
 * An edge of the machine: the one place that asks Node's event loop for a turn. All microtasks (continuations of promises,
 * however long the chain) run before the next macrotask does, so one turn means: every promise that can settle without
 * input, output or time has settled. For programs without real I/O that is deterministic.
 */
import { setImmediate } from 'node:timers';

/** Resolves in a later macrotask: after all pending microtasks, and after I/O had its turn. */
export const macrotask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets every promise settle that can settle without input, output or the passing of time. */
export const settle = macrotask;
