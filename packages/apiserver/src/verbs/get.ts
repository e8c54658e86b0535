/**
 * Reads one object.
 */
import { notFound, type ApiObject } from '@reeve/registry';
import { parseResourceVersion } from '../request/list-options.ts';
import { shownObject, storageKey, type Call } from './call.ts';
import { presentFor, reached, unreadable } from './freshness.ts';

/** The object, with the bytes that are shared by everybody who reads it as it is stored. */
export interface Found {
  readonly object: ApiObject;
  readonly json: Buffer | undefined;
}

export async function get(call: Call, name: string): Promise<Found> {
  const { context, resource, request } = call;
  const wanted = parseResourceVersion(request.query.get('resourceVersion') ?? '', unreadable);
  if (wanted !== undefined) await reached(context, wanted, request.signal);
  const table = context.store.table(resource.storage.table);
  const key = storageKey(call, name);
  const found = request.staleBy ? table.getAt(key, presentFor(call)) : table.get(key);
  if (found === undefined) throw notFound(resource, name);
  const object = await shownObject(call, found);
  return { object, json: object === found.object ? found.json : undefined };
}
