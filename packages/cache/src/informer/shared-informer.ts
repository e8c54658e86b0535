/**
 * One source, one store, many handlers. Every change is stored and then told to each handler, one call at a time, in order; handlers
 * come and go while it runs, and each knows for itself when it has heard all that was there. It runs once.
 * Upstream: client-go cache.SharedInformer, cache.SharedIndexInformer.
 */
import { hasCode, isAbort, orAbort, resourceVersionOf, type HasMetadata } from '@reeve/machinery';
import { describeState, Freshness, type FreshnessSnapshot } from '../freshness/freshness.ts';
import type { Delta } from '../queue/delta.ts';
import { InOrderQueue } from '../queue/in-order-queue.ts';
import { needsHelp } from '../reflector/problem.ts';
import type { ReflectorState } from '../reflector/reflector-state.ts';
import { Indexer } from '../store/indexer.ts';
import type { ReadonlyStore } from '../store/store.ts';
import { Controller } from './controller.ts';
import { DeltaProcessor } from './delta-processor.ts';
import type { EventHandler } from './event-handler.ts';
import type { HandlerOptions, HandlerRegistration } from './handler-registration.ts';
import { HandlerSet } from './handler-set.ts';
import { CacheNotSyncedError, InformerStartedError, InformerStoppedError } from './informer-error.ts';
import type { InformerOptions, InformerProblem, StoreTap, WatchErrorHandler } from './informer-options.ts';
import { InformerRecorder } from './informer-recorder.ts';
import type { SourceContext } from './informer-source.ts';
import { informerStore } from './informer-store.ts';
import { SyncGate } from './sync-gate.ts';

/** An informer without indexes to add. */
export class SharedInformer<T extends HasMetadata> {
  protected readonly indexer: Indexer<T>;
  readonly #options: InformerOptions<T>;
  readonly #queue = new InOrderQueue<T>({ emitBookmarks: true });
  readonly #gate = new SyncGate();
  readonly #handlers: HandlerSet<T>;
  readonly #freshness: Freshness;
  readonly #taps = new Set<StoreTap<T>>();
  #recorder: InformerRecorder | undefined;
  #transform: ((object: T) => T) | undefined;
  #onWatchError: WatchErrorHandler;
  #lastError: unknown;
  #decodingFailures = 0;
  #isStarted = false;
  #isStopped = false;

  constructor(options: InformerOptions<T>) {
    this.#options = options;
    this.#transform = options.transform;
    this.#onWatchError = options.onWatchError ?? (() => {});
    this.indexer = new Indexer(options.indexers, { onIndexError: (error) => this.#report({ type: 'index', error }) });
    this.#freshness = new Freshness(options.host.clock, () => this.indexer.resourceVersion);
    this.#handlers = new HandlerSet({
      host: options.host,
      resyncMs: options.resyncMs ?? 0,
      keyOf: (object) => this.indexer.keyOf(object),
      report: (failure) => this.#report({ type: 'handler', ...failure }),
      resync: () => void this.#queue.resync(),
    });
  }

  /** `Pods in namespace shop`. */
  get description(): string {
    return this.#options.source.description;
  }

  /** What is there. Objects are frozen and shared; nothing may be written. */
  get store(): ReadonlyStore<T> {
    return this.indexer;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** True once the store has everything of the first list. Handlers may still be busy with it. */
  get hasSynced(): boolean {
    return this.#gate.isOpen;
  }

  /** The version up to which the store has everything. */
  get lastSyncResourceVersion(): string {
    return this.indexer.resourceVersion;
  }

  /** What failed last, while the first list is not complete. */
  get lastError(): unknown {
    return this.#lastError;
  }

  /** How often handlers are checked for their turn to be told again; 0 is never. */
  get resyncCheckMs(): number {
    return this.#handlers.checkMs;
  }

  /**
   * Resolves when the store has everything of the first list. Rejects with a `CacheNotSyncedError` as soon as that cannot be: the kind
   * is not served, the permission is missing, the informer stopped; and when the signal aborts, with what failed last as its cause.
   */
  async synced(signal?: AbortSignal): Promise<void> {
    try {
      await this.#gate.opened(signal);
    } catch (error) {
      if (signal?.aborted && isAbort(error, signal) && this.#lastError !== undefined) {
        throw new CacheNotSyncedError(this.description, this.#lastError);
      }
      throw error;
    }
  }

  /** State, version and age. */
  freshness(): FreshnessSnapshot {
    return this.#freshness.snapshot();
  }

  /** Resolves when the server was heard of within the last `maxAgeMs`; at once if it was. */
  waitFresh({ maxAgeMs, signal }: { readonly maxAgeMs: number; readonly signal?: AbortSignal }): Promise<void> {
    return this.#freshness.waitFresh(maxAgeMs, signal);
  }

  /** Resolves when the store has everything up to a version. */
  waitForVersion(version: string, signal?: AbortSignal): Promise<void> {
    return this.#freshness.waitForVersion(version, signal);
  }

  /** Resolves when everything that the source has told by now is in the store. */
  processed(): Promise<void> {
    return this.#queue.processed();
  }

  /** Why whoever depends on this informer is not ready; undefined when all is well. Two bookmarks missed are too many. */
  notReadyReason(maxAgeMs = 150_000): string | undefined {
    if (!this.hasSynced) return `${this.description}: not synced (${describeState(this.#freshness.state)})`;
    return this.#freshness.notReadyReason(this.description, maxAgeMs);
  }

  /** Sets the transform, before the informer starts. */
  setTransform(transform: (object: T) => T): void {
    this.#refuseIfStarted('change its transform');
    this.#transform = transform;
  }

  /** Sets who hears of failing lists and watches, before the informer starts. */
  setWatchErrorHandler(handler: WatchErrorHandler): void {
    this.#refuseIfStarted('change its watch error handler');
    this.#onWatchError = handler;
  }

  /** Adds a handler. It is told what is there, and then what happens, whether the informer runs yet or not. */
  addEventHandler(handler: EventHandler<T>, options: HandlerOptions = {}): HandlerRegistration {
    if (this.#isStopped) throw new InformerStoppedError(this.description, 'take a handler');
    const initial = this.indexer.list();
    return this.#handlers.add(handler, options, { initial, hasSynced: this.hasSynced, synced: (s) => this.synced(s) });
  }

  /** Removes a handler. A call that is running goes on. One of another informer, or one removed before, is left alone. */
  removeEventHandler(registration: HandlerRegistration): void {
    this.#handlers.remove(registration);
  }

  /** Removes a handler and waits until it is not running any more. A handler that waits here for itself waits for ever. */
  async shutDownEventHandler(registration: HandlerRegistration): Promise<void> {
    await this.#handlers.shutDown(registration);
  }

  /** How many handlers there are. */
  get handlerCount(): number {
    return this.#handlers.size;
  }

  /** Looks at every change of the store as it is made; the function ends that. For what must never lag behind the store. */
  tap(tap: StoreTap<T>): () => void {
    this.#taps.add(tap);
    return () => this.#taps.delete(tap);
  }

  /** Runs until the signal aborts. Rejects with what only a bug can cause: whatever the source does not survive. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#isStarted) {
      const error = new InformerStartedError(this.description, 'run a second time');
      return this.#report({ type: 'started twice', error });
    }
    this.#isStarted = true;
    this.#startRecorder();
    const controller = new Controller<T, readonly Delta<T>[], InOrderQueue<T>>({
      queue: this.#queue,
      fill: (queue, stop) => this.#fill(queue, stop),
      process: this.#process(),
      onError: (error) => this.#report({ type: 'delta', error }),
    });
    const opening = this.#openGate(controller, signal);
    try {
      this.#handlers.startResyncs(signal);
      await controller.run(signal);
    } finally {
      this.#isStopped = true;
      this.#freshness.changeState({ type: 'stopped' });
      this.#gate.block(new CacheNotSyncedError(this.description, new InformerStoppedError(this.description, 'sync')));
      await this.#handlers.stop();
      this.#recorder?.stop();
      this.#options.identity?.release();
      await opening;
    }
  }

  async #openGate(controller: Controller<T>, signal: AbortSignal): Promise<void> {
    try {
      await orAbort(controller.synced(), signal);
    } catch {
      return; // stopped before it synced
    }
    this.#lastError = undefined;
    this.#gate.open();
    this.#handlers.upstreamSynced();
  }

  #fill(queue: InOrderQueue<T>, signal: AbortSignal): Promise<void> {
    const store = informerStore({
      queue,
      indexer: this.indexer,
      isLevelTriggered: () => this.#handlers.isLevelTriggered,
      onTold: () => this.#freshness.told(),
    });
    return this.#options.source.run(store, this.#context(), signal);
  }

  #context(): SourceContext<T> {
    return {
      host: this.#options.host,
      transform: this.#transform,
      onError: (error) => {
        if (isDecodingFailure(error)) this.#decodingFailures += 1;
        this.#lastError = error;
        this.#onWatchError(error);
      },
      onState: (state) => this.#changeState(state),
      onHeard: () => this.#freshness.heard(),
    };
  }

  /** What only somebody else can mend is told at once to who waits; the source goes on trying. */
  #changeState(state: ReflectorState): void {
    this.#freshness.changeState(state);
    if (state.type === 'backingOff' && needsHelp(state.problem)) {
      this.#gate.block(new CacheNotSyncedError(this.description, state.error));
    } else if (state.type !== 'stopped') this.#gate.unblock();
  }

  #process(): DeltaProcessor<T>['process'] {
    const sink = this.#handlers.sink((previous, object) => versionOf(previous) === versionOf(object));
    const processor = new DeltaProcessor<T>({
      store: this.indexer,
      host: this.#options.host,
      sink,
      onStored: (key, previous, object) => {
        for (const tap of this.#taps) tap.changed(key, previous, object);
      },
    });
    return (deltas, isInInitialList) => {
      const beganMs = this.#recorder?.begin();
      let processing: Promise<void> | void = undefined;
      try {
        processing = processor.process(deltas, isInInitialList);
      } finally {
        if (processing === undefined) this.#stored(beganMs);
      }
      return processing?.finally(() => this.#stored(beganMs));
    };
  }

  #stored(beganMs: number | undefined): void {
    if (beganMs !== undefined) this.#recorder?.end(beganMs);
    for (const tap of this.#taps) tap.versionReached(this.indexer.resourceVersion);
    this.#freshness.stored();
  }

  #startRecorder(): void {
    const { identity, metrics, host } = this.#options;
    if (identity === undefined || metrics === undefined || !identity.isUnique) return;
    const { group, version, resource } = identity.resource;
    const labels = { name: identity.name, group, version, resource };
    this.#recorder = new InformerRecorder(host.clock, metrics, labels, {
      queued: () => this.#queue.size,
      objects: () => this.indexer.size,
      resourceVersion: () => this.indexer.resourceVersion,
      ageMs: () => this.#freshness.ageMs,
      decodingFailures: () => this.#decodingFailures,
    });
  }

  #report(problem: InformerProblem): void {
    this.#options.onProblem?.(problem);
  }

  #refuseIfStarted(action: string): void {
    if (this.#isStarted) throw new InformerStartedError(this.description, action);
  }
}

const versionOf = (object: HasMetadata): string | undefined => resourceVersionOf(object);

/** True when a list or a watch ended because of what the objects are, and not because of the connection. */
const isDecodingFailure = (error: unknown): boolean =>
  hasCode(error, 'REEVE_STREAM_DECODING') || hasCode(error, 'REEVE_TRANSFORM');
