/**
 * The map of a watch: from an object of the watched kind to the objects of the controller's own kind that must be reconciled. It may look at
 * other objects of the cache, and wait.
 * Upstream: controller-runtime handler.EnqueueRequestsFromMapFunc.
 */
import type { CacheListQuery } from '@reeve/cache';
import { InvalidInputError } from '@reeve/machinery';
import type { AnyKind, CachedObject, DeepReadonly, HasMetadata, KubeObject } from '@reeve/machinery';
import type { ObjectEvent } from '../event/object-event.ts';
import type { ObjectReader } from '../view/object-reader.ts';
import { sidesOf } from '../event/object-event.ts';
import { distinct } from './event-mapper.ts';
import { isForAll, requestFor, requestOf } from './request.ts';
import type { Request } from './request.ts';

/** An object to reconcile: itself, its name and namespace, its key (`namespace/name`), or a request; `allObjects` is the one for all of them. */
export type WatchedTarget = Request | HasMetadata | { readonly name: string; readonly namespace?: string } | string;

/** Several of them. A string is refused: it is a list of characters. */
export type WatchedTargets = Iterable<WatchedTarget> & object;

/** What the map of a watch is given besides the object. */
export interface WatchMapContext<R extends AnyKind = AnyKind> {
  readonly type: 'create' | 'update' | 'delete';
  /** The object before the update. It is absent where the object itself is the state before, of which the map is asked, too. */
  readonly old?: CachedObject<R>;
  /** Aborts when the controller stops. */
  readonly signal: AbortSignal;
  /** An object from the cache; undefined when there is none. */
  get<K extends AnyKind>(kind: K, key: string): Promise<CachedObject<K> | undefined>;
  /** Objects from the cache. */
  list<K extends AnyKind>(kind: K, query?: CacheListQuery): Promise<readonly CachedObject<K>[]>;
}

/** From an object of a watched kind to what it concerns. Of an update it is asked for both states. */
export type WatchMap<R extends AnyKind = AnyKind> = (
  object: CachedObject<R>,
  context: WatchMapContext<R>,
) => WatchedTargets | Promise<WatchedTargets>;

/** A mapper that may wait for what it looks at. Every `EventMapper` is one. */
export interface WaitingEventMapper<T extends KubeObject = KubeObject> {
  readonly name: string;
  requests(event: ObjectEvent<T>, signal: AbortSignal): readonly Request[] | Promise<readonly Request[]>;
}

/** The mapper of a watch's map, for a controller of `owner`. Targets that cannot be objects of it are an `InvalidInputError`. */
export function toWatched(map: WatchMap, watched: AnyKind, owner: AnyKind, reader: ObjectReader): WaitingEventMapper {
  const name =
    map.name === '' || map.name === 'map' ? `the map of ${watched.kind}` : `the map ${map.name} of ${watched.kind}`;
  const requestsOf = (targets: WatchedTargets): Request[] =>
    [...targets].map((target) => requestTo(target, owner, name));
  return {
    name,
    requests: (event, signal) => {
      const targets = sidesOf(event).map((object) => {
        try {
          return map(object as CachedObject<AnyKind>, contextOf(event, object, reader, signal)); // of the watched kind
        } catch (error) {
          return Promise.reject(error); // the promise of the other state is awaited all the same
        }
      });
      return targets.some((one) => one instanceof Promise)
        ? Promise.all(targets.map((one) => Promise.resolve(one))).then((all) => distinct(all.flatMap(requestsOf)))
        : distinct((targets as readonly WatchedTargets[]).flatMap(requestsOf));
    },
  };
}

function contextOf(
  event: ObjectEvent,
  object: DeepReadonly<KubeObject>,
  reader: ObjectReader,
  signal: AbortSignal,
): WatchMapContext {
  const isNew = event.type === 'update' && object === event.object;
  return {
    type: event.type === 'generic' ? 'update' : event.type,
    ...(isNew && { old: event.old as CachedObject<AnyKind> }),
    signal,
    get: (kind, key) => reader.get(kind, key, { signal }),
    list: (kind, query = {}) => reader.list(kind, { signal, ...query }),
  };
}

function requestTo(target: WatchedTarget, owner: AnyKind, map: string): Request {
  const request = requestOfTarget(target, map);
  const isNamespaced = request.key.includes('/');
  if (request.cluster !== '' || isForAll(request) || isNamespaced === (owner.scope === 'Namespaced')) return request;
  const problem = isNamespaced
    ? `a ${owner.kind} has no namespace: return the name alone`
    : `a ${owner.kind} has a namespace: return "namespace/name"`;
  throw new InvalidInputError(request.key, `${map} returned ${JSON.stringify(request.key)}, but ${problem}`);
}

function requestOfTarget(target: WatchedTarget, map: string): Request {
  if (typeof target === 'string') {
    const [first = '', name, ...more] = target.split('/');
    if (first === '' || name === '' || more.length > 0) throw noTarget(target, map);
    return name === undefined ? requestOf(undefined, first) : requestOf(first, name);
  }
  if (typeof target === 'object' && target !== null) {
    if ('cluster' in target) return target;
    if ('metadata' in target) return requestFor(target);
    if ('name' in target && typeof target.name === 'string' && target.name !== '')
      return requestOf(target.namespace, target.name);
  }
  throw noTarget(target, map);
}

const noTarget = (target: unknown, map: string): InvalidInputError =>
  new InvalidInputError(
    String(target),
    `${map} returned ${JSON.stringify(target) ?? String(target)}, which names no object: return keys ("namespace/name"), objects, or { namespace, name }`,
  );
