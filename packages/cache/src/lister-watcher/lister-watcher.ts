/**
 * Where a reflector gets its objects from: something that can list a collection and watch it from there. Answers come as bytes where a
 * server is behind it, and the reflector decodes only what it must; or as objects, from functions of the user's own.
 * Upstream: client-go tools/cache ListerWatcher.
 */
import type { AnyKind, ObjectList, WatchEvent } from '@reeve/machinery';

/** What a list is asked for; what is empty or absent is not sent. Upstream: meta/v1 ListOptions. */
export interface ListRequest {
  /** `""` is the newest there is, `"0"` whatever the server has at hand, anything else at least as new as that. */
  readonly resourceVersion: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  /** How many objects at most; the answer says how to go on. */
  readonly limit?: number;
  /** Where the page before said to go on. */
  readonly continue?: string;
}

/** What a watch is asked for. */
export interface WatchRequest {
  /** Tell what happened after this version. */
  readonly resourceVersion: string;
  readonly resourceVersionMatch?: 'NotOlderThan';
  readonly allowWatchBookmarks: boolean;
  /** True asks for everything that exists as events first, and a bookmark behind it. */
  readonly sendInitialEvents?: boolean;
  readonly timeoutSeconds: number;
}

/** A list or one page of it: the body as the server sent it, or the list itself. */
export type ListAnswer = { readonly bytes: AsyncIterable<Uint8Array> } | { readonly list: ObjectList<object> };

/** The events of a watch: lines of JSON, or the events themselves. Ending the iteration ends the watch. */
export type WatchAnswer =
  | { readonly bytes: AsyncIterable<Uint8Array> }
  | { readonly events: AsyncIterable<WatchEvent<object>> };

/** One collection of objects. A refusal by the server is an `ApiError`; an abort ends what was asked, and the answer too. */
export interface ListerWatcher {
  /** What the objects are; without it nothing is expected of them. */
  readonly kind?: AnyKind | undefined;

  /** True when the objects come as PartialObjectMetadata. */
  readonly metadataOnly?: boolean;

  /** False when a watch cannot send initial events. True unless given; whoever wraps another forwards what it says. */
  readonly supportsStreaming?: boolean;

  list(request: ListRequest, signal: AbortSignal): Promise<ListAnswer>;
  watch(request: WatchRequest, signal: AbortSignal): Promise<WatchAnswer>;
}
