/**
 * Which replica sets of former templates go: all but as many as the deployment keeps to go back to. One that has pods stays. Nothing is written here.
 * Upstream: kubernetes pkg/controller/deployment cleanupDeployment.
 */
import { deletionStarted, generationOf } from '@reeve/machinery';
import type { ReadDeployment } from './fenceposts.ts';
import { olderFirst, revisionOf, sizeOf } from './revisioned-sets.ts';
import type { ReadSet } from './revisioned-sets.ts';

/** The old sets that are too many, oldest revision first. */
export function setsToDelete({ spec }: ReadDeployment, old: readonly ReadSet[]): readonly ReadSet[] {
  const { revisionHistoryLimit = keepsAll } = spec;
  if (revisionHistoryLimit === keepsAll) return [];
  const byRevision = old
    .filter((set) => !deletionStarted(set))
    .toSorted((one, other) => revisionOrder(one) - revisionOrder(other) || olderFirst(one, other));
  return byRevision.slice(0, Math.max(0, byRevision.length - revisionHistoryLimit)).filter(isEmpty);
}

const keepsAll = 2 ** 31 - 1;

const revisionOrder = (set: ReadSet): number => revisionOf(set) ?? 0;

/** It has no pods, wants none, and knows so. */
const isEmpty = (set: ReadSet): boolean =>
  (set.status?.replicas ?? 0) === 0 &&
  sizeOf(set) === 0 &&
  (generationOf(set) ?? 0) <= (set.status?.observedGeneration ?? 0);
