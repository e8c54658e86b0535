/**
 * How replica sets follow when a deployment is scaled: in the midst of a rollout all grow or shrink in proportion, so that a template that turns out bad has no larger share than before.
 * Nothing is written here.
 * Upstream: kubernetes pkg/controller/deployment scale, GetReplicaSetProportion.
 */
import { countIn, desiredReplicasAnnotation, maxReplicasAnnotation } from './deployment-annotations.ts';
import { fencepostsOf, isRollingUpdate } from './fenceposts.ts';
import type { ReadDeployment } from './fenceposts.ts';
import { isActiveSet, olderFirst, sizeOf, sumOf } from './revisioned-sets.ts';
import type { ReadSet, RevisionedSets } from './revisioned-sets.ts';
import { haveSettled, surgeRoom } from './surge-room.ts';

/** A set and the size it is to have. */
export interface Move {
  readonly set: ReadSet;
  readonly replicas: number;
}

/** True when the deployment has another size than when its sets were scaled last. */
export const isScaled = ({ spec }: ReadDeployment, { current, old }: RevisionedSets): boolean =>
  withCurrent(old, current)
    .filter(isActiveSet)
    .map((set) => countIn(set, desiredReplicasAnnotation))
    .some((desired) => desired !== undefined && desired !== (spec.replicas ?? 1));

/** The sizes after scaling. A move to the size that a set has brings its annotations up to date. Nothing grows before all sets know the sizes that they have: then it is asked again. */
export function scalePlan(deployment: ReadDeployment, sets: RevisionedSets): readonly Move[] {
  const { replicas = 1 } = deployment.spec;
  const all = withCurrent(sets.old, sets.current);
  const only = onlyOrLatest(sets);
  if (only !== undefined) return sizeOf(only) === replicas ? [] : resized(deployment, only, all);
  if (isSaturated(deployment, sets.current)) {
    return sets.old.filter(isActiveSet).map((set) => ({ set, replicas: 0 }));
  }
  return isRollingUpdate(deployment) ? inProportion(deployment, all) : [];
}

function resized(deployment: ReadDeployment, set: ReadSet, all: readonly ReadSet[]): readonly Move[] {
  const { replicas = 1 } = deployment.spec;
  if (replicas < sizeOf(set) || !isRollingUpdate(deployment)) return [{ set, replicas }];
  if (!haveSettled(all)) return [];
  return [{ set, replicas: Math.min(replicas, sizeOf(set) + surgeRoom(deployment, all)) }];
}

const withCurrent = (old: readonly ReadSet[], current: ReadSet | undefined): readonly ReadSet[] =>
  current === undefined ? old : [...old, current];

/** The one set that has pods; when none has any, the newest. */
function onlyOrLatest({ current, old }: RevisionedSets): ReadSet | undefined {
  const active = withCurrent(old, current).filter(isActiveSet);
  if (active.length > 1) return undefined;
  return active[0] ?? current ?? old.at(-1);
}

function isSaturated({ spec }: ReadDeployment, set: ReadSet | undefined): boolean {
  if (set === undefined) return false;
  const { replicas = 1 } = spec;
  return [sizeOf(set), countIn(set, desiredReplicasAnnotation), set.status?.availableReplicas ?? 0].every(
    (count) => count === replicas,
  );
}

/** Larger sets first; of equal ones the newer grow first, and the older shrink first. What rounding leaves goes to the first; what there is no room for yet, to nobody. */
function inProportion(deployment: ReadDeployment, all: readonly ReadSet[]): readonly Move[] {
  const active = all.filter(isActiveSet);
  const { replicas, maxSurge } = fencepostsOf(deployment);
  const difference = (replicas > 0 ? replicas + maxSurge : 0) - sumOf(active, sizeOf);
  if (difference > 0 && !haveSettled(all)) return [];
  const toAdd = Math.min(difference, surgeRoom(deployment, all));
  const sign = toAdd > 0 ? -1 : 1;
  const sets = active.toSorted((one, other) => sizeOf(other) - sizeOf(one) || sign * olderFirst(one, other));
  let left = toAdd;
  const moves = sets.map((set) => {
    const share = shareOf(deployment, set, replicas + maxSurge);
    const added = toAdd > 0 ? Math.min(share, left) : toAdd < 0 ? Math.max(share, left) : 0;
    left -= added;
    return { set, replicas: sizeOf(set) + added };
  });
  return moves.map((move, at) => (at === 0 ? { ...move, replicas: Math.max(0, move.replicas + left) } : move));
}

/** By how much a set grows if it keeps its share. */
function shareOf({ spec, status }: ReadDeployment, set: ReadSet, maxReplicas: number): number {
  if (spec.replicas === 0) return -sizeOf(set);
  const before = countIn(set, maxReplicasAnnotation) || (status?.replicas ?? 0);
  return before === 0 ? 0 : Math.round((sizeOf(set) * maxReplicas) / before) - sizeOf(set);
}
