/**
 * A transform that was given to an informer or a reflector threw.
 */
import { ReeveError, nameOf, namespaceOf } from '@reeve/machinery';
import type { HasMetadata } from '@reeve/machinery';

/** A transform threw. `key` is the object, `cause` what it threw. */
export class TransformError extends ReeveError {
  readonly key: string;

  constructor(object: HasMetadata & { readonly kind?: string }, cause: unknown) {
    const namespace = namespaceOf(object) ?? '';
    const key = namespace === '' ? (nameOf(object) ?? '') : `${namespace}/${nameOf(object) ?? ''}`;
    super(
      'REEVE_TRANSFORM',
      `the transform threw for ${object.kind ?? 'object'} ${key}: correct the transform; everything is listed anew after a delay`,
      { cause },
    );
    this.key = key;
  }
}
