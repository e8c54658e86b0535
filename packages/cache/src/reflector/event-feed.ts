/**
 * Takes the events of a watch to the store, one after the other: decoded, in order, nothing twice. An event of another kind, or that the store
 * refuses, is told and passed over. One that cannot be decoded ends the watch: the store would miss its change for good.
 */
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import { UnexpectedObjectError } from '../decode/unexpected-object-error.ts';
import type { Decoded } from '../decode/object-decoder.ts';
import type { ReflectorContext } from './reflector-context.ts';
import type { Accepted } from './reflector-store.ts';
import { decodingError, isOfAnotherKind, readBookmark, readRefusal, sizeOf } from './stream-events.ts';
import type { IncomingEvent, WatchStream } from './watch-stream.ts';
import { withoutSuperseded } from './superseded.ts';

/** Feeds a store from one watch. */
export class EventFeed<T extends KubeObject> {
  readonly #context: ReflectorContext<T>;
  readonly #stream: WatchStream;
  /**
   * False while the versions of events say nothing about how far the watch has come: one that started without a version begins with what
   * exists, in any order.
   */
  #isOrdered: boolean;
  readonly #peek = (namespace: string | undefined, name: string): DeepReadonly<T> | undefined =>
    this.#context.options.store.peek?.(namespace, name);

  constructor(context: ReflectorContext<T>, stream: WatchStream) {
    const { resourceVersion, sendInitialEvents = false } = stream.request;
    this.#context = context;
    this.#stream = stream;
    this.#isOrdered = sendInitialEvents || (resourceVersion !== '' && resourceVersion !== '0');
  }

  /** Feeds until the server ends the watch. Rejects with the server's refusal, or with how the stream broke. */
  async run(signal: AbortSignal): Promise<void> {
    const { host, options } = this.#context;
    const slice = host.startSlice();
    while (await this.#stream.next()) {
      const { batch } = this.#stream;
      const mayBeFewer = batch.length > 1 && options.store.isLevelTriggered === true;
      const events = mayBeFewer ? withoutSuperseded(batch) : batch;
      for (let at = 0; at < events.length; at += 1) {
        const event = events[at] as IncomingEvent; // within the batch
        const accepted = this.#take(event);
        if (accepted !== undefined) await accepted;
        if (slice.spent(sizeOf(event), 1)) await host.yield();
        if (this.#stream.isInterrupted) signal.throwIfAborted(); // whoever aborts it interrupts the stream
      }
    }
  }

  #take(event: IncomingEvent): Accepted {
    switch (event.type) {
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
        return this.#takeObject(event);
      case 'BOOKMARK':
        return this.#takeBookmark(event);
      case 'ERROR':
        throw readRefusal(event, this.#context);
      default:
        return this.#skip(event, new UnexpectedObjectError('a watch event', { kind: event.type, apiVersion: 'event' }));
    }
  }

  #takeObject(event: IncomingEvent): Accepted {
    let decoded: Decoded<T>;
    try {
      decoded = this.#context.decoder.decode(event.object, event.type === 'MODIFIED' ? this.#peek : undefined);
    } catch (error) {
      if (isOfAnotherKind(error)) return this.#skip(event, error);
      throw decodingError(`the watch of ${this.#context.typeDescription}`, error);
    }
    const { resourceVersion, uid } = decoded;
    if (event.type !== 'ADDED') this.#isOrdered = true;
    if (this.#isOrdered && this.#context.version.isKnown(resourceVersion, uid)) {
      return this.#context.tell({ type: 'outdated', resourceVersion });
    }
    return this.#settle(event, this.#hand(event, decoded.object), resourceVersion, uid);
  }

  #hand(event: IncomingEvent, object: DeepReadonly<T>): Accepted {
    const { store } = this.#context.options;
    try {
      if (event.type === 'ADDED') return store.add(object);
      return event.type === 'MODIFIED' ? store.update(object) : store.delete(object);
    } catch (error) {
      return this.#skip(event, error);
    }
  }

  /** The version counts as reached when the store has taken the event, or has refused it. */
  #settle(event: IncomingEvent, accepted: Accepted, version: string, uid?: string): Accepted {
    if (accepted === undefined) return this.#reach(version, uid);
    return accepted.then(
      () => this.#reach(version, uid),
      (error) => {
        this.#skip(event, error);
        this.#reach(version, uid);
      },
    );
  }

  #takeBookmark(event: IncomingEvent): Accepted {
    const { resourceVersion } = readBookmark(event);
    this.#isOrdered = true;
    this.#context.sawBookmark(this.#stream);
    if (resourceVersion === '' || this.#context.version.isKnown(resourceVersion, undefined)) return undefined;
    return this.#settle(event, this.#handBookmark(event, resourceVersion), resourceVersion);
  }

  #handBookmark(event: IncomingEvent, resourceVersion: string): Accepted {
    try {
      return this.#context.options.store.bookmark?.(resourceVersion);
    } catch (error) {
      return this.#skip(event, error);
    }
  }

  #reach(version: string, uid?: string): void {
    if (!this.#isOrdered || version === '') return;
    this.#context.version.reach(version, uid);
    this.#context.options.store.updateResourceVersion?.(version);
  }

  #skip(event: IncomingEvent, error: unknown): void {
    this.#context.tell({ type: 'skipped', event: event.type, error });
  }
}
