/**
 * What changes between two states of an object, field by field, without what only the server writes.
 */
import {
  createJsonPatch,
  getByPointer,
  hasPointer,
  isJsonObject,
  withAnnotations,
  withoutAnnotations,
} from '@reeve/machinery';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import { appliedAnnotation } from '@reeve/runtime';
import { withoutServerFields } from '../manifest/manifests.ts';

/** One field. */
export interface FieldChange {
  /** As a JSON pointer: `/spec/replicas`. */
  readonly path: string;
  /** Absent where the field is new. */
  readonly before?: unknown;
  /** Absent where the field goes. */
  readonly after?: unknown;
}

/** The fields that differ. */
export function fieldChanges(before: DeepReadonly<KubeObject>, after: DeepReadonly<KubeObject>): FieldChange[] {
  const [old, next] = [shown(before), shown(after)];
  return createJsonPatch(old, next).map((operation) => ({
    path: operation.path,
    ...(operation.op !== 'add' && hasPointer(old, operation.path) && { before: getByPointer(old, operation.path) }),
    ...('value' in operation && { after: operation.value }),
  }));
}

/** The live object with all that is desired laid over it: what applying makes of it, as far as can be told without the server. */
export const laidOver = (live: DeepReadonly<KubeObject>, desired: DeepReadonly<KubeObject>): DeepReadonly<KubeObject> =>
  merged(live, desired) as DeepReadonly<KubeObject>; // an object over an object

/** Lists that lead with what is desired stay; others are replaced as a whole. */
function merged(live: unknown, desired: unknown): unknown {
  if (Array.isArray(desired) && Array.isArray(live))
    return desired.length === live.length ? desired.map((item, at) => merged(live[at], item)) : desired;
  if (!isJsonObject(desired) || !isJsonObject(live)) return desired;
  return {
    ...live,
    ...Object.fromEntries(Object.entries(desired).map(([field, value]) => [field, merged(live[field], value)])),
  };
}

/** Our own bookkeeping is no change of the object. */
function shown(object: DeepReadonly<KubeObject>): object {
  const plain = withoutAnnotations(withAnnotations(withoutServerFields(object), {}), appliedAnnotation);
  const { managedFields: _managed, ...metadata } = plain.metadata;
  return { ...plain, metadata };
}
