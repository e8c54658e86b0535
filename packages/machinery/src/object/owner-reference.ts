/**
 * Owner references: which object belongs to which. An owner is the same owner when group, kind and name agree, whatever
 * the version; whether an object is owned by this very owner is told by UID alone. Objects are never changed; where there is
 * nothing to do the very same object comes back, so `!==` says "changed".
 * Upstream: apimachinery meta/v1 controller_ref, controller-runtime controllerutil.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { filterIn, findIn, someIn } from '../collections/frozen-lists.ts';
import { ownerReferencesOf, uidOf } from './accessors.ts';
import type { HasMetadata, ObjectLike } from './accessors.ts';
import { describeObject } from './describe-object.ts';
import { identityOf } from './object-identity.ts';
import type { OwnerReference } from './object-meta.ts';
import { unlessEmpty, withMetadata } from './with-metadata.ts';

/** What an owner reference says besides who the owner is. */
export interface OwnerReferenceOptions {
  /** Whether deleting the owner in the foreground waits for the object. */
  readonly blockOwnerDeletion?: boolean;
}

/** A reference to an owner, which must have been created: it needs `apiVersion`, `kind`, a name and a UID. */
export function ownerReference(owner: ObjectLike, options: OwnerReferenceOptions = {}): OwnerReference {
  const identity = identityOf(owner);
  const uid = uidOf(owner);
  if (uid !== undefined) return { ...identity, uid, ...options };
  throw new InvalidInputError(
    'metadata.uid',
    `${describeObject(owner)} cannot own anything: it has no metadata.uid. Use the object that the server returned`,
  );
}

/** A reference that makes the owner the controller, whose deletion in the foreground waits for the object. */
export const controllerReference = (owner: ObjectLike, options: OwnerReferenceOptions = {}): OwnerReference => ({
  ...ownerReference(owner),
  controller: true,
  blockOwnerDeletion: options.blockOwnerDeletion ?? true,
});

/** Who an owner is, across versions of its kind and lives of its name. */
export type OwnerIdentity = Readonly<Pick<OwnerReference, 'apiVersion' | 'kind' | 'name'>>;

/** True when both mean the same owner: group, kind and name agree. Version and UID may differ. */
export const isSameOwner = (one: OwnerIdentity, other: OwnerIdentity): boolean =>
  one.kind === other.kind && one.name === other.name && groupIn(one.apiVersion) === groupIn(other.apiVersion);

/** The object with this owner: a reference to the same owner is replaced in its place, else the reference is added last. */
export function appendOwnerReference<O extends HasMetadata>(object: O, reference: Readonly<OwnerReference>): O {
  const references = ownerReferencesOf(object);
  const index = references.findIndex((existing) => isSameOwner(existing, reference));
  const existing = references[index];
  if (existing === undefined) return withMetadata(object, { ownerReferences: [...references, reference] });
  if (isEqual(existing, reference)) return object;
  return withMetadata(object, { ownerReferences: references.with(index, reference) });
}

/** The object without any reference to this owner. */
export function removeOwnerReference<O extends HasMetadata>(object: O, owner: OwnerIdentity): O {
  const references = ownerReferencesOf(object);
  const others = filterIn(references, (existing) => !isSameOwner(existing, owner));
  return others.length === references.length ? object : withMetadata(object, { ownerReferences: unlessEmpty(others) });
}

/** The reference to the controller of the object, undefined when nobody controls it. */
export const controllerOf = (object: HasMetadata): Readonly<OwnerReference> | undefined =>
  findIn(ownerReferencesOf(object), ({ controller }) => controller === true);

/** True when this very owner, by UID, controls the object. An owner that was never created controls nothing. */
export function isControlledBy(object: HasMetadata, owner: HasMetadata): boolean {
  const uid = uidOf(owner);
  return uid !== undefined && controllerOf(object)?.uid === uid;
}

/** True when this very owner, by UID, is among the owners of the object, as controller or not. */
export function isOwnedBy(object: HasMetadata, owner: HasMetadata): boolean {
  const uid = uidOf(owner);
  return uid !== undefined && someIn(ownerReferencesOf(object), (reference) => reference.uid === uid);
}

/** Unlike `parseApiVersion` this never throws: references come from other people's objects. */
const groupIn = (apiVersion: string): string => apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')));

const isEqual = (one: Readonly<OwnerReference>, other: Readonly<OwnerReference>): boolean =>
  one.apiVersion === other.apiVersion &&
  one.uid === other.uid &&
  one.controller === other.controller &&
  one.blockOwnerDeletion === other.blockOwnerDeletion;
