/**
 * What the parts of a cluster have in common: each hears of every commit, notes which keys to look at, and is asked to look at them one by one.
 */
import type { Commit } from '@reeve/registry';

/** A change of the store, or an object found in it at the start. */
export type Observed = Pick<Commit, 'resource' | 'key' | 'object' | 'isDeleted'>;

export interface Controller {
  /** Forgets everything: the store is about to be shown again. */
  clear(): void;
  observe(change: Observed): void;
  /** Hears that kinds came or went. */
  observeKinds?(): void;
  /** Brings what a key stands for to its desired state. What it throws is tried again. */
  handle(key: string): Promise<void>;
}
