/**
 * When a write changes nothing: the times in managedFields alone do not count. Upstream: IgnoreManagedFieldsTimestampsTransformer.
 */
import { deepEqual } from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';

/** Whether an object is as it was, whenever its managers wrote it. Managers are compared last: they are the longest part, and other parts differ first. */
export function isUnchanged(object: ApiObject, old: ApiObject): boolean {
  if (!isSameBesidesMetadata(object, old)) return false;
  const [own, before] = [object.metadata.managedFields, old.metadata.managedFields];
  if (own === before) return deepEqual(object.metadata, old.metadata);
  return (
    deepEqual(withoutManagers(object.metadata), withoutManagers(old.metadata)) &&
    deepEqual(withoutTimes(own), withoutTimes(before))
  );
}

/** The object with the times that its managers had. */
export function withTimesOf(object: ApiObject, old: ApiObject): ApiObject {
  const { managedFields } = old.metadata;
  return managedFields === undefined ? object : { ...object, metadata: { ...object.metadata, managedFields } };
}

type Managers = ApiObject['metadata']['managedFields'];

/** Most writes are seen here to change something, before anything is copied. */
function isSameBesidesMetadata(object: ApiObject, old: ApiObject): boolean {
  for (const name in object) if (name !== 'metadata' && !isSame(object[name], old[name])) return false;
  for (const name in old) if (object[name] === undefined && old[name] !== undefined) return false;
  return true;
}

const isSame = (one: unknown, other: unknown): boolean => one === other || deepEqual(one, other);

const withoutManagers = (metadata: ApiObject['metadata']): object => ({ ...metadata, managedFields: undefined });

const withoutTimes = (managers: Managers): object | undefined =>
  managers?.map((entry) => ({ ...entry, time: undefined }));
