/**
 * Watch events as lines of JSON. The bytes of an object are made once and shared by all who read or watch it.
 */
import { stringifyJson, type Status } from '@reeve/machinery';
import type { ApiObject, ServedResource, StoredObject } from '@reeve/registry';
import type { ChangeType, EventEncoder } from './event-encoder.ts';

const openings: Readonly<Record<ChangeType, Buffer>> = {
  ADDED: Buffer.from('{"type":"ADDED","object":'),
  MODIFIED: Buffer.from('{"type":"MODIFIED","object":'),
  DELETED: Buffer.from('{"type":"DELETED","object":'),
};
const closing = Buffer.from('}\n');

/** Events with whole objects. */
export function jsonEvents({ storage, apiVersion, kind }: ServedResource): EventEncoder {
  return {
    form: 'json',
    change(type, stored) {
      const object = storage.fromStorage(stored.object);
      return object === stored.object ? frameOf(type, stored) : line(type, object);
    },
    departure: (before, resourceVersion) =>
      line('DELETED', withVersion(storage.fromStorage(before.object), resourceVersion)),
    bookmark: (resourceVersion, annotations) =>
      line('BOOKMARK', bookmarkObject(apiVersion, kind, resourceVersion, annotations)),
    error: (status) => line('ERROR', status),
  };
}

/** Events whose objects are shown in another shape: metadata only, or a row of a Table. `form` names a shape that is the same for everybody. */
export function shapedEvents(
  { storage, apiVersion, kind }: ServedResource,
  show: (object: ApiObject, isBookmark: boolean) => object,
  form?: string,
): EventEncoder {
  return {
    ...(form !== undefined && { form }),
    change: (type, stored) => line(type, show(storage.fromStorage(stored.object), false)),
    departure: (before, resourceVersion) =>
      line('DELETED', show(withVersion(storage.fromStorage(before.object), resourceVersion), false)),
    bookmark: (resourceVersion, annotations) =>
      line('BOOKMARK', show(bookmarkObject(apiVersion, kind, resourceVersion, annotations), true)),
    error: (status: Status) => line('ERROR', status),
  };
}

export function bookmarkObject(
  apiVersion: string,
  kind: string,
  resourceVersion: string,
  annotations: Readonly<Record<string, string>> | undefined,
): ApiObject {
  return { kind, apiVersion, metadata: { resourceVersion, ...(annotations && { annotations }) } };
}

export const withVersion = (object: ApiObject, resourceVersion: string): ApiObject => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion },
});

/** The stored bytes between what says the type: no object is walked. */
const frameOf = (type: ChangeType, { json }: StoredObject): Buffer => Buffer.concat([openings[type], json, closing]);

function line(type: string, object: object): Buffer {
  return Buffer.from(`{"type":"${type}","object":${stringifyJson(object)}}\n`);
}
