/**
 * Server-side apply: the fields in the body become the manager's, are merged into the object, and what the manager applied before and does not any more goes.
 * Creates what is not there. Upstream: applyPatcher of apiserver.
 */
import { InvalidInputError, isJsonObject, parseJsonWithNotes, type JsonObject } from '@reeve/machinery';
import { badRequest, conflict, notFound, type StatusError } from '../error/status-error.ts';
import type { FieldTracker } from '../managed-fields/field-tracker.ts';
import { withNullsOf } from '../managed-fields/kept-nulls.ts';
import { fromJson } from '../request/read-body.ts';
import { parseWriteOptions, type WriteOptions } from '../request/write-options.ts';
import type { ApiObject } from '../resource/served-resource.ts';
import { checkName, checkNamespace } from '../write/system-fields.ts';
import { createObject } from './create.ts';
import { storedObject, type Call } from './call.ts';
import { replace, type Updated } from './update.ts';

/** Applies the body to the named object. */
export async function apply(call: Call, name: string): Promise<Updated> {
  const { context, resource, info } = call;
  const { change, isDryRun } = await readApply(call, name, context.fields.for(resource, info.subresource));
  if (storedObject(call, name) !== undefined)
    return { object: await replace(call, name, change, isDryRun, { isTracked: false }), isCreated: false };
  if (info.subresource !== undefined) throw notFound(resource, name);
  const created = forCreation(change(undefined));
  if (created.metadata.uid) throw uidOfNobody(call, name, created.metadata.uid);
  return { object: await createObject(call, created, { isDryRun, isTracked: true }), isCreated: true };
}

/** The apply in a request, as a function of the object. */
export async function readApply(
  call: Call,
  name: string,
  tracker: FieldTracker,
): Promise<{ change: (old: ApiObject | undefined) => ApiObject; isDryRun: boolean }> {
  const options = parseWriteOptions(call.request.query, 'PatchOptions', true);
  const { fieldManager: manager, isForced, isDryRun } = options;
  const { config, duplicates } = await readConfig(call.request.body);
  const finish = (merged: ApiObject) => finished(call, merged);
  const change = (old: ApiObject | undefined): ApiObject => {
    const applied = tracker.apply(old, config, { manager, isForced, finish });
    tellDuplicates(duplicates, options, call.warnings);
    checkNamespace(applied, call.resource, call.info.namespace);
    checkName(applied, name);
    return applied;
  };
  return { change, isDryRun };
}

/** What was merged, as an object of its kind. What a custom resource consists of is known to fit already, and null stays what it is. */
function finished({ resource }: Call, merged: ApiObject): ApiObject {
  const { metadata, ...rest } = merged;
  const whole = resource.isCustom ? { apiVersion: merged.apiVersion, kind: merged.kind, metadata } : merged;
  const { object } = fromJson(whole as unknown as JsonObject, [], resource);
  if (!resource.isCustom) return resource.strategy.defaults(object);
  const completed = resource.strategy.defaults({ ...rest, metadata: object.metadata });
  return withNullsOf(rest, completed) as ApiObject;
}

/** An apply with a uid is meant for an object that is there. */
function uidOfNobody({ resource }: Call, name: string, uid: string): StatusError {
  return conflict(
    resource,
    name,
    `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
  );
}

/** A version that nobody has yet is not insisted on. */
function forCreation(object: ApiObject): ApiObject {
  const { resourceVersion: _version, ...metadata } = object.metadata;
  return { ...object, metadata };
}

interface Config {
  readonly config: ApiObject;
  /** Keys that are there twice, in the words of Go's YAML parser. */
  readonly duplicates: readonly string[];
}

/** JSON is YAML too, and read faster as what it is. */
async function readConfig(body: Uint8Array): Promise<Config> {
  const json = jsonOf(body);
  if (json !== undefined && json.duplicates.length === 0) return { config: asConfig(json.value), duplicates: [] };
  const { readYamlConfig } = await import('../request/yaml-config.ts');
  const { value, duplicates } = readYamlConfig(Buffer.from(body).toString('utf8'));
  return { config: asConfig(json?.value ?? value), duplicates };
}

function jsonOf(body: Uint8Array): { value: unknown; duplicates: readonly unknown[] } | undefined {
  try {
    const { value, duplicates } = parseJsonWithNotes(body);
    return { value, duplicates: [...duplicates] };
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined;
    throw error;
  }
}

function asConfig(value: unknown): ApiObject {
  if (value === null || value === undefined) return {} as ApiObject;
  if (isJsonObject(value)) return value as unknown as ApiObject;
  const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  throw badRequest(
    `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`,
  );
}

function tellDuplicates(duplicates: readonly string[], { fieldValidation }: WriteOptions, warnings: string[]): void {
  if (duplicates.length === 0 || fieldValidation === 'Ignore') return;
  if (fieldValidation === 'Warn') warnings.push(...duplicates);
  else
    throw badRequest(
      `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`,
    );
}
