/**
 * A reference to an object of any kind, as events and many specs carry it.
 * Upstream: core/v1 ObjectReference, client-go tools/reference.
 */
import { namespaceOf, resourceVersionOf, uidOf } from './accessors.ts';
import type { ObjectLike } from './accessors.ts';
import { identityOf } from './object-identity.ts';

/** Points at an object, or at a part of it. */
export interface ObjectReference {
  apiVersion?: string;
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  resourceVersion?: string;
  /** The part that is meant, as in `spec.containers{web}`. */
  fieldPath?: string;
}

/** A reference to this object as it is now. It must say what it is: `apiVersion`, `kind` and a name. */
export function referenceTo(object: ObjectLike, options: { readonly fieldPath?: string } = {}): ObjectReference {
  const namespace = namespaceOf(object);
  const uid = uidOf(object);
  const resourceVersion = resourceVersionOf(object);
  return {
    ...identityOf(object),
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...options,
  };
}
