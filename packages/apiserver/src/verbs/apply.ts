/**
 * Server-side apply: the fields in the body become the manager's, are merged into the object, and what the manager applied before and does not any more goes.
 * Creates what is not there. Upstream: applyPatcher of apiserver.
 */
import { InvalidInputError, isJsonObject, parseJsonWithNotes, type JsonObject } from '@reeve/machinery';
import { badRequest, conflict, notFound, staleVersion, type ApiObject, type StatusError } from '@reeve/registry';
import { applyProblem } from '../managed-fields/apply-problem.ts';
import type { Apply, FieldTracker } from '../managed-fields/field-tracker.ts';
import { withNullsOf } from '../managed-fields/kept-nulls.ts';
import { fromJson } from '../request/read-body.ts';
import { parseWriteOptions, type WriteOptions } from '../request/write-options.ts';
import { checkName, checkNamespace } from '../write/system-fields.ts';
import { createObject } from './create.ts';
import { loadedObject, type Call } from './call.ts';
import { tryReplace, writeAttempts, type Updated } from './update.ts';

/** An apply as it was read from a request. */
interface RequestedApply extends Apply, WriteOptions {
  /** Keys that are in the body twice, in the words of Go's YAML parser. */
  readonly duplicates: readonly string[];
}

/** Applies the body to the named object. */
export async function apply(call: Call, name: string): Promise<Updated> {
  const { context, resource, info } = call;
  const tracker = context.fields.for(resource, info.subresource);
  const requested = await readApply(call);
  const options = { isDryRun: requested.isDryRun, isTracked: false };
  for (let attempt = 1; attempt <= writeAttempts; attempt += 1) {
    const old = await loadedObject(call, name);
    if (old === undefined && info.subresource !== undefined) throw notFound(resource, name);
    const object = applied(call, name, { apply: requested, tracker, old });
    if (old === undefined) return { object: await createApplied(call, name, object, requested), isCreated: true };
    const stored = await tryReplace(call, name, { old, object }, options);
    if (stored !== 'stale') return { object: stored, isCreated: false };
  }
  throw staleVersion(resource, name);
}

/** Reads the config and the options of an apply. */
export async function readApply(call: Call): Promise<RequestedApply> {
  const options = parseWriteOptions(call.request.query, 'PatchOptions', true);
  return { ...options, ...(await readConfig(call.request.body)), manager: options.fieldManager };
}

/** The object that an apply makes of the stored one: merged, decoded, defaulted, with its managers. */
export function applied(
  call: Call,
  name: string,
  { apply: requested, tracker, old }: { apply: RequestedApply; tracker: FieldTracker; old: ApiObject | undefined },
): ApiObject {
  const object = mergedInto(call, requested, tracker, old);
  warnOfDuplicates(requested, call.warnings);
  checkNamespace(object, call.resource, call.info.namespace);
  checkName(object, name);
  return object;
}

function mergedInto(call: Call, requested: Apply, tracker: FieldTracker, old: ApiObject | undefined): ApiObject {
  try {
    const { object, isChanged, managers } = tracker.merge(old, requested);
    return tracker.applied(isChanged ? decoded(call, object) : object, requested, managers);
  } catch (error) {
    throw applyProblem(error);
  }
}

/** A merged object, as an object of its kind. The fields of a custom resource fit its schema already, and null stays null. */
function decoded({ resource }: Call, merged: ApiObject): ApiObject {
  const { metadata, ...rest } = merged;
  const whole = resource.isCustom ? { apiVersion: merged.apiVersion, kind: merged.kind, metadata } : merged;
  const { object } = fromJson(whole as unknown as JsonObject, [], resource);
  if (!resource.isCustom) return resource.strategy.defaults(object);
  const completed = resource.strategy.defaults({ ...rest, metadata: object.metadata });
  return withNullsOf(rest, completed) as ApiObject;
}

/** An apply that creates must not name a uid; a version that it names is not compared. */
function createApplied(call: Call, name: string, object: ApiObject, { isDryRun }: WriteOptions): Promise<ApiObject> {
  const { uid } = object.metadata;
  if (uid) throw uidWithoutObject(call, name, uid);
  return createObject(call, object, { isDryRun, isTracked: true });
}

function uidWithoutObject({ resource }: Call, name: string, uid: string): StatusError {
  return conflict(
    resource,
    name,
    `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
  );
}

/** JSON is YAML too, and read faster as what it is. */
async function readConfig(body: Uint8Array): Promise<Pick<RequestedApply, 'config' | 'duplicates'>> {
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
    `error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`,
  );
}

function warnOfDuplicates({ duplicates, fieldValidation }: RequestedApply, warnings: string[]): void {
  if (duplicates.length === 0 || fieldValidation === 'Ignore') return;
  if (fieldValidation === 'Warn') warnings.push(...duplicates);
  else
    throw badRequest(
      `error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`,
    );
}
