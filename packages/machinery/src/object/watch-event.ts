/**
 * What a watch says: an object appeared, changed or went, the stream has come this far, or it failed.
 * Upstream: apimachinery watch.Event, meta/v1 WatchEvent.
 */
import type { DeepReadonly } from '../json/deep-readonly.ts';
import { isJsonObject } from '../json/json-value.ts';
import { annotationOf } from './annotations.ts';
import type { KubeObject } from './kube-object.ts';
import type { Status } from './status.ts';

/** Something happened to an object. A deleted one is in its last state, or has left the watch's selector. */
export interface ObjectEvent<T = KubeObject> {
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: T;
}

/** Everything up to the resource version of `object` has been sent. Only the metadata of the object means anything. */
export interface BookmarkEvent {
  type: 'BOOKMARK';
  object: KubeObject;
}

/** The stream failed and is over; `object` says why. */
export interface WatchErrorEvent {
  type: 'ERROR';
  object: Status;
}

/** One message of a watch. Switch over `type`. */
export type WatchEvent<T = KubeObject> = ObjectEvent<T> | BookmarkEvent | WatchErrorEvent;

/** The types of events there are. */
export type WatchEventType = WatchEvent['type'];

/** On a bookmark: everything that existed when a streaming list began has been sent. */
export const initialEventsEndAnnotation = 'k8s.io/initial-events-end';

/** True of a message whose type is one of the five and which carries an object. Looks no deeper. */
export const isWatchEvent = (value: unknown): value is WatchEvent =>
  isJsonObject(value) && types.has(value['type']) && isJsonObject(value['object']);

/** True when the event is about an object: it was added, modified or deleted. */
export const isObjectEvent = <E extends AnyEvent>(event: E): event is Extract<E, { type: ObjectEvent['type'] }> =>
  event.type === 'ADDED' || event.type === 'MODIFIED' || event.type === 'DELETED';

/** True when the event only says how far the stream has come. */
export const isBookmarkEvent = <E extends AnyEvent>(event: E): event is Extract<E, { type: 'BOOKMARK' }> =>
  event.type === 'BOOKMARK';

/** True when the event ends the stream with a failure. */
export const isWatchErrorEvent = <E extends AnyEvent>(event: E): event is Extract<E, { type: 'ERROR' }> =>
  event.type === 'ERROR';

/** True of the bookmark that ends the first part of a streaming list. Its annotation is exactly `true`. */
export const isInitialEventsEnd = (event: DeepReadonly<WatchEvent<unknown>>): boolean =>
  event.type === 'BOOKMARK' && annotationOf(event.object, initialEventsEndAnnotation) === 'true';

/** Any event, frozen or not. */
interface AnyEvent {
  readonly type: WatchEventType;
}

const types: ReadonlySet<unknown> = new Set<WatchEventType>(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']);
