/**
 * One request for a resource, with everything a verb needs to serve it.
 */
import type { EngineContext } from '../engine/engine-context.ts';
import type { Representation } from '../negotiate/representation.ts';
import type { AuthenticatedRequest } from '../request/api-request.ts';
import type { ResourceRequest } from '../request/request-info.ts';
import { conflict, type ApiObject, type ServedResource, type StatusError, type StoredObject } from '@reeve/registry';

export interface Call {
  readonly context: EngineContext;
  readonly request: AuthenticatedRequest;
  readonly info: ResourceRequest;
  readonly resource: ServedResource;
  readonly representation: Representation;
  /** Texts for the Warning header of the answer. */
  readonly warnings: string[];
}

/** The key under which an object of this call's namespace is stored. */
export const storageKey = ({ resource, info }: Call, name: string): string =>
  resource.scope === 'Namespaced' ? `${info.namespace ?? ''}/${name}` : name;

/** The object of a call as stored, in the version that the call speaks, where it may take somebody else to convert it. */
export async function loadedObject(call: Call, name: string): Promise<ApiObject | undefined> {
  const { storage } = call.resource;
  const found = call.context.store.table(storage.table).get(storageKey(call, name));
  if (found === undefined) return undefined;
  const converting = storage.conversion?.bringIn([found]);
  if (converting !== undefined) await converting;
  return storage.fromStorage(found.object);
}

/** Whether there is an object of that name. */
export const isStored = (call: Call, name: string): boolean =>
  call.context.store.table(call.resource.storage.table).get(storageKey(call, name)) !== undefined;

/** What a write has stored, as the call shows it. */
export async function shownObject(
  { resource: { storage } }: Call,
  stored: Pick<StoredObject, 'key' | 'object'>,
): Promise<ApiObject> {
  const converting = storage.conversion?.bringIn([stored]);
  if (converting !== undefined) await converting;
  return storage.fromStorage(stored.object);
}

/** The store's own words about an object that may not be changed as it was asked for. */
export function storageConflict(call: Call, name: string, problem: string): StatusError {
  const { group, plural, isCustom } = call.resource;
  const key = `/registry/${isCustom ? `${group}/` : ''}${plural}/${storageKey(call, name)}`;
  return conflict(
    call.resource,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${problem}`,
  );
}

/** The object of a call as stored, in the version that the call speaks. */
export function storedObject(call: Call, name: string): ApiObject | undefined {
  const { storage } = call.resource;
  const found = call.context.store.table(storage.table).get(storageKey(call, name));
  return found && storage.fromStorage(found.object);
}
