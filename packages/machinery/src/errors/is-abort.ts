/**
 * Telling an abort from a failure. Aborting ends a loop, it is no error: whoever catches one of these goes home quietly.
 */
import { causeChain, propertyOf } from './cause-chain.ts';

/**
 * True when the error, or one of its causes, says that work was aborted. A signal may abort with any reason; give the
 * signal to have its own reason recognized as well.
 */
export const isAbort = (error: unknown, signal?: AbortSignal): boolean => {
  for (const link of causeChain(error)) {
    if (signal?.aborted && link === signal.reason) return true;
    if (propertyOf(link, 'name') === 'AbortError' || propertyOf(link, 'code') === 'ABORT_ERR') return true;
  }
  return false;
};
