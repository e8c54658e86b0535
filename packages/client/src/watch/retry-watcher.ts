/**
 * A watch that goes on after its connection broke, from the last version it has seen: each event comes once, in order. It ends by
 * itself only where going on cannot be right: history is gone (410), or the caller may not watch (401, 403). It never lists.
 * Upstream: client-go tools/watch RetryWatcher.
 */
import {
  InvalidInputError,
  apiFailureIn,
  cappedRetryAfterMs,
  compareResourceVersions,
  deriveAbort,
  isComparableResourceVersion,
  isForbidden,
  isInterrupted,
  isUnauthorized,
  nodeHost,
  resourceVersionOf,
  suggestsClientDelay,
} from '@reeve/machinery';
import type { Host, KubeObject, ObjectEvent } from '@reeve/machinery';
import { UnreadableAnswerError } from '../request/unreadable-answer-error.ts';
import type { StreamEvent } from '../request/decode-event.ts';

/** Events, and where the source has it, the means to send its request ahead of the first one. */
export interface WatchAttempt<T> extends AsyncIterable<StreamEvent<T>> {
  open?(): Promise<unknown>;
}

/** What to watch, and where to begin. */
export interface RetryWatcherOptions<T> {
  /** Starts one watch: `(from) => client.watch(Pod, from)`. No stream at all counts as an attempt that failed. */
  readonly watch: (from: {
    readonly resourceVersion: string;
    readonly signal: AbortSignal;
  }) => WatchAttempt<T> | undefined;
  /** The version to begin after, as a list gave it. Empty and `0` have no place to come back to, and are refused. */
  readonly resourceVersion: string;
  readonly host?: Host;
  readonly signal?: AbortSignal | undefined;
  /** The least time between two attempts; a second unless given. */
  readonly restartDelayMs?: number;
  /** Hears what made an attempt end. */
  readonly onInterrupted?: (error: unknown) => void;
}

/** A watch over many connections. Iterate over it once; leaving the loop, or an abort, ends it. */
export class RetryWatcher<T extends KubeObject> implements AsyncIterable<ObjectEvent<T>> {
  readonly #options: RetryWatcherOptions<T>;
  readonly #host: Host;
  #version: string;

  constructor(options: RetryWatcherOptions<T>) {
    const { resourceVersion, host = nodeHost() } = options;
    if (resourceVersion === '' || resourceVersion === '0') {
      throw new InvalidInputError(
        resourceVersion,
        `A watch that tries again cannot begin at the version "${resourceVersion}": give the one of a list or of an object`,
      );
    }
    this.#options = options;
    this.#host = host;
    this.#version = resourceVersion;
  }

  /** The version up to which everything has been seen. */
  get resourceVersion(): string {
    return this.#version;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ObjectEvent<T>, void, void> {
    const abort = deriveAbort(this.#options.signal);
    const { clock } = this.#host;
    try {
      while (!abort.signal.aborted) {
        const startedAt = clock.monotonic();
        const askedDelayMs = yield* this.#attempt(abort.signal);
        await this.#pause(startedAt, askedDelayMs, abort.signal);
      }
    } finally {
      abort.abort();
      abort[Symbol.dispose]();
    }
  }

  /** One connection. Gives back how long the server asks to wait before the next. */
  async *#attempt(signal: AbortSignal): AsyncGenerator<ObjectEvent<T>, number, void> {
    const phase = { isOpen: false };
    try {
      const stream = this.#options.watch({ resourceVersion: this.#version, signal });
      await stream?.open?.();
      phase.isOpen = true;
      if (stream !== undefined) yield* this.#newEvents(stream);
      return 0;
    } catch (error) {
      if (signal.aborted) return 0;
      if (isFinal(error, phase.isOpen)) throw error;
      this.#options.onInterrupted?.(error);
      return cappedRetryAfterMs(suggestsClientDelay(error) ?? apiFailureIn(error)?.retryAfterMs ?? 0);
    }
  }

  async *#newEvents(stream: AsyncIterable<StreamEvent<T>>): AsyncGenerator<ObjectEvent<T>, void, void> {
    for await (const event of stream) {
      const version = resourceVersionOf(event.object);
      if (version === undefined) throw new NoVersionError(event.object);
      if (!isBeyond(version, this.#version)) continue;
      if (event.type !== 'BOOKMARK') yield event;
      this.#version = version;
    }
  }

  async #pause(startedAt: number, askedDelayMs: number, signal: AbortSignal): Promise<void> {
    const { restartDelayMs = 1000 } = this.#options;
    const sinceStartMs = this.#host.clock.monotonic() - startedAt;
    const delayMs = Math.max(askedDelayMs, restartDelayMs - sinceStartMs);
    if (delayMs <= 0) return;
    try {
      await this.#host.sleep(delayMs, signal);
    } catch (error) {
      if (!isInterrupted(error, signal)) throw error;
    }
  }
}

/** An object without a version would leave no place to come back to, so events could be lost. */
class NoVersionError extends UnreadableAnswerError {
  constructor(object: KubeObject) {
    super(
      { verb: 'watch', kind: object.kind ?? '' },
      'an object in it has no metadata.resourceVersion',
      new Uint8Array(),
    );
  }
}

/** 410 while opening may be a server that is behind; as an event it means that history is gone. */
const isFinal = (error: unknown, isOpen: boolean): boolean =>
  error instanceof NoVersionError ||
  isForbidden(error) ||
  isUnauthorized(error) ||
  (isOpen && apiFailureIn(error)?.httpStatus === 410);

/** Versions that cannot be compared are taken as they come. */
const isBeyond = (version: string, last: string): boolean =>
  !isComparableResourceVersion(version) ||
  !isComparableResourceVersion(last) ||
  compareResourceVersions(version, last) > 0;
