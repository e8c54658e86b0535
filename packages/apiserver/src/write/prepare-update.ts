/**
 * From what a client sent and what is stored to what will be stored: the server's own metadata kept, the generation counted, everything validated. Pure, so
 * that a patch may try it again on a newer version.
 */
import { deepEqual } from '@reeve/machinery';
import { pathSegment, pathSegmentPrefix } from '../builtin/wire-words.ts';
import { invalidObject } from '../error/field-error.ts';
import type { ApiObject, ServedResource } from '../resource/served-resource.ts';
import { metaProblems, metaUpdateProblems } from './meta-validation.ts';

/** The object to store, before admission validates it. */
export function prepareUpdate(object: ApiObject, old: ApiObject, resource: ServedResource): ApiObject {
  const { strategy } = resource;
  const kept = keepServerMetadata(object, old);
  const prepared = strategy.prepareForUpdate(strategy.hasStatus ? withStatusOf(kept, old) : kept, old);
  return strategy.countsGenerations ? withGeneration(prepared, old, strategy.substance ?? substance) : prepared;
}

/** Refuses what is not valid, all problems at once. */
export function validateUpdate(object: ApiObject, old: ApiObject, resource: ServedResource): void {
  const problems = [
    ...metaProblems(object.metadata, resource.scope === 'Namespaced', (name, isPrefix) =>
      isPrefix ? pathSegmentPrefix(name) : pathSegment(name),
    ),
    // Twice, as the real server has them: once for every kind, and once more by the kind's own rules.
    ...metaUpdateProblems(object.metadata, old.metadata),
    ...metaUpdateProblems(object.metadata, old.metadata),
    ...resource.strategy.validateUpdate(object, old),
  ];
  const group = resource.strategy.refusalGroup ?? resource.group;
  if (problems.length > 0) throw invalidObject(group, resource.kind, object.metadata.name ?? '', problems);
}

function keepServerMetadata(object: ApiObject, old: ApiObject): ApiObject {
  const { generation: _theirs, ...metadata } = object.metadata;
  const before = old.metadata;
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(before.namespace && { namespace: metadata.namespace || before.namespace }),
      uid: metadata.uid || before.uid,
      ...(before.generation !== undefined && { generation: before.generation }),
      creationTimestamp: before.creationTimestamp,
      ...(before.deletionTimestamp && { deletionTimestamp: before.deletionTimestamp }),
      ...(before.deletionGracePeriodSeconds !== undefined && {
        deletionGracePeriodSeconds: metadata.deletionGracePeriodSeconds ?? before.deletionGracePeriodSeconds,
      }),
    },
  } as ApiObject;
}

/** The main door leaves status alone. */
function withStatusOf(object: ApiObject, old: ApiObject): ApiObject {
  const { status: _theirs, ...rest } = object;
  return old['status'] === undefined ? rest : { ...rest, status: old['status'] };
}

/** One more when anything but metadata and status changed. */
function withGeneration(object: ApiObject, old: ApiObject, substanceOf: (each: ApiObject) => unknown): ApiObject {
  const generation = (old.metadata.generation ?? 0) + (deepEqual(substanceOf(object), substanceOf(old)) ? 0 : 1);
  return { ...object, metadata: { ...object.metadata, generation } };
}

function substance({
  metadata: _metadata,
  status: _status,
  apiVersion: _apiVersion,
  kind: _kind,
  ...rest
}: ApiObject): unknown {
  return rest;
}
