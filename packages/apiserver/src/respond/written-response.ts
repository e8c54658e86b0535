/**
 * The answer to a write: the object as it is stored. Where somebody watches, its bytes are made for the watchers too, and so they are shared; where nobody
 * does, they are not kept.
 */
import type { PlainResponse } from '../request/api-request.ts';
import type { ApiObject } from '@reeve/registry';
import { storageKey, type Call } from '../verbs/call.ts';
import { objectResponse } from './respond.ts';

export function writtenResponse(call: Call, status: number, object: ApiObject): Promise<PlainResponse> {
  return objectResponse(call, status, { object, json: sharedJson(call, object) });
}

function sharedJson(call: Call, object: ApiObject): Buffer | undefined {
  const { store } = call.context;
  const { table } = call.resource.storage;
  if (!store.isFollowed(table)) return undefined;
  const stored = store.table(table).get(storageKey(call, object.metadata.name ?? ''));
  return stored?.object === object ? stored.json : undefined; // nobody was faster, and nothing was converted
}
