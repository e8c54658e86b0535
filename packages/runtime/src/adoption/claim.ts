/**
 * Decides which objects belong to an owner that selects them: what it controls and still selects it keeps, orphans that it selects it adopts, and what it controls but no longer selects it releases.
 * What somebody else controls, what is being deleted and what an owner that is being deleted would adopt is left alone. Nothing is written here.
 * Upstream: kubernetes pkg/controller ControllerRefManager.
 */
import {
  controllerOf,
  deletionStarted,
  filterIn,
  isControlledBy,
  ownerReferencesOf,
  setControllerReference,
  uidOf,
  withMetadata,
} from '@reeve/machinery';
import type { HasMetadata, ObjectLike, ResourceScope } from '@reeve/machinery';

/** Who claims, and what. */
export interface ClaimOptions<O extends HasMetadata> {
  /** The owner, read from the server and not from a cache where it may be gone meanwhile. */
  readonly owner: ObjectLike;
  readonly ownerScope: ResourceScope;
  readonly objects: readonly O[];
  readonly selects: (object: O) => boolean;
}

/** Whose they are. */
export interface Claims<O> {
  /** Belong to the owner, and need no write. */
  readonly kept: readonly O[];
  /** Orphans, with the owner as their controller: to be written. */
  readonly adopted: readonly O[];
  /** No longer selected, without the owner: to be written. */
  readonly released: readonly O[];
}

/** Decides whose the objects are. */
export function claim<O extends HasMetadata>({ owner, ownerScope, objects, selects }: ClaimOptions<O>): Claims<O> {
  const isLeaving = deletionStarted(owner);
  const own = objects.filter((object) => isControlledBy(object, owner));
  const orphans = objects.filter((object) => controllerOf(object) === undefined && !deletionStarted(object));
  return {
    kept: own.filter(selects),
    adopted: isLeaving
      ? []
      : orphans.filter(selects).map((object) => setControllerReference(owner, ownerScope, object)),
    released: isLeaving ? [] : own.filter((object) => !selects(object)).map((object) => withoutOwner(object, owner)),
  };
}

function withoutOwner<O extends HasMetadata>(object: O, owner: HasMetadata): O {
  const others = filterIn(ownerReferencesOf(object), ({ uid }) => uid !== uidOf(owner));
  return withMetadata(object, { ownerReferences: others.length === 0 ? undefined : others });
}
