/**
 * Finalizers: names that hold a deleted object until whoever put them there has cleaned up.
 * Objects are never changed; where there is nothing to do the very same object comes back, so `!==` says "changed".
 * Upstream: controller-runtime controllerutil ContainsFinalizer, AddFinalizer, RemoveFinalizer.
 */
import { finalizersOf } from './accessors.ts';
import type { HasMetadata } from './accessors.ts';
import { unlessEmpty, withMetadata } from './with-metadata.ts';

/** True when the finalizer is on the object. */
export const hasFinalizer = (object: HasMetadata, finalizer: string): boolean =>
  finalizersOf(object).includes(finalizer);

/** The object with the finalizer, added last when it was not there. */
export function withFinalizer<O extends HasMetadata>(object: O, finalizer: string): O {
  if (hasFinalizer(object, finalizer)) return object;
  return withMetadata(object, { finalizers: [...finalizersOf(object), finalizer] });
}

/** The object without the finalizer, however often it was there. */
export function withoutFinalizer<O extends HasMetadata>(object: O, finalizer: string): O {
  if (!hasFinalizer(object, finalizer)) return object;
  return withMetadata(object, { finalizers: unlessEmpty(finalizersOf(object).filter((name) => name !== finalizer)) });
}
