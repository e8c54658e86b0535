/**
 * How many more pods a deployment may have at once. A set may still have pods that it is to delete, so it counts as large as it is or is to be; and one that has not said that it
 * knows its size may be about to make pods of a larger one, so that nothing grows until it has.
 */
import { generationOf } from '@reeve/machinery';
import { fencepostsOf } from './fenceposts.ts';
import type { ReadDeployment } from './fenceposts.ts';
import { sizeOf, sumOf } from './revisioned-sets.ts';
import type { ReadSet } from './revisioned-sets.ts';

/** The room that the surge leaves beside these sets; never less than none. */
export function surgeRoom(deployment: ReadDeployment, sets: readonly ReadSet[]): number {
  if (!haveSettled(sets)) return 0;
  const { replicas, maxSurge } = fencepostsOf(deployment);
  return Math.max(0, replicas + maxSurge - sumOf(sets, podsIn));
}

/** True when all sets know their sizes. */
export const haveSettled = (sets: readonly ReadSet[]): boolean => sets.every(knowsItsSize);

const podsIn = (set: ReadSet): number => Math.max(sizeOf(set), set.status?.replicas ?? 0);

/** A set that is as it was made has never had another size. */
const knowsItsSize = (set: ReadSet): boolean => {
  const generation = generationOf(set) ?? 0;
  return generation <= 1 || (set.status?.observedGeneration ?? 0) >= generation;
};
