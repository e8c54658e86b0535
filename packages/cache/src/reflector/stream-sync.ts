/**
 * The first part of a cycle, by stream: everything there is comes as events on the watch that then goes on. It reaches the store in one
 * step, when the bookmark says that it is all.
 */
import { isResourceVersionTooLarge, isTooManyRequests } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { applyToContent, readBookmark, readRefusal, sizeOf } from './stream-events.ts';
import { BookmarkTicker } from './bookmark-ticker.ts';
import { differencesOf } from './consistency-check.ts';
import { InitialContent } from './initial-content.ts';
import type { ListSync } from './list-sync.ts';
import { isConnectionFailure, isVersionLost } from './problem.ts';
import type { ReflectorContext } from './reflector-context.ts';
import { InconsistentListError, SilentStreamError, StaleListError, VeryShortWatchError } from './stream-errors.ts';
import type { WatchStream } from './watch-stream.ts';

/** A server that sends nothing for so long, not even the bookmark of an empty collection, does not know how to. */
const PROGRESS_LIMIT_MS = 30_000;
/** It is not asked again for this long. */
const DISTRUST_MS = 10 * 60_000;
const WARN_AFTER_MS = 10_000;
/** So many broken connections in a row, and a list is tried, which may get through in pieces. */
const MOST_BROKEN = 3;

/** Streams a collection, remembering whether its server can. */
export class StreamSync<T extends KubeObject> {
  readonly #context: ReflectorContext<T>;
  readonly #lists: ListSync<T>;
  #distrustedUntil = -Infinity;

  constructor(context: ReflectorContext<T>, lists: ListSync<T>) {
    this.#context = context;
    this.#lists = lists;
  }

  /** True when a stream is worth trying. */
  get isPossible(): boolean {
    const { streaming = true, source } = this.#context.options;
    const isSupported = streaming && source.supportsStreaming !== false;
    return isSupported && this.#context.host.clock.monotonic() >= this.#distrustedUntil;
  }

  /** Fills the store and gives back the watch, which is still open; undefined means: list instead. */
  async sync(signal: AbortSignal): Promise<WatchStream | undefined> {
    for (let broken = 0; ;) {
      const asked = this.#context.version.forStream;
      try {
        const stream = await this.#attempt(asked, signal);
        if (stream !== undefined) return stream;
        await this.#context.backOff(new VeryShortWatchError(this.#description), 'list', signal);
      } catch (error) {
        if (signal.aborted || error instanceof InconsistentListError) throw error;
        broken += isConnectionFailure(error) ? 1 : 0;
        if (broken > MOST_BROKEN || !(await this.#canRetry(error, asked, signal))) return this.#fallBack(error);
      }
    }
  }

  /** One try: undefined when the stream ended, in good order, before everything had come. */
  async #attempt(asked: string, signal: AbortSignal): Promise<WatchStream | undefined> {
    this.#context.enter({ type: 'streaming', resourceVersion: asked });
    const stream = await this.#context.openWatch(
      { resourceVersion: asked, resourceVersionMatch: 'NotOlderThan', sendInitialEvents: true },
      signal,
      PROGRESS_LIMIT_MS,
    );
    try {
      const isComplete = await this.#fill(stream, signal);
      if (isComplete) return stream;
      if (stream.events === 0 && stream.ageMs < 1000) throw new VeryShortWatchError(this.#description);
    } catch (error) {
      await stream.close();
      throw error;
    }
    await stream.close();
    return undefined;
  }

  async #fill(stream: WatchStream, signal: AbortSignal): Promise<boolean> {
    const { decoder, known } = this.#context;
    const content = new InitialContent(decoder, known);
    using _ticker = this.#ticker(stream);
    const version = await this.#readInitialEvents(stream, content);
    if (version === undefined) return false;
    signal.throwIfAborted();
    await this.#hand(content, version, signal);
    this.#context.sawBookmark(stream);
    return true;
  }

  /** Reads up to the last bookmark and answers its version. Events behind it in the same chunk stay with the stream. */
  async #readInitialEvents(stream: WatchStream, content: InitialContent<T>): Promise<string | undefined> {
    const slice = this.#context.host.startSlice();
    while (await stream.next()) {
      const { batch } = stream;
      let at = 0;
      for (const event of batch) {
        at += 1;
        if (event.type === 'ERROR') throw readRefusal(event, this.#context);
        const bookmark = event.type === 'BOOKMARK' ? readBookmark(event) : undefined;
        if (bookmark?.isInitialEventsEnd) {
          stream.putBack(batch.slice(at));
          return bookmark.resourceVersion;
        }
        if (bookmark === undefined) applyToContent(event, content, this.#context);
        if (slice.spent(sizeOf(event), 1)) await this.#context.host.yield();
      }
    }
    return undefined;
  }

  async #hand(content: InitialContent<T>, resourceVersion: string, signal: AbortSignal): Promise<void> {
    const { options, version } = this.#context;
    const objects = content.drain();
    if (!version.mayReplace(resourceVersion))
      throw new StaleListError(this.#description, resourceVersion, version.last);
    if (options.checksConsistency === true) await this.#compare(objects, resourceVersion, signal);
    await options.store.replace(objects, resourceVersion);
    version.synced(resourceVersion);
    options.store.updateResourceVersion?.(resourceVersion);
    this.#context.tell({ type: 'synced', by: 'stream', resourceVersion, objects: objects.length });
  }

  async #compare(
    objects: ReturnType<InitialContent<T>['drain']>,
    resourceVersion: string,
    signal: AbortSignal,
  ): Promise<void> {
    const listed = await this.#lists.listExactly(resourceVersion, signal);
    const differences = differencesOf(objects, listed.objects);
    if (differences.length > 0) throw new InconsistentListError(this.#description, resourceVersion, differences);
  }

  /** Whether the same may succeed next time; waits where it must. */
  async #canRetry(error: unknown, asked: string, signal: AbortSignal): Promise<boolean> {
    if (error instanceof SilentStreamError) this.#distrustedUntil = this.#context.host.clock.monotonic() + DISTRUST_MS;
    else if (isTooManyRequests(error) || isConnectionFailure(error)) {
      await this.#context.backOff(error, 'list', signal);
      return true;
    } else if (isVersionLost(error) && asked !== '') {
      this.#context.version.lose(isResourceVersionTooLarge(error));
      return true;
    }
    return false;
  }

  #fallBack(error: unknown): undefined {
    this.#context.tell({ type: 'fallback', error });
  }

  #ticker(stream: WatchStream): BookmarkTicker {
    return new BookmarkTicker({
      host: this.#context.host,
      intervalMs: WARN_AFTER_MS,
      heardAt: () => stream.heardAt,
      onQuiet: (elapsedMs, silentMs) =>
        this.#context.tell({ type: 'awaitingBookmark', events: stream.events, elapsedMs, silentMs }),
    });
  }

  get #description(): string {
    return `the streaming list of ${this.#context.typeDescription}`;
  }
}
