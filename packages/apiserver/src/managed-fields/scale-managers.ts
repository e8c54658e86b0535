/**
 * The managers of a Scale are those of the number of replicas in the object behind it, and what becomes of them becomes of the object's.
 * Upstream: apimachinery managedfields.ScaleHandler.
 */
import { fieldPath, FieldSet, type FieldPath } from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';
import type { Manager } from './manager.ts';
import { readManagers, writeManagers } from './managers.ts';

type Entries = ReturnType<typeof writeManagers>;

const scaleVersion = 'autoscaling/v1';
const replicas = fieldPath('spec', 'replicas');

/** Where each version of a resource keeps its replicas; null for a version without a Scale, undefined for one that there is not. */
export type ReplicasPaths = (apiVersion: string) => FieldPath | null | undefined;

/** The entries that the Scale of an object has. */
export function scaleManagers(object: ApiObject, pathIn: ReplicasPaths): Entries {
  const managers = new Map<string, Manager>();
  for (const [identity, manager] of readManagers(object.metadata.managedFields)) {
    const path = pathIn(manager.apiVersion);
    if (path && manager.fields.has(path))
      managers.set(identity, { ...manager, apiVersion: scaleVersion, fields: FieldSet.of(replicas) });
  }
  return writeManagers(managers);
}

/** The entries of an object after its Scale, with these entries, was written. `apiVersion` is the object's. */
export function parentManagers(
  object: ApiObject,
  scale: ApiObject,
  apiVersion: string,
  pathIn: ReplicasPaths,
): Entries {
  const ofScale = new Map(readManagers(scale.metadata.managedFields));
  const before = readManagers(object.metadata.managedFields);
  const managers = new Map<string, Manager>();
  for (const [identity, manager] of before) {
    const path = pathIn(manager.apiVersion);
    if (path === undefined) continue;
    const isKept = path === null || !manager.fields.has(path) || ofScale.has(identity);
    const fields = isKept || path === null ? manager.fields : manager.fields.difference(FieldSet.of(path));
    if (path !== null && manager.fields.has(path)) ofScale.delete(identity);
    if (!fields.isEmpty) managers.set(identity, { ...manager, fields });
  }
  const own = pathIn(apiVersion) ?? replicas;
  for (const [identity, manager] of ofScale)
    if (manager.fields.has(replicas))
      managers.set(identity, { ...manager, apiVersion, time: before.get(identity)?.time, fields: FieldSet.of(own) });
  return writeManagers(managers);
}
