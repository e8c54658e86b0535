/**
 * Objects of a kind as a source: every event that passes the predicates becomes the requests that the mapper says.
 * Upstream: controller-runtime source.Kind and its internal event handler.
 */
import type { Cache, CacheRegistration } from '@reeve/cache';
import { InvalidInputError } from '@reeve/machinery';
import type { AnyKind, KindObject } from '@reeve/machinery';
import { causeOf } from '../cause/cause.ts';
import type { ObjectEvent } from '../event/object-event.ts';
import type { EventMapper } from '../handler/event-mapper.ts';
import { priorityOf } from '../handler/event-priority.ts';
import type { Predicate } from '../predicate/predicate.ts';
import type { Source, SourceContext } from './source.ts';

/** What a kind's source needs. */
export interface KindSourceOptions<K extends AnyKind> {
  readonly cache: Cache;
  readonly kind: K;
  readonly mapper: EventMapper<KindObject<K>>;
  readonly predicates?: readonly Predicate<KindObject<K>>[];
  /** `metadata` holds and tells no more than metadata. */
  readonly view?: 'full' | 'metadata';
  /** The name in causes and logs; the kind unless given. */
  readonly name?: string;
}

/** A source of the objects of a kind. */
export class KindSource<K extends AnyKind> implements Source {
  readonly name: string;
  readonly #options: KindSourceOptions<K>;
  #registration: CacheRegistration | undefined;

  constructor(options: KindSourceOptions<K>) {
    require(options.cache, 'cache');
    require(options.kind, 'kind');
    require(options.mapper, 'mapper');
    this.#options = options;
    this.name = options.name ?? options.kind.kind;
  }

  start(context: SourceContext): void {
    const { cache, kind, view = 'full' } = this.#options;
    const informer = cache.informer(kind, { view });
    const tell = (event: ObjectEvent<KindObject<K>>): void => this.#tell(event, context);
    this.#registration = informer.addEventHandler(
      {
        onAdd: (object, isInitialList) => tell({ type: 'create', object, isInitialList }),
        onUpdate: (old, object) => tell({ type: 'update', old, object }),
        onDelete: ({ object, finalStateUnknown }) => {
          if (object !== undefined) tell({ type: 'delete', object, isStateUnknown: finalStateUnknown });
        },
      },
      { name: this.name, view },
    );
    const end = (): void => {
      this.#registration?.remove();
      informer.release();
    };
    context.signal.addEventListener('abort', end, { once: true });
  }

  async synced(signal: AbortSignal): Promise<void> {
    await this.#registration?.synced(signal);
  }

  #tell(event: ObjectEvent<KindObject<K>>, context: SourceContext): void {
    const { predicates = [], mapper } = this.#options;
    if (!predicates.every((one) => one.test(event))) return;
    const requests = mapper.requests(event);
    if (requests.length === 0) return;
    const plain = event as unknown as ObjectEvent; // every object of a kind is one
    const options = { cause: causeOf(this.name, plain), priority: priorityOf(plain) };
    for (const request of requests) context.enqueue(request, options);
  }
}

function require(value: unknown, what: string): void {
  if (value === undefined || value === null) throw new InvalidInputError(what, `a source of a kind needs a ${what}`);
}
