/**
 * What was applied last, remembered on the object as a hash. Together with a look at whether the object still has all of it, it tells that applying again would change
 * nothing, also after a restart, without keeping everybody's managed fields in memory.
 */
import { annotationOf, semanticDerivative, stableHash, withAnnotations } from '@reeve/machinery';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';

/** The annotation that has the hash. */
export const appliedAnnotation = 'reeve.dev/applied';

/** The object with the hash of itself, and of who applies it. */
export function withAppliedHash<T extends KubeObject>(desired: T, fieldManager: string): T {
  return withAnnotations(desired, { [appliedAnnotation]: hashOf(desired, fieldManager) });
}

/** True when applying would change nothing: the same was applied last, and all of it is still there. */
export function isApplied(desired: DeepReadonly<KubeObject>, current: DeepReadonly<KubeObject>): boolean {
  const hash = annotationOf(desired, appliedAnnotation);
  return (
    hash !== undefined && annotationOf(current, appliedAnnotation) === hash && semanticDerivative(desired, current)
  );
}

const hashOf = (desired: KubeObject, fieldManager: string): string => stableHash([fieldManager, desired]);
