/**
 * What the phases of a reflector share: its state and who hears of it, the version it has reached, its patience and its decoder.
 */
import { delayWithReset, formatGvk, suggestsClientDelay } from '@reeve/machinery';
import type { BackoffOptions, DeepReadonly, Host, KubeObject } from '@reeve/machinery';
import { KnownObjects } from '../decode/known-objects.ts';
import { ObjectDecoder } from '../decode/object-decoder.ts';
import type { WatchRequest } from '../lister-watcher/lister-watcher.ts';
import { finiteMilliseconds, milliseconds, wholeNumber } from '../number-checks.ts';
import { problemOf } from './problem.ts';
import type { ReflectorOptions } from './reflector-options.ts';
import type { ReflectorListener, ReflectorNotice, ReflectorState } from './reflector-state.ts';
import { SyncVersion } from './sync-version.ts';
import { WatchStream } from './watch-stream.ts';

const MIN_WATCH_TIMEOUT_MS = 5 * 60_000;
const SILENCE_LIMIT_MS = 75_000;
/** A server ends a watch by itself after its timeout; this much later it has not, and never will. */
const TIMEOUT_GRACE_MS = 30_000;
const BACKOFF_RESET_MS = 2 * 60_000;
/** The longest delay before the next try, whatever the server or a back-off function asks for: a cache that waits longer is stale. */
const LONGEST_DELAY_MS = 5 * 60_000;

const defaultBackoff: BackoffOptions = {
  durationMs: 800,
  factor: 2,
  jitter: 1,
  capMs: 30_000,
  steps: Math.ceil(30_000 / 800),
};

/** The shared part of a reflector. */
export class ReflectorContext<T extends KubeObject> {
  readonly options: ReflectorOptions<T>;
  readonly host: Host;
  readonly version = new SyncVersion();
  readonly decoder: ObjectDecoder<T>;
  /** Group, version and kind, or what the options call the objects. */
  readonly typeDescription: string;
  readonly #delay: () => number;
  readonly #listeners = new Set<ReflectorListener>();
  #state: ReflectorState = { type: 'idle' };
  #heardAt: number | undefined;
  #showsBookmarks = false;
  #silenceFactor = 1;

  constructor(options: ReflectorOptions<T>) {
    const { host, source, backoff = defaultBackoff, listener } = options;
    checkNumbers(options);
    const { kind } = source;
    this.options = options;
    this.host = host;
    this.typeDescription = options.description ?? (kind === undefined ? '<unspecified>' : formatGvk(kind.gvk));
    this.decoder = new ObjectDecoder({ ...options, kind, metadataOnly: source.metadataOnly ?? false });
    const { clock, random } = host;
    this.#delay =
      typeof backoff === 'function' ? backoff : delayWithReset(backoff, { clock, random, resetMs: BACKOFF_RESET_MS });
    if (listener !== undefined) this.#listeners.add(listener);
  }

  get state(): ReflectorState {
    return this.#state;
  }

  /** When something came from the server last, on the monotonic clock. */
  get heardAt(): number | undefined {
    return this.#heardAt;
  }

  /** How long a stream may be silent at most, before it has shown a bookmark as well as afterwards. */
  get silenceLimitMs(): number {
    return this.options.silenceLimitMs ?? SILENCE_LIMIT_MS;
  }

  /** What is held already, if the store lets it be seen and has anything. */
  get known(): KnownObjects<DeepReadonly<T>> | undefined {
    const { store, source } = this.options;
    if (store.peek === undefined || this.version.last === '') return undefined;
    return new KnownObjects((namespace, name) => store.peek?.(namespace, name), source.kind?.scope !== 'Cluster');
  }

  /** Adds a listener; the function takes it away. */
  subscribe(listener: ReflectorListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(notice: ReflectorNotice): void {
    for (const listener of this.#listeners) {
      try {
        listener(notice);
      } catch {
        // A listener's failure is its own: the stream goes on.
      }
    }
  }

  enter(to: ReflectorState): void {
    const from = this.#state;
    this.#state = to;
    this.tell({ type: 'transition', from, to });
  }

  /** Waits before the next try: as long as the back-off says, or longer if the server asks for it, but never longer than 5 minutes. */
  async backOff(error: unknown, next: 'list' | 'watch', signal: AbortSignal): Promise<void> {
    const delayMs = Math.max(boundedDelay(this.#delay()), boundedDelay(suggestsClientDelay(error) ?? 0));
    this.enter({ type: 'backingOff', problem: problemOf(error), error, delayMs, next });
    await this.host.sleep(delayMs, signal);
  }

  /** Something came from the server. */
  readonly hear = (): void => {
    this.#heardAt = this.host.clock.monotonic();
    this.options.onHeard?.();
  };

  /** Opens a watch, with a timeout somewhere between the shortest and twice that. */
  openWatch(
    request: Omit<WatchRequest, 'timeoutSeconds' | 'allowWatchBookmarks'>,
    signal: AbortSignal,
    silenceLimitMs?: number,
  ): Promise<WatchStream> {
    const shortest = Math.max(this.options.minWatchTimeoutMs ?? 0, MIN_WATCH_TIMEOUT_MS);
    const timeoutMs = shortest + this.host.random.next() * shortest;
    const allowWatchBookmarks = (this.options.bookmarks ?? true) || request.sendInitialEvents === true;
    return WatchStream.open({
      host: this.host,
      source: this.options.source,
      request: { ...request, allowWatchBookmarks, timeoutSeconds: Math.floor(timeoutMs / 1000) },
      signal,
      description: `the watch of ${this.typeDescription}`,
      openingLimitMs: this.silenceLimitMs,
      silenceLimitMs: silenceLimitMs ?? this.#watchSilenceMs(timeoutMs),
      onHeard: this.hear,
    });
  }

  /** A stream has shown a bookmark: they come about once a minute, so that silence means something from now on. */
  sawBookmark(stream: WatchStream): void {
    this.#showsBookmarks = true;
    this.#silenceFactor = 1;
    stream.allowSilence(this.silenceLimitMs);
  }

  /**
   * A stream was cut because it was silent. The next one may be silent for longer: perhaps the server has stopped sending bookmarks, and a
   * quiet stream must not be cut for ever.
   */
  cutForSilence(): void {
    this.#silenceFactor *= 2;
  }

  #watchSilenceMs(timeoutMs: number): number {
    const withoutBookmarks = timeoutMs + TIMEOUT_GRACE_MS;
    return this.#showsBookmarks
      ? Math.min(this.silenceLimitMs * this.#silenceFactor, withoutBookmarks)
      : withoutBookmarks;
  }
}

/** Refuses numbers that would make a loop without a pause, or a watch without end. */
function checkNumbers<T extends KubeObject>(options: ReflectorOptions<T>): void {
  const {
    resyncPeriodMs = 0,
    pageSize = 0,
    minWatchTimeoutMs = 0,
    maxInternalErrorRetryMs = 0,
    silenceLimitMs = 0,
  } = options;
  finiteMilliseconds('resyncPeriodMs of a reflector', resyncPeriodMs);
  wholeNumber('pageSize of a reflector', pageSize, 0);
  finiteMilliseconds('minWatchTimeoutMs of a reflector', minWatchTimeoutMs);
  milliseconds('maxInternalErrorRetryMs of a reflector', maxInternalErrorRetryMs);
  milliseconds('silenceLimitMs of a reflector', silenceLimitMs);
}

/** A delay that a timer can take. What is no number is the longest delay: none at all would be a loop. */
const boundedDelay = (delayMs: number): number =>
  Number.isNaN(delayMs) ? LONGEST_DELAY_MS : Math.max(0, Math.min(delayMs, LONGEST_DELAY_MS));
