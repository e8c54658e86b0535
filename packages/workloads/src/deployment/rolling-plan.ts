/**
 * The next move of a rolling update: the new set grows as far as the surge allows, or old ones shrink as far as what is available allows, those that serve nobody first.
 * Nothing is written here.
 * Upstream: kubernetes pkg/controller/deployment rolling.go.
 *
 * Invariant: no move lets there be more pods than `replicas + maxSurge`, or fewer that are available than `replicas - maxUnavailable`, whenever the sets get to it. Of those that
 * are available a set will keep no more than it is to have.
 */
import { fencepostsOf, isRollingUpdate } from './fenceposts.ts';
import type { ReadDeployment } from './fenceposts.ts';
import { isActiveSet, sizeOf, sumOf } from './revisioned-sets.ts';
import type { ReadSet } from './revisioned-sets.ts';
import type { Move } from './scale-plan.ts';
import { surgeRoom } from './surge-room.ts';

/** The next moves; none when there is nothing to do, or something to wait for. */
export function rollingPlan(deployment: ReadDeployment, current: ReadSet, old: readonly ReadSet[]): readonly Move[] {
  const replicas = grown(deployment, sizeOf(current), [current, ...old]);
  if (replicas !== sizeOf(current)) return [{ set: current, replicas }];
  return shrinking(deployment, current, old.filter(isActiveSet));
}

/** The size of a set that is yet to be made. Where pods are recreated no others are left by then. */
export const freshSize = (deployment: ReadDeployment, old: readonly ReadSet[]): number =>
  isRollingUpdate(deployment) ? grown(deployment, 0, old) : fencepostsOf(deployment).replicas;

/** As large as wanted, or as the surge allows beside the old ones. */
const grown = (deployment: ReadDeployment, size: number, all: readonly ReadSet[]): number =>
  Math.min(fencepostsOf(deployment).replicas, size + surgeRoom(deployment, all));

function shrinking(deployment: ReadDeployment, current: ReadSet, old: readonly ReadSet[]): readonly Move[] {
  const { replicas, maxUnavailable } = fencepostsOf(deployment);
  const minAvailable = replicas - maxUnavailable;
  const unavailable = sizeOf(current) - availableIn(current);
  const spare = sizeOf(current) + sumOf(old, sizeOf) - minAvailable - unavailable;
  if (spare <= 0) return [];
  const cleaned = take(old, spare, (set) => sizeOf(set) - availableIn(set));
  const free = availableIn(current) + sumOf(old, availableIn) - minAvailable;
  return [...changes(old, cleaned), ...changes(cleaned, take(cleaned, free, sizeOf))];
}

const changes = (before: readonly ReadSet[], after: readonly ReadSet[]): readonly Move[] =>
  after.flatMap((set, at) => {
    const was = before[at];
    return was === undefined || sizeOf(was) === sizeOf(set) ? [] : [{ set: was, replicas: sizeOf(set) }];
  });

/** Takes pods from the sets, in their order and no more than so many in all; of each what may be taken of it. */
function take(sets: readonly ReadSet[], count: number, takable: (set: ReadSet) => number): readonly ReadSet[] {
  let left = Math.max(0, count);
  return sets.map((set) => {
    const taken = Math.min(left, takable(set));
    left -= taken;
    return { ...set, spec: { ...set.spec, replicas: sizeOf(set) - taken } };
  });
}

const availableIn = (set: ReadSet): number => Math.min(sizeOf(set), set.status?.availableReplicas ?? 0);
