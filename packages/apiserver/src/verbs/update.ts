/**
 * Replaces an object, whole or its status. The version in the body, where there is one, must be the stored one.
 */
import {
  invalid,
  invalidObject,
  notFound,
  staleVersion,
  StatusError,
  type ApiObject,
  type Strategy,
} from '@reeve/registry';
import { readBody } from '../request/read-body.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import { applyFieldValidation } from '../write/field-validation.ts';
import { checkName, checkNamespace } from '../write/system-fields.ts';
import { isUnchanged, withTimesOf } from '../write/no-op.ts';
import { shareWithStored } from '../write/share-with-stored.ts';
import { withoutDoubleOwners } from '../write/owner-references.ts';
import { admitUpdate, prepareForUpdate, type UpdateView } from './admit.ts';
import { createObject } from './create.ts';
import { isStored, loadedObject, shownObject, storageConflict, storageKey, type Call } from './call.ts';
import { tracked } from './track.ts';

/** The result of an update. */
export interface Updated {
  readonly object: ApiObject;
  readonly isCreated: boolean;
}

/** Replaces the object by the one in the body; creates it where the kind does so. */
export async function update(call: Call, name: string): Promise<Updated> {
  const { resource, info } = call;
  const options = parseWriteOptions(call.request.query, 'UpdateOptions');
  const { object, oddities } = await readBody(call.request, resource);
  applyFieldValidation(oddities, options.fieldValidation, resource, call.warnings);
  checkNamespace(object, resource, info.namespace);
  checkName(object, name);
  const named: ApiObject = { ...object, metadata: { ...object.metadata, name } };
  if (!isStored(call, name)) return createOrRefuse(call, named, name, options.isDryRun);
  const defaulted = resource.strategy.defaults(named);
  return { object: await replace(call, name, () => defaulted, options), isCreated: false };
}

/** How a write of an existing object is done. */
export interface ReplaceOptions {
  readonly isDryRun: boolean;
  /** False where the object has its managers already, or where the server writes and manages no fields. */
  readonly isTracked?: boolean;
  /** True where admission was asked about the request that leads to the write. */
  readonly isAdmitted?: boolean;
  /** How admission sees the object, where it is not the object itself that is written. */
  readonly view?: (old: ApiObject) => UpdateView;
}

/** A write that is not based on the stored version is tried so many times. */
export const writeAttempts = 5;

/**
 * Replaces the stored object by what `change` makes of it. Reads the object and tries again when another write came between, unless the change names a
 * version.
 */
export async function replace(
  call: Call,
  name: string,
  change: (old: ApiObject) => ApiObject,
  options: ReplaceOptions,
): Promise<ApiObject> {
  for (let attempt = 1; attempt <= writeAttempts; attempt += 1) {
    const old = await loadedObject(call, name);
    if (old === undefined) throw notFound(call.resource, name);
    const stored = await tryReplace(call, name, { old, object: change(old) }, options);
    if (stored !== 'stale') return stored;
  }
  throw staleVersion(call.resource, name);
}

/** An object and what it is to become. */
interface Change {
  readonly old: ApiObject;
  readonly object: ApiObject;
}

/** Checks, admits and stores one change; 'stale' when another write came between. An object that does not change is not written. */
export async function tryReplace(
  call: Call,
  name: string,
  { old, object }: Change,
  { isDryRun, isTracked = true, isAdmitted = false, view }: ReplaceOptions,
): Promise<ApiObject | 'stale'> {
  const changed = shareWithStored(object, old);
  if (call.info.verb === 'update') checkUid(changed, old, call, name);
  const wanted = isTracked ? tracked(call, old, changed) : changed;
  const unique = withoutDoubleOwners(wanted, (text) => call.warnings.push(text));
  const prepare = (given: ApiObject) => prepareForUpdate(call, withVersion(given, old, call, name), old);
  const write = { operation: 'UPDATE', name, object: placed(unique, call), old, isDryRun } as const;
  const admitted = isAdmitted ? prepare(unique) : await admitUpdate(call, write, prepare, view?.(old));
  const isChange = !isUnchanged(admitted, old);
  const result = isChange ? admitted : withTimesOf(admitted, old);
  const { conversion } = call.resource.storage;
  if (conversion !== undefined) await conversion.bringOut(result);
  return isDryRun ? result : commit(call, name, { object: result, isChange }, old);
}

/** The object in the namespace that the URL says. */
function placed(object: ApiObject, { resource, info: { namespace } }: Call): ApiObject {
  const isPlaced = resource.scope === 'Cluster' || namespace === undefined || object.metadata.namespace === namespace;
  return isPlaced ? object : { ...object, metadata: { ...object.metadata, namespace } };
}

async function createOrRefuse(call: Call, object: ApiObject, name: string, isDryRun: boolean): Promise<Updated> {
  const { resource } = call;
  if (!resource.strategy.createsOnUpdate) throw notFound(resource, name);
  if (object.metadata.uid) throw uidMismatch(call, name, object.metadata.uid, '');
  return { object: await createObject(call, object, { isDryRun }), isCreated: true };
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

/** Stores the object unless another write came between; an object that is being deleted and loses its last finalizer is deleted. */
async function commit(
  call: Call,
  name: string,
  { object, isChange }: { readonly object: ApiObject; readonly isChange: boolean },
  old: ApiObject,
): Promise<ApiObject | 'stale'> {
  const { context, resource } = call;
  let isStale = false;
  const stored = context.store.commit(resource.storage.table, storageKey(call, name), (current) => {
    isStale = current === undefined || current.object.metadata.resourceVersion !== old.metadata.resourceVersion;
    if (isStale) return { type: 'keep' };
    if (isFinished(object, resource.strategy))
      return {
        type: 'delete',
        object: resource.storage.conversion && current ? current.object : resource.storage.toStorage(old),
      };
    return isChange ? { type: 'put', object: resource.storage.toStorage(object) } : { type: 'keep' };
  });
  if (isStale || stored === undefined) return 'stale';
  // The reply to the update that lets an object go is the object as it was last, under its last version.
  return stored.isDeleted ? object : shownObject(call, stored);
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

/** An object that is not the one meant. */
const uidMismatch = (call: Call, name: string, wanted: string, actual: string): StatusError =>
  storageConflict(call, name, `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${actual}`);
