/**
 * How long a key may be overtaken. Priorities alone starve: where urgent keys arrive faster than they are worked off, the
 * others would wait for ever. A key that has waited for `afterMs` is aged, and of every `share` hand-outs one goes to the key
 * that has waited longest if it is aged, whatever its priority; the others go by priority.
 *
 * So an aged key with `n` keys that arrived before it is handed out after at most `share × (n + 1)` hand-outs. Adding to
 * the priority with time, the usual way, knows no such share: a long backlog, once old enough, would block every new urgent
 * key until all of it is worked off.
 */
import { InvalidInputError } from '@reeve/machinery';

/** The rule by which keys age. */
export interface Ageing {
  /** How long a key waits beside keys of other priorities before it is aged. */
  readonly afterMs: number;

  /** Of how many hand-outs one goes to the longest waiting aged key. */
  readonly share: number;
}

/** Half a minute, then one hand-out in four. */
export const defaultAgeing: Ageing = { afterMs: 30_000, share: 4 };

/** The rule that a user's option stands for: `false` means that keys never age. */
export const ageingOf = (option: Partial<Ageing> | false | undefined): Ageing | undefined => {
  if (option === false) return undefined;
  const { afterMs, share } = { ...defaultAgeing, ...option };
  if (!(afterMs >= 0)) throw wrong('afterMs', afterMs, 'a number of milliseconds from 0');
  if (!Number.isSafeInteger(share) || share < 1) throw wrong('share', share, 'a whole number of at least 1');
  return { afterMs, share };
};

const wrong = (name: string, value: number, expected: string): InvalidInputError =>
  new InvalidInputError(String(value), `ageing.${name} of a work queue is ${value}: write ${expected}`);
