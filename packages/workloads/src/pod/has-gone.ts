/**
 * Lets only those events pass that say an object is gone, for whoever waits for that.
 */
import type { KubeObject } from '@reeve/machinery';
import { predicate } from '@reeve/runtime';
import type { Predicate } from '@reeve/runtime';

/** The object is gone. */
export const hasGone = <T extends KubeObject>(): Predicate<T> =>
  predicate<T>('has gone', { create: () => false, update: () => false });
