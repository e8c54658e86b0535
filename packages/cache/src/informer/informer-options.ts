/**
 * How an informer is made, what it reports, and what may look into it.
 */
import type { HasMetadata, Host } from '@reeve/machinery';
import type { IndexFunctionError, Indexers } from '../store/object-index.ts';
import type { InformerStartedError } from './informer-error.ts';
import type { InformerMetricsProvider } from './informer-metrics.ts';
import type { InformerIdentity } from './informer-names.ts';
import type { InformerSource } from './informer-source.ts';
import type { HandlerFailure } from './listener.ts';

/** What an informer reports: nothing of it stops the informer. */
export type InformerProblem =
  | ({ readonly type: 'handler' } & HandlerFailure)
  | { readonly type: 'index'; readonly error: IndexFunctionError }
  | { readonly type: 'delta'; readonly error: unknown }
  | { readonly type: 'started twice'; readonly error: InformerStartedError };

/** Hears of failing lists and watches. */
export type WatchErrorHandler = (error: unknown) => void;

/** Sees every change of the store in the very moment it is made, before any handler. It must not throw. */
export interface StoreTap<T> {
  changed(key: string, previous: T | undefined, object: T | undefined): void;
  versionReached(resourceVersion: string): void;
}

/** How an informer is made. */
export interface InformerOptions<T extends HasMetadata> {
  readonly source: InformerSource<T>;
  readonly host: Host;
  readonly indexers?: Indexers<T>;

  /** How often handlers that do not say otherwise are told everything again; never unless given. */
  readonly resyncMs?: number;

  /** Has its say before an object is stored, once for each object received. */
  readonly transform?: (object: T) => T;

  /** Hears of failing lists and watches, which the informer survives. */
  readonly onWatchError?: WatchErrorHandler;

  /** Hears of handlers and index functions that throw, and of objects that cannot be stored. */
  readonly onProblem?: (problem: InformerProblem) => void;

  /** Who the informer is, for metrics; without it, or where the name is not its own, there are none. */
  readonly identity?: InformerIdentity;
  readonly metrics?: InformerMetricsProvider;
}
