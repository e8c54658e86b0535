/**
 * A virtual world that does not come to rest, and a program in it that can never go on.
 */
import { ReeveError } from '../errors/reeve-error.ts';
import type { TimerInfo } from './manual-clock.ts';

/** The world was still busy after as many steps, or as much virtual time, as it was given. */
export class NotQuietError extends ReeveError {
  /** What was waiting for its time, the next first. */
  readonly pending: readonly TimerInfo[];

  constructor(limit: string, pending: readonly TimerInfo[]) {
    super(
      'REEVE_NOT_QUIET',
      `the virtual world is not quiet after ${limit}; pending: ${listOf(pending)}. ` +
        `Look for a loop that never ends, mark periodic timers as background, or allow more`,
    );
    this.pending = pending;
  }
}

/** A program waits for something that will never come: nothing is left to do, and it has not finished. */
export class StuckError extends ReeveError {
  constructor() {
    super(
      'REEVE_STUCK',
      'the program has not finished and nothing is left to wait for: look for a promise that nobody resolves, ' +
        'or for real input and output, which a virtual world does not wait for',
    );
  }
}

const SHOWN = 10;

const listOf = (pending: readonly TimerInfo[]): string => {
  const shown = pending.slice(0, SHOWN).map(({ label, dueMs, background }) => {
    return `${label} at ${dueMs} ms${background ? ' (background)' : ''}`;
  });
  if (pending.length > SHOWN) shown.push(`and ${pending.length - SHOWN} more`);
  return shown.join(', ');
};
