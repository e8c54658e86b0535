/**
 * Events from outside as a source: whatever pushes objects into a channel, or an async iterable of them. What is pushed before the start is kept, up to the size of the
 * buffer; a full buffer makes pushing wait.
 * Upstream: controller-runtime source.Channel.
 */
import { InvalidInputError } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { causeOf } from '../cause/cause.ts';
import type { GenericEvent } from '../event/object-event.ts';
import { toObject } from '../handler/event-mapper.ts';
import type { EventMapper } from '../handler/event-mapper.ts';
import type { Predicate } from '../predicate/predicate.ts';
import type { Source, SourceContext } from './source.ts';

/** What a channel's source needs. */
export interface ChannelSourceOptions<T extends KubeObject> {
  readonly events: AsyncIterable<GenericEvent<T>>;
  readonly mapper?: EventMapper<T>;
  readonly predicates?: readonly Predicate<T>[];
  readonly name?: string;
}

/** A source of events from outside. It ends when they do. */
export class ChannelSource<T extends KubeObject> implements Source {
  readonly name: string;
  readonly #options: ChannelSourceOptions<T>;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: ChannelSourceOptions<T>) {
    if (typeof options.events?.[Symbol.asyncIterator] !== 'function') {
      throw new InvalidInputError(
        'events',
        'a channel source needs the events to listen to: pass a Channel, or any async iterable of generic events',
      );
    }
    this.#options = options;
    this.name = options.name ?? 'channel';
  }

  start(context: SourceContext): void {
    this.#ended = this.#listen(context);
  }

  /** Resolves when the events have ended. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  async #listen(context: SourceContext): Promise<void> {
    const iterator = this.#options.events[Symbol.asyncIterator]();
    const stop = (): void => void iterator.return?.().catch(() => undefined);
    context.signal.addEventListener('abort', stop, { once: true });
    try {
      for (
        let next = await iterator.next();
        next.done !== true && !context.signal.aborted;
        next = await iterator.next()
      ) {
        this.#tell(next.value, context);
      }
    } catch (error) {
      if (!context.signal.aborted) context.log.error('a channel of events broke', { source: this.name, error });
    } finally {
      context.signal.removeEventListener('abort', stop);
    }
  }

  /** An event that is none, or that a predicate or a mapper cannot take, is lost alone. */
  #tell(event: GenericEvent<T>, context: SourceContext): void {
    const { predicates = [], mapper = toObject<T>() } = this.#options;
    try {
      if (!predicates.every((one) => one.test(event))) return;
      const options = { cause: causeOf(this.name, event) };
      for (const request of mapper.requests(event)) context.enqueue(request, options);
    } catch (error) {
      context.log.error('an event of a channel could not be handled, and wakes nobody', { source: this.name, error });
    }
  }
}
