/**
 * How a reflector is made. Almost everything has client-go's default.
 */
import type { BackoffOptions, DeepReadonly, Host, KubeObject } from '@reeve/machinery';
import type { DecodeOptions } from '../decode/decode-options.ts';
import type { ListerWatcher } from '../lister-watcher/lister-watcher.ts';
import type { ReflectorListener } from './reflector-state.ts';
import type { ReflectorStore } from './reflector-store.ts';

/** What a reflector needs, and what may be set. */
export interface ReflectorOptions<T extends KubeObject = KubeObject> extends DecodeOptions<T> {
  readonly host: Host;
  /** Where the objects come from. */
  readonly source: ListerWatcher;
  /** Where they go. */
  readonly store: ReflectorStore<DeepReadonly<T>>;

  /** What the objects are called in messages; the group, version and kind of the source unless given. */
  readonly description?: string;

  /** How often the store is asked to resync. 0, the default, never. */
  readonly resyncPeriodMs?: number;
  /** Asked when a period is over; true unless given. */
  readonly shouldResync?: () => boolean;

  /** False lists and watches even where the source can stream. True unless given. */
  readonly streaming?: boolean;

  /** How many objects a page has. Unless given, 500 where the server reads from its storage, and no pages where its cache answers. */
  readonly pageSize?: number;

  /** The shortest time after which a watch is asked to end; the longest is twice that. 5 minutes at least and unless given. */
  readonly minWatchTimeoutMs?: number;

  /** False asks for no bookmarks, but for the one that ends a streamed list. True unless given. */
  readonly bookmarks?: boolean;

  /** The delays after failures, or a function that says the next one. From 800 ms to 30 s unless given, and anew after 2 quiet minutes; never longer than 5 minutes. */
  readonly backoff?: BackoffOptions | (() => number);

  /** How long a watch that fails with internal errors is reopened before everything is listed anew. 0 unless given: not at all. */
  readonly maxInternalErrorRetryMs?: number;

  /** After how long without a byte a stream that sends bookmarks is taken to be dead. 75 s unless given. */
  readonly silenceLimitMs?: number;

  /** True compares every streamed list with an ordinary one; a difference ends the reflector. */
  readonly checksConsistency?: boolean;

  /** Told whenever anything came from the server, even a part of an object. Must be quick. */
  readonly onHeard?: () => void;

  /** Hears everything that the reflector tells; `subscribe` adds more. */
  readonly listener?: ReflectorListener;
}
