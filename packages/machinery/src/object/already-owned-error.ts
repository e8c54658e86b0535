/**
 * Two controllers want the same object. It has one controller at most, and taking it over is not done by accident.
 * Upstream: controller-runtime controllerutil AlreadyOwnedError.
 */
import { ReeveError } from '../errors/reeve-error.ts';
import type { HasMetadata } from './accessors.ts';
import { describeObject } from './describe-object.ts';
import type { OwnerReference } from './object-meta.ts';

/** The object has another controller already. */
export class AlreadyOwnedError extends ReeveError {
  /** Who controls the object. */
  readonly owner: Readonly<OwnerReference>;

  constructor(object: HasMetadata, owner: Readonly<OwnerReference>, options?: ErrorOptions) {
    const message =
      `${describeObject(object)} is controlled by ${owner.kind} ${owner.name} (${owner.apiVersion}, uid ${owner.uid}) already: ` +
      'remove that owner reference first, or choose another name for the object';
    super('REEVE_ALREADY_OWNED', message, options);
    this.owner = owner;
  }
}
