/**
 * Annotations of an object: notes that nobody selects by. Objects are never changed; where there is nothing to do the very
 * same object comes back, so `!==` says "changed".
 */
import { annotationsOf } from './accessors.ts';
import type { HasMetadata } from './accessors.ts';
import { includesAll, merged, unlessBare, valueIn, without } from './string-map.ts';
import { withMetadata } from './with-metadata.ts';

/** The value of one annotation, undefined when the object does not have it. */
export const annotationOf = (object: HasMetadata, key: string): string | undefined =>
  valueIn(annotationsOf(object), key);

/** True when the object carries all of these annotations with these values. */
export const hasAnnotations = (object: HasMetadata, annotations: Readonly<Record<string, string>>): boolean =>
  includesAll(annotationsOf(object), annotations);

/** The object with these annotations added or replaced; its other annotations stay. */
export function withAnnotations<O extends HasMetadata>(object: O, annotations: Readonly<Record<string, string>>): O {
  const before = annotationsOf(object);
  const after = merged(before, annotations);
  return after === before ? object : withMetadata(object, { annotations: after });
}

/** The object without these annotations. */
export function withoutAnnotations<O extends HasMetadata>(object: O, ...keys: readonly string[]): O {
  const before = annotationsOf(object);
  const after = without(before, keys);
  return after === before ? object : withMetadata(object, { annotations: unlessBare(after) });
}
