/**
 * What a queue looks like at one moment, for people and pages that watch it.
 * Upstream: controller-runtime logs the items of its priority queue at verbosity 5.
 */
import type { Entry, Stage } from './keys/entry.ts';

/** One key of a queue. */
export interface KeySnapshot<Key, Cause = unknown> {
  readonly key: Key;

  /** A worker has it. */
  readonly held: boolean;

  /** Where its next run stands: `withheld` waits for the holder, `none` means that no further run is asked for. */
  readonly next: Stage;
  readonly priority: number;

  /** In how many milliseconds the next run is due, while it is delayed. */
  readonly dueInMs?: number;

  /** Why the next run is wanted. */
  readonly causes: readonly Cause[];
}

/** Describes an entry at a time of the monotonic clock. */
export const snapshotOf = <Key, Cause>(entry: Entry<Key, Cause>, now: number): KeySnapshot<Key, Cause> => ({
  key: entry.key,
  held: entry.held,
  next: entry.stage,
  priority: entry.priority,
  ...(entry.delay !== undefined && { dueInMs: Math.max(0, entry.delay.dueAt - now) }),
  causes: [...(entry.causes?.list ?? [])],
});
