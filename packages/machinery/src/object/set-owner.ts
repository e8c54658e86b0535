/**
 * Makes one object the owner of another, within the limits of the garbage collector: a namespaced owner owns objects of its
 * own namespace only, and an object has at most one controller. Objects are never changed; where there is nothing to do the
 * very same object comes back, so `!==` says "changed".
 * Upstream: controller-runtime controllerutil SetControllerReference, SetOwnerReference.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { ResourceScope } from './resource-scope.ts';
import { namespaceOf } from './accessors.ts';
import type { HasMetadata, ObjectLike } from './accessors.ts';
import { AlreadyOwnedError } from './already-owned-error.ts';
import { CrossNamespaceOwnerError } from './cross-namespace-owner-error.ts';
import { describeObject } from './describe-object.ts';
import {
  appendOwnerReference,
  controllerOf,
  controllerReference,
  isSameOwner,
  ownerReference,
} from './owner-reference.ts';
import type { OwnerReferenceOptions } from './owner-reference.ts';

/** The object with this owner as its controller. Fails when it has another controller. */
export function setControllerReference<O extends HasMetadata>(
  owner: ObjectLike,
  ownerScope: ResourceScope,
  object: O,
  options: OwnerReferenceOptions = {},
): O {
  checkBoundary(owner, ownerScope, object);
  const reference = controllerReference(owner, options);
  const existing = controllerOf(object);
  if (existing !== undefined && !isSameOwner(existing, reference)) throw new AlreadyOwnedError(object, existing);
  return appendOwnerReference(object, reference);
}

/** The object with this owner as one of its owners, not the controller. */
export function setOwnerReference<O extends HasMetadata>(
  owner: ObjectLike,
  ownerScope: ResourceScope,
  object: O,
  options: OwnerReferenceOptions = {},
): O {
  checkBoundary(owner, ownerScope, object);
  return appendOwnerReference(object, ownerReference(owner, options));
}

function checkBoundary(owner: HasMetadata, ownerScope: ResourceScope, object: HasMetadata): void {
  if (ownerScope === 'Cluster') return;
  const namespace = namespaceOf(owner);
  if (namespace === undefined) {
    throw new InvalidInputError(
      'metadata.namespace',
      `${describeObject(owner)} is of a namespaced kind but has no metadata.namespace: use the object that the server returned`,
    );
  }
  if (namespaceOf(object) !== namespace) throw new CrossNamespaceOwnerError(owner, namespace, object);
}
