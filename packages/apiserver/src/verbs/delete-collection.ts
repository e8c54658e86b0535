/**
 * Deletes everything that a selection picks, one after the other, and gives back what it was.
 */
import { isNotFound } from '@reeve/machinery';
import { StatusError, type ApiObject } from '@reeve/registry';
import { parseDeleteOptions, refuseUnreadable } from '../request/delete-options.ts';
import type { Call } from './call.ts';
import { deleteObject } from './delete.ts';
import { list, type Listed } from './list.ts';

export interface DeletedCollection {
  readonly listed: Listed;
  readonly objects: readonly ApiObject[];
}

export async function deleteCollection(call: Call): Promise<DeletedCollection> {
  const options = parseDeleteOptions(call.request, call.context.deleteOptionsCodec);
  refuseUnreadable(options);
  const listed = await list(call);
  const objects: ApiObject[] = [];
  for (const { object } of listed.items) {
    const { name = '', namespace } = object.metadata;
    const one: Call = { ...call, info: { ...call.info, name, namespace } };
    try {
      await deleteObject(one, name, options, { isOneOfMany: true });
      objects.push(call.resource.storage.fromStorage(object));
    } catch (error) {
      if (!(error instanceof StatusError && error.status.code === 404) && !isNotFound(error)) throw error;
    }
  }
  return { listed, objects };
}
