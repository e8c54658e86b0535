/**
 * Deletes an object, or begins to: with finalizers or a grace period it is marked and stays.
 */
import { deepEqual, type Status } from '@reeve/machinery';
import { forbidden, notFound, staleVersion, type ApiObject } from '@reeve/registry';
import { parseDeleteOptions, type DeleteOptions } from '../request/delete-options.ts';
import { checkPreconditions, deletionOf, type Deletion } from '../write/deletion.ts';
import { deleteOptionsObject } from '../request/operation-options.ts';
import { admitDelete } from './admit.ts';
import { loadedObject, shownObject, storageConflict, storageKey, type Call } from './call.ts';

export interface Deleted {
  /** The object, when it stays for now or was only tried. */
  readonly object: ApiObject;
  readonly isGone: boolean;
  readonly options: DeleteOptions;
}

/** How it comes to a delete. */
interface DeletePath {
  /** True where admission was asked about the request that leads to it. */
  readonly isAdmitted?: boolean;
  /** True where a collection is deleted: admission is told no name then. */
  readonly isOneOfMany?: boolean;
}

/** Deletes the named object. */
export async function deleteObject(
  call: Call,
  name: string,
  options: DeleteOptions = parseDeleteOptions(call.request, call.context.deleteOptionsCodec),
  { isAdmitted = false, isOneOfMany = false }: DeletePath = {},
): Promise<Deleted> {
  for (let attempt = 1; ; attempt += 1) {
    const old = await loadedObject(call, name);
    if (old === undefined) throw notFound(call.resource, name);
    if (options.ignoresReadError) await refuseReadable(call, name);
    checkPreconditions(old, options, call.resource);
    const { isDryRun } = options;
    if (!isAdmitted)
      await admitDelete(call, { name: isOneOfMany ? '' : name, old, isDryRun, options: deleteOptionsObject(options) });
    const deletion = deletionOf(
      old,
      options,
      call.resource.strategy.graceSeconds(old, options.gracePeriodSeconds),
      call.context.host.clock.now(),
      call.resource.strategy,
    );
    const object = options.isDryRun ? deletion.object : await store(call, name, old, deletion);
    if (object !== 'stale') return { object, isGone: deletion.isGone, options };
    if (attempt === 5) throw staleVersion(call.resource, name);
  }
}

/** Only what cannot be read may be deleted unseen, by who is permitted to; all that is stored here can be read. */
async function refuseReadable(call: Call, name: string): Promise<never> {
  const { group, version, plural } = call.resource;
  const { namespace } = call.info;
  const verb = 'unsafe-delete-ignore-read-errors';
  const resource = { group, version, plural, name, ...(namespace !== undefined && { namespace }) };
  const { decision, reason } = await call.context.authorizer.authorize({ user: call.request.user, verb, resource });
  if (decision === 'allow')
    throw storageConflict(call, name, 'unsafe deletion is not allowed because the object is decodable from storage');
  throw forbidden(call.resource, name, `not permitted to do ${JSON.stringify(verb)}, reason: ${reason}`);
}

/** What a client hears of a deletion that is complete. */
export function deletedStatus({ metadata }: ApiObject, { group, plural }: { group: string; plural: string }): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: {
      ...(metadata.name && { name: metadata.name }),
      ...(group !== '' && { group }),
      kind: plural,
      ...(metadata.uid && { uid: metadata.uid }),
    },
  };
}

/** Kinds with a grace period are marked for all to see before they go, even when they go at once. */
async function store(
  call: Call,
  name: string,
  old: ApiObject,
  { object, isGone }: Deletion,
): Promise<ApiObject | 'stale'> {
  const { context, resource } = call;
  const { conversion } = resource.storage;
  if (conversion !== undefined) await conversion.bringOut(object);
  if (!isGone || !resource.strategy.isGraceful) return commit(call, name, old, object, isGone);
  const marked = await commit(call, name, old, object, false);
  if (marked === 'stale') return 'stale';
  const gone = resource.storage.toStorage(marked);
  context.store.commit(resource.storage.table, storageKey(call, name), () => ({ type: 'delete', object: gone }));
  return marked;
}

async function commit(
  call: Call,
  name: string,
  old: ApiObject,
  object: ApiObject,
  isGone: boolean,
): Promise<ApiObject | 'stale'> {
  const { context, resource } = call;
  let isStale = false;
  const stored = context.store.commit(resource.storage.table, storageKey(call, name), (current) => {
    isStale = current === undefined || current.object.metadata.resourceVersion !== old.metadata.resourceVersion;
    if (isStale || (!isGone && deepEqual(object, old))) return { type: 'keep' };
    return { type: isGone ? 'delete' : 'put', object: resource.storage.toStorage(object) };
  });
  return isStale || stored === undefined ? 'stale' : shownObject(call, stored);
}
