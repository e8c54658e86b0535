/**
 * An owner that the garbage collector would not find: it would take the object for an orphan and delete it.
 */
import { ReeveError } from '../errors/reeve-error.ts';
import type { HasMetadata } from './accessors.ts';
import { namespaceOf } from './accessors.ts';
import { describeObject } from './describe-object.ts';

/** A namespaced owner may own objects of its own namespace only. */
export class CrossNamespaceOwnerError extends ReeveError {
  readonly ownerNamespace: string;
  /** Undefined for an object without a namespace. */
  readonly objectNamespace: string | undefined;

  constructor(owner: HasMetadata, ownerNamespace: string, object: HasMetadata, options?: ErrorOptions) {
    const objectNamespace = namespaceOf(object);
    const where = objectNamespace === undefined ? 'has no namespace' : `is in namespace ${objectNamespace}`;
    const message =
      `${describeObject(owner)} cannot own ${describeObject(object)}, which ${where}: owners are cluster-scoped or in the ` +
      `namespace of what they own. Put the object into namespace ${ownerNamespace}, or clean it up with a finalizer`;
    super('REEVE_CROSS_NAMESPACE_OWNER', message, options);
    this.ownerNamespace = ownerNamespace;
    this.objectNamespace = objectNamespace;
  }
}
