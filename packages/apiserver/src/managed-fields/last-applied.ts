/**
 * The annotation in which kubectl's client-side apply keeps what it applied. Its server-side apply may take over what that holds without a conflict, and
 * keeps the annotation up to date for those who still use it. Upstream: apimachinery managedfields, lastAppliedManager and lastAppliedUpdater.
 */
import {
  annotationsBytes,
  canonicalJson,
  FieldSet,
  InvalidInputError,
  isJsonObject,
  maxAnnotationsBytes,
  parseJson,
  type FieldPath,
} from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';
import { compareObjects } from './compare-values.ts';
import type { TypedKind } from './typed-kind.ts';
import { problemsOf } from './validate-value.ts';
import { ownedPaths } from './value-paths.ts';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** Whether a field is one that the client-side apply had set, and that is as it set it. */
export function isAllowed(kind: TypedKind, live: ApiObject, path: FieldPath): boolean {
  return lastAppliedFields(kind, live).has(path);
}

/** The object with the annotation brought up to date by an apply of kubectl; where there is none, none comes. */
export function withLastApplied(object: ApiObject, config: ApiObject, manager: string): ApiObject {
  const annotations = object.metadata.annotations ?? {};
  if (manager !== 'kubectl' || !annotations[annotation]) return object;
  const { [annotation]: _last, ...others } = annotations;
  const updated = { ...annotations, [annotation]: `${canonicalJson(withoutAnnotation(config))}\n` };
  const fits = annotationsBytes(updated) <= maxAnnotationsBytes;
  return { ...object, metadata: { ...object.metadata, annotations: fits ? updated : others } };
}

function withoutAnnotation(config: ApiObject): ApiObject {
  const { annotations } = config.metadata ?? {};
  if (annotations === undefined) return config;
  const { [annotation]: _last, ...others } = annotations;
  const { annotations: _all, ...metadata } = config.metadata;
  return { ...config, metadata: { ...metadata, ...(Object.keys(others).length > 0 && { annotations: others }) } };
}

function lastAppliedFields(kind: TypedKind, live: ApiObject): FieldSet {
  const last = parsed(live.metadata.annotations?.[annotation]);
  if (last === undefined || last['apiVersion'] !== kind.apiVersion) return FieldSet.empty;
  if (problemsOf(kind.schema, last, false).length > 0) return FieldSet.empty;
  const { added, modified, removed } = compareObjects(kind.schema, last, live);
  return ownedPaths(kind.schema, last).difference(modified).difference(added).difference(removed);
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (!text) return undefined;
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined;
    throw error;
  }
}
