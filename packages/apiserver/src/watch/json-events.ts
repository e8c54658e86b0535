/**
 * Watch events as lines of JSON. An object's frame is made once per type of event and shared by all watchers of its stored version.
 */
import { stringifyJson, type Status } from '@reeve/machinery';
import type { ApiObject, ServedResource } from '../resource/served-resource.ts';
import type { StoredObject } from '../store/stored-object.ts';
import type { ChangeType, EventEncoder } from './event-encoder.ts';

const shared: Readonly<Record<ChangeType, WeakMap<StoredObject, Buffer>>> = {
  ADDED: new WeakMap(),
  MODIFIED: new WeakMap(),
  DELETED: new WeakMap(),
};
const closing = Buffer.from('}\n');

/** Events with whole objects. */
export function jsonEvents({ place, apiVersion, kind }: ServedResource): EventEncoder {
  return {
    change(type, stored) {
      const object = place.fromStorage(stored.object);
      return object === stored.object ? sharedFrame(type, stored) : line(type, object);
    },
    departure: (before, resourceVersion) =>
      line('DELETED', withVersion(place.fromStorage(before.object), resourceVersion)),
    bookmark: (resourceVersion, annotations) =>
      line('BOOKMARK', bookmarkObject(apiVersion, kind, resourceVersion, annotations)),
    error: (status) => line('ERROR', status),
  };
}

/** Events whose objects are shown in another shape: metadata only, or a row of a Table. */
export function shapedEvents(
  { place, apiVersion, kind }: ServedResource,
  show: (object: ApiObject, isBookmark: boolean) => object,
): EventEncoder {
  return {
    change: (type, stored) => line(type, show(place.fromStorage(stored.object), false)),
    departure: (before, resourceVersion) =>
      line('DELETED', show(withVersion(place.fromStorage(before.object), resourceVersion), false)),
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

function sharedFrame(type: ChangeType, stored: StoredObject): Buffer {
  let frame = shared[type].get(stored);
  if (frame === undefined)
    shared[type].set(
      stored,
      (frame = Buffer.concat([Buffer.from(`{"type":"${type}","object":`), stored.json, closing])),
    );
  return frame;
}

function line(type: string, object: object): Buffer {
  return Buffer.from(`{"type":"${type}","object":${stringifyJson(object)}}\n`);
}
