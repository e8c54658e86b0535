/**
 * When a write changes nothing: the times in managedFields alone do not count. Upstream: IgnoreManagedFieldsTimestampsTransformer.
 */
import { deepEqual } from '@reeve/machinery';
import type { ApiObject } from '../resource/served-resource.ts';

/** Whether an object is as it was, whenever its managers wrote it. Managers are compared last: they are the longest part, and other parts differ first. */
export function isUnchanged(object: ApiObject, old: ApiObject): boolean {
  const [own, before] = [object.metadata.managedFields, old.metadata.managedFields];
  if (own === before) return deepEqual(object, old);
  return deepEqual(withoutManagers(object), withoutManagers(old)) && deepEqual(withoutTimes(own), withoutTimes(before));
}

/** The object with the times that its managers had. */
export function withTimesOf(object: ApiObject, old: ApiObject): ApiObject {
  const { managedFields } = old.metadata;
  return managedFields === undefined ? object : { ...object, metadata: { ...object.metadata, managedFields } };
}

type Managers = ApiObject['metadata']['managedFields'];

const withoutManagers = (object: ApiObject): object => ({
  ...object,
  metadata: { ...object.metadata, managedFields: undefined },
});

const withoutTimes = (managers: Managers): object | undefined =>
  managers?.map((entry) => ({ ...entry, time: undefined }));
