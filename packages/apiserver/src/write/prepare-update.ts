/**
 * From what a client sent and what is stored to what will be stored: the server's own metadata kept, the generation counted, everything validated. Pure, so
 * that a patch may try it again on a newer version.
 */
import { deepEqual, withFields } from '@reeve/machinery';
import {
  distinctProblems,
  invalidObject,
  type ApiObject,
  type FieldError,
  type ServedResource,
  type Strategy,
} from '@reeve/registry';
import { metaProblems, metaUpdateProblems, segmentProblems } from './meta-validation.ts';

/** The object to store, before admission validates it. */
export function prepareUpdate(object: ApiObject, old: ApiObject, resource: ServedResource): ApiObject {
  const { strategy } = resource;
  const kept = keepServerMetadata(object, old, resource.scope === 'Namespaced');
  const prepared = strategy.prepareForUpdate(strategy.hasStatus ? withStatusOf(kept, old) : kept, old);
  return strategy.countsGenerations ? withGeneration(prepared, old, strategy) : prepared;
}

/** Refuses what is not valid, all problems at once; `warn` takes those that an update may leave alone. */
export function validateUpdate(
  object: ApiObject,
  old: ApiObject,
  resource: ServedResource,
  warn: (text: string) => void,
): void {
  const ofChange = metaUpdateProblems(object.metadata, old.metadata);
  const problems = [
    ...metaProblems(object.metadata, resource.scope === 'Namespaced', segmentProblems),
    // Twice, as the real server finds them: once for every kind, and once more by the kind's own rules.
    ...ofChange,
    ...ofChange,
    ...resource.strategy.validateUpdate(object, old, warn),
  ];
  refuse(problems, resource, object.metadata.name);
}

/** Throws the refusal of an object for all that is wrong with it, where anything is. */
export function refuse(problems: readonly FieldError[], { strategy, group, kind }: ServedResource, name = ''): void {
  if (problems.length === 0) return;
  const told = strategy.tellsOnce ? distinctProblems(problems) : problems;
  throw invalidObject(strategy.refusalGroup ?? group, kind, name, told);
}

function keepServerMetadata(object: ApiObject, old: ApiObject, isNamespaced: boolean): ApiObject {
  const [own, before] = [object.metadata, old.metadata];
  const { deletionGracePeriodSeconds } = before;
  const metadata: Record<string, unknown> = { ...own };
  if (before.namespace) metadata['namespace'] = own.namespace || before.namespace;
  else if (!isNamespaced) delete metadata['namespace'];
  metadata['uid'] = own.uid || before.uid;
  if (before.generation !== undefined) metadata['generation'] = before.generation;
  else if (own.generation !== undefined) delete metadata['generation'];
  metadata['creationTimestamp'] = before.creationTimestamp;
  if (before.deletionTimestamp) metadata['deletionTimestamp'] = before.deletionTimestamp;
  if (deletionGracePeriodSeconds !== undefined)
    metadata['deletionGracePeriodSeconds'] = own.deletionGracePeriodSeconds ?? deletionGracePeriodSeconds;
  return { ...object, metadata };
}

/** A write of the main resource leaves status as it is. */
function withStatusOf(object: ApiObject, old: ApiObject): ApiObject {
  if (object['status'] === old['status']) return object;
  if (old['status'] !== undefined) return withFields(object, { status: old['status'] });
  const { status: _theirs, ...rest } = object;
  return rest;
}

/** One more when anything but metadata and status changed. */
function withGeneration(object: ApiObject, old: ApiObject, { substance }: Strategy): ApiObject {
  const isSame = substance ? deepEqual(substance(object), substance(old)) : isSameSubstance(object, old);
  const generation = (old.metadata.generation ?? 0) + (isSame ? 0 : 1);
  if (object.metadata.generation === generation) return object;
  return { ...object, metadata: withFields(object.metadata, { generation }) };
}

const notSubstance = new Set(['metadata', 'status', 'apiVersion', 'kind']);

function isSameSubstance(object: ApiObject, old: ApiObject): boolean {
  for (const name in object) if (!notSubstance.has(name) && !deepEqual(object[name], old[name])) return false;
  for (const name in old)
    if (!notSubstance.has(name) && object[name] === undefined && old[name] !== undefined) return false;
  return true;
}
