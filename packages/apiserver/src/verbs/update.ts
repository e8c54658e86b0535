/**
 * Replaces an object, whole or its status. The version in the body, where there is one, must be the stored one.
 */
import { conflict, notFound, staleVersion, StatusError } from '../error/status-error.ts';
import { invalid, invalidObject } from '../error/field-error.ts';
import type { ApiObject } from '../resource/served-resource.ts';
import type { Strategy } from '../resource/strategy.ts';
import { readBody } from '../request/read-body.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import { judgeOddities } from '../write/field-oddities.ts';
import { checkName, checkNamespace } from '../write/system-fields.ts';
import { prepareUpdate, validateUpdate } from '../write/prepare-update.ts';
import { isUnchanged, withTimesOf } from '../write/no-op.ts';
import { shareWithStored } from '../write/share-with-stored.ts';
import { withoutDoubleOwners } from '../write/owner-references.ts';
import { createObject } from './create.ts';
import { storageKey, storedObject, type Call } from './call.ts';
import { tracked } from './track.ts';

/** What came of an update. */
export interface Updated {
  readonly object: ApiObject;
  readonly isCreated: boolean;
}

/** Replaces the object by the one in the body; creates it where the kind does so. */
export async function update(call: Call, name: string): Promise<Updated> {
  const { resource, info } = call;
  const options = parseWriteOptions(call.request.query, 'UpdateOptions');
  const { object, oddities } = await readBody(call.request, resource);
  judgeOddities(oddities, options.fieldValidation, resource, call.warnings);
  checkNamespace(object, resource, info.namespace);
  checkName(object, name);
  const named: ApiObject = { ...object, metadata: { ...object.metadata, name } };
  if (storedObject(call, name) === undefined) return createOrRefuse(call, named, name, options.isDryRun);
  const defaulted = resource.strategy.defaults(named);
  return { object: await replace(call, name, () => defaulted, options.isDryRun), isCreated: false };
}

/** How `replace` goes about it. */
export interface ReplaceOptions {
  /** False where the change itself says who manages what, or where nobody comes to manage what the server changes. */
  readonly isTracked?: boolean;
}

/**
 * Replaces the stored object by what `change` makes of it, and tries again when somebody else was faster and the change does not insist on a version.
 * An object that does not change is not written.
 */
export async function replace(
  call: Call,
  name: string,
  change: (old: ApiObject) => ApiObject,
  isDryRun: boolean,
  { isTracked = true }: ReplaceOptions = {},
): Promise<ApiObject> {
  for (let attempt = 1; ; attempt += 1) {
    const old = storedObject(call, name);
    if (old === undefined) throw notFound(call.resource, name);
    const changed = shareWithStored(change(old), old);
    if (call.info.verb === 'update') checkUid(changed, old, call, name);
    const wanted = withVersion(isTracked ? tracked(call, old, changed) : changed, old, call, name);
    const admitted = await admit(call, name, wanted, old, isDryRun);
    const result = isDryRun ? admitted.object : commit(call, name, admitted, old);
    if (result !== 'stale') return result;
    if (attempt === 5) throw staleVersion(call.resource, name);
  }
}

async function createOrRefuse(call: Call, object: ApiObject, name: string, isDryRun: boolean): Promise<Updated> {
  const { resource } = call;
  if (!resource.strategy.createsOnUpdate) throw notFound(resource, name);
  if (object.metadata.uid) throw uidMismatch(call, name, object.metadata.uid, '');
  const { resourceVersion: _version, ...metadata } = object.metadata;
  return { object: await createObject(call, { ...object, metadata }, { isDryRun }), isCreated: true };
}

/** An update is meant for the object whose uid it carries; a patch that changes the uid is refused like any change of it. */
function checkUid({ metadata: { uid } }: ApiObject, old: ApiObject, call: Call, name: string): void {
  if (uid && uid !== old.metadata.uid) throw uidMismatch(call, name, uid, old.metadata.uid ?? '');
}

/** The version that the client insists on, checked; or the stored one, where the kind lets a client not insist. */
function withVersion(object: ApiObject, old: ApiObject, call: Call, name: string): ApiObject {
  const { resource } = call;
  const { resourceVersion } = object.metadata;
  if (resourceVersion && !/^[0-9]+$/.test(resourceVersion)) throw unreadableVersion(resourceVersion);
  if (!resourceVersion || resourceVersion === '0') {
    if (!resource.strategy.updatesUnconditionally) {
      throw invalidObject(resource.group, resource.plural, name, [
        invalid('metadata.resourceVersion', 0, 'must be specified for an update'),
      ]);
    }
    return { ...object, metadata: { ...object.metadata, resourceVersion: old.metadata.resourceVersion } } as ApiObject;
  }
  if (resourceVersion !== old.metadata.resourceVersion) throw staleVersion(resource, name);
  return object;
}

/** An object that may be stored, and whether that would change anything. */
interface Admitted {
  readonly object: ApiObject;
  readonly isChange: boolean;
}

async function admit(
  call: Call,
  name: string,
  object: ApiObject,
  old: ApiObject,
  isDryRun: boolean,
): Promise<Admitted> {
  const { context, resource } = call;
  const unique = withoutDoubleOwners(object, (text) => call.warnings.push(text));
  const mutated = await context.admission.mutate(asked(call, name, unique, old, isDryRun));
  const prepared = prepareUpdate(mutated, old, resource);
  validateUpdate(prepared, old, resource, (text) => call.warnings.push(text));
  await context.admission.validate(asked(call, name, prepared, old, isDryRun));
  call.warnings.push(...resource.strategy.warnings(prepared, old));
  return isUnchanged(prepared, old)
    ? { object: withTimesOf(prepared, old), isChange: false }
    : { object: prepared, isChange: true };
}

function asked(
  { resource, info, request, warnings }: Call,
  name: string,
  object: ApiObject,
  old: ApiObject,
  isDryRun: boolean,
) {
  return {
    operation: 'UPDATE' as const,
    resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name,
    object,
    old,
    isDryRun,
    user: request.user,
    warn: (text: string) => warnings.push(text),
  };
}

/** Stores the object unless somebody was faster; the last finalizer gone from an object that is to be deleted deletes it. */
function commit(call: Call, name: string, { object, isChange }: Admitted, old: ApiObject): ApiObject | 'stale' {
  const { context, resource } = call;
  let isStale = false;
  const stored = context.store.commit(resource.place.table, storageKey(call, name), (current) => {
    isStale = current === undefined || current.object.metadata.resourceVersion !== old.metadata.resourceVersion;
    if (isStale) return { type: 'keep' };
    if (isFinished(object, resource.strategy)) return { type: 'delete', object: resource.place.toStorage(old) };
    return isChange ? { type: 'put', object: resource.place.toStorage(object) } : { type: 'keep' };
  });
  if (isStale || stored === undefined) return 'stale';
  // The reply to the update that lets an object go is the object as it was last, under its last version.
  return stored.isDeleted ? object : resource.place.fromStorage(stored.object);
}

/** True for an object whose deletion has begun and that nothing holds any more. */
function isFinished(object: ApiObject, { isHeld }: Strategy): boolean {
  const { metadata } = object;
  return (
    Boolean(metadata.deletionTimestamp) &&
    (metadata.finalizers ?? []).length === 0 &&
    (metadata.deletionGracePeriodSeconds ?? 0) === 0 &&
    !isHeld?.(object)
  );
}

/** A version that is none, as the store words it. */
function unreadableVersion(version: string): StatusError {
  const quoted = JSON.stringify(version);
  return new StatusError(500, '', `strconv.ParseUint: parsing ${quoted}: invalid syntax`, { hasDetails: false });
}

/** The store's own words about an object that is not the one meant. */
function uidMismatch(call: Call, name: string, wanted: string, actual: string): StatusError {
  const { group, plural, isCustom } = call.resource;
  const key = `/registry/${isCustom ? `${group}/` : ''}${plural}/${storageKey(call, name)}`;
  return conflict(
    call.resource,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${actual}`,
  );
}
