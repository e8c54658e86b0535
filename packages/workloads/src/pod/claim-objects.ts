/**
 * Makes it so that an owner controls exactly what its selector selects: orphans are adopted, what is no longer selected is released. The owner is read from the server
 * before anything is adopted, so that one that is gone or going adopts nothing.
 * Upstream: kubernetes pkg/controller PodControllerRefManager, ReplicaSet and ControllerRevision ones.
 */
import { deletionStarted, isNotFound, keyOf, labelsOf, uidOf, withFinalizer, withoutFinalizer } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KindObject, KubeObject, ReadableLabelSelector } from '@reeve/machinery';
import { claim } from '@reeve/runtime';
import type { ReconcileContext } from '@reeve/runtime';
import { controlledOrOrphaned } from './controlled.ts';
import { queryOf } from './query-of.ts';

/** Who claims, and what. */
export interface ClaimInput<R extends AnyKind> {
  readonly ownerKind: AnyKind;
  readonly owner: DeepReadonly<KubeObject>;
  readonly kind: R;
  readonly selector: ReadableLabelSelector | undefined;
  /** What an object needs besides its labels. */
  readonly matches?: (object: DeepReadonly<KindObject<R>>) => boolean;
  /** The others are left as they are, whoever controls them. */
  readonly considers?: (object: DeepReadonly<KindObject<R>>) => boolean;
  /** Goes onto what is adopted, and off what is released. */
  readonly finalizer?: string;
}

/** The parts of a run's context that are needed here. */
export type Claimer = Pick<ReconcileContext, 'list' | 'update' | 'client' | 'signal'>;

/** The objects that the owner controls in the end. */
export async function claimObjects<R extends AnyKind>(
  claimer: Claimer,
  { ownerKind, owner, kind, selector, matches = () => true, considers = () => true, finalizer }: ClaimInput<R>,
): Promise<readonly DeepReadonly<KindObject<R>>[]> {
  const query = queryOf(selector);
  const objects = (await controlledOrOrphaned(claimer, kind, owner)).filter(considers);
  const { kept, adopted, released } = claim({
    owner: { ...owner, apiVersion: ownerKind.apiVersion, kind: ownerKind.kind },
    ownerScope: ownerKind.scope,
    objects,
    selects: (object) => query.matches(labelsOf(object)) && matches(object),
  });
  const freed = finalizer === undefined ? released : released.map((object) => withoutFinalizer(object, finalizer));
  for (const object of freed) await unlessGone(claimer.update(kind, object));
  if (adopted.length === 0 || !(await isStillThere(claimer, ownerKind, owner))) return kept;
  const held = finalizer === undefined ? adopted : adopted.map((object) => withFinalizer(object, finalizer));
  const taken = await Promise.all(held.map((object) => unlessGone(claimer.update(kind, object))));
  return [...kept, ...taken.filter((object) => object !== undefined)];
}

async function isStillThere(
  { client, signal }: Claimer,
  kind: AnyKind,
  owner: DeepReadonly<KubeObject>,
): Promise<boolean> {
  const live = await unlessGone(client.get(kind, keyOf(owner), { signal }));
  return live !== undefined && uidOf(live) === uidOf(owner) && !deletionStarted(live);
}

/** What came of it; undefined when the object is gone. */
async function unlessGone<T>(doing: Promise<T>): Promise<T | undefined> {
  try {
    return await doing;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
