/**
 * When a write changes nothing: the times in managedFields alone do not count.
 */
import type { ApiObject } from '../resource/served-resource.ts';

/** The object as it is compared. */
export function withoutManagedTimes(object: ApiObject): ApiObject {
  const { managedFields } = object.metadata;
  if (managedFields === undefined) return object;
  return {
    ...object,
    metadata: { ...object.metadata, managedFields: managedFields.map(({ time: _time, ...entry }) => entry) },
  };
}
