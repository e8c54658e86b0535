/**
 * When a write changes nothing: the times in managedFields alone do not count. Upstream: IgnoreManagedFieldsTimestampsTransformer.
 */
import { deepEqual } from '@reeve/machinery';
import type { ApiObject } from '../resource/served-resource.ts';

/** Whether an object is as it was, whenever its managers wrote it. */
export function isUnchanged(object: ApiObject, old: ApiObject): boolean {
  return deepEqual(withoutTimes(object), withoutTimes(old));
}

/** The object with the times that its managers had. */
export function withTimesOf(object: ApiObject, old: ApiObject): ApiObject {
  const { managedFields } = old.metadata;
  return managedFields === undefined ? object : { ...object, metadata: { ...object.metadata, managedFields } };
}

function withoutTimes(object: ApiObject): ApiObject {
  const { managedFields } = object.metadata;
  if (managedFields === undefined) return object;
  return {
    ...object,
    metadata: { ...object.metadata, managedFields: managedFields.map(({ time: _time, ...entry }) => entry) },
  };
}
