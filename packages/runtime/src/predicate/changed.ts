/**
 * Predicates about what changed. They judge updates only; other events pass.
 * Upstream: controller-runtime predicate.GenerationChangedPredicate and its like.
 */
import { annotationsOf, deepEqual, generationOf, labelsOf, resourceVersionOf } from '@reeve/machinery';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import { predicate } from './predicate.ts';
import type { Predicate } from './predicate.ts';

/** The spec changed: writes of status and metadata do not count it up. */
export const generationChanged = <T extends KubeObject = KubeObject>(): Predicate<T> =>
  changed<T>('generationChanged', generationOf);

/** Something changed: an object that is merely told of again does not pass. */
export const resourceVersionChanged = <T extends KubeObject = KubeObject>(): Predicate<T> =>
  changed<T>('resourceVersionChanged', resourceVersionOf);

/** A label changed. */
export const labelsChanged = <T extends KubeObject = KubeObject>(): Predicate<T> =>
  changed<T>('labelsChanged', labelsOf);

/** An annotation changed. */
export const annotationsChanged = <T extends KubeObject = KubeObject>(): Predicate<T> =>
  changed<T>('annotationsChanged', annotationsOf);

/** What the function takes from the object changed. */
export const changed = <T extends KubeObject = KubeObject>(
  name: string,
  part: (object: DeepReadonly<T>) => unknown,
): Predicate<T> => predicate<T>(name, { update: (object, old) => !isSame(part(object), part(old)) });

/** Parts of objects are JSON, or nothing. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined ? one === other : deepEqual(one, other);
