/**
 * Objects of a kind as a source: every event that passes the predicates becomes the requests that the mapper says.
 * Upstream: controller-runtime source.Kind and its internal event handler.
 */
import type { Cache, CacheRegistration } from '@reeve/cache';
import { deepEqual, everyIn, InvalidInputError, orAbort, parseKey, resourceVersionOf } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KindObject, KubeObject, ObjectKey } from '@reeve/machinery';
import { causeOf } from '../cause/cause.ts';
import { eventKey } from '../event/object-event.ts';
import type { ObjectEvent } from '../event/object-event.ts';
import { isToObject } from '../handler/event-mapper.ts';
import type { Request } from '../handler/request.ts';
import type { WaitingEventMapper } from '../handler/watch-map.ts';
import { priorityBy } from '../handler/event-priority.ts';
import type { EventPriority } from '../handler/event-priority.ts';
import type { Predicate } from '../predicate/predicate.ts';
import { heldView, projectorOf } from '../view/kind-view.ts';
import type { EnqueueOptions, Source, SourceContext } from './source.ts';

/** What a kind's source needs. */
export interface KindSourceOptions<K extends AnyKind> {
  readonly cache: Cache;
  readonly kind: K;
  readonly mapper: WaitingEventMapper<KindObject<K>>;
  readonly predicates?: readonly Predicate<KindObject<K>>[];
  /** `metadata` holds and tells no more than metadata; as the kind says unless given. */
  readonly view?: 'full' | 'metadata';
  /** How urgent events are; 0 for what happens unless given. */
  readonly priority?: EventPriority<KindObject<K>>;
  /** The name in causes and logs; the kind unless given. */
  readonly name?: string;
  /** `reload` where the source tells again of what another before it has told. */
  readonly told?: 'create' | 'reload';
}

/** A source of the objects of a kind. */
export class KindSource<K extends AnyKind> implements Source {
  readonly name: string;
  readonly #options: KindSourceOptions<K>;
  readonly #project: ReturnType<typeof projectorOf>;
  readonly #predicates: readonly Predicate<KindObject<K>>[];
  readonly #isToObject: boolean;
  readonly #waiting = new Set<Promise<void>>();
  #registration: CacheRegistration | undefined;

  constructor(options: KindSourceOptions<K>) {
    require(options.cache, 'cache');
    require(options.kind, 'kind');
    require(options.mapper, 'mapper');
    this.#options = options;
    this.#project = projectorOf(options.kind);
    this.#predicates = options.predicates ?? [];
    this.#isToObject = isToObject(options.mapper);
    this.name = options.name ?? options.kind.kind;
  }

  start(context: SourceContext): void {
    const { cache, kind, view = heldView(kind) } = this.#options;
    const informer = cache.informer(kind, { view });
    this.#registration = informer.addEventHandler(
      {
        onAdd: (object, isInitialList, key) =>
          this.#tell({ type: 'create', object, isInitialList, key: key as ObjectKey }, context),
        onUpdate: (old, object, key) => this.#tell({ type: 'update', old, object, key: key as ObjectKey }, context), // of a cache's informer
        onDelete: ({ key, object = onlyNamed<K>(key), finalStateUnknown }) =>
          this.#tell({ type: 'delete', object, isStateUnknown: finalStateUnknown }, context),
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
    await orAbort(Promise.all(this.#waiting), signal);
  }

  /** A predicate or a mapper that throws loses its own event, and nobody else's. */
  #tell(held: ObjectEvent<KindObject<K>>, context: SourceContext): void {
    try {
      const event = this.#project === undefined ? held : shownBy(this.#project, held);
      if (event === undefined || !this.#passes(event)) return;
      if (this.#isToObject) this.#askForObject(event, context);
      else this.#askForMapped(event, context);
    } catch (error) {
      this.#sayFailure(held, error, context);
    }
  }

  #sayFailure({ type, object }: ObjectEvent<KindObject<K>>, error: unknown, { log, signal }: SourceContext): void {
    if (signal.aborted) return;
    const { namespace, name } = object.metadata;
    const about = { source: this.name, type, object: { namespace, name } };
    log.error('a predicate or mapper failed, and what happened to the object wakes nobody', { ...about, error });
  }

  #askForObject(event: ObjectEvent<KindObject<K>>, context: SourceContext): void {
    const key = eventKey(event);
    if (key !== undefined) context.enqueue(key, this.#reasons(event));
  }

  #askForMapped(event: ObjectEvent<KindObject<K>>, context: SourceContext): void {
    const requests = this.#options.mapper.requests(event, context.signal);
    if (requests instanceof Promise) this.#askLater(event, requests, context);
    else this.#askFor(requests, event, context);
  }

  #askFor(requests: readonly Request[], event: ObjectEvent<KindObject<K>>, context: SourceContext): void {
    if (requests.length === 0) return;
    const reasons = this.#reasons(event);
    for (const request of requests) context.enqueue(request, reasons);
  }

  /** What maps still wait for is part of what `synced` waits for. */
  #askLater(event: ObjectEvent<KindObject<K>>, requests: Promise<readonly Request[]>, context: SourceContext): void {
    const asked = requests
      .then((found) => this.#askFor(found, event, context))
      .catch((error: unknown) => this.#sayFailure(event, error, context))
      .finally(() => this.#waiting.delete(asked));
    this.#waiting.add(asked);
  }

  #reasons(event: ObjectEvent<KindObject<K>>): EnqueueOptions {
    const { priority, told } = this.#options;
    const plain = event as unknown as ObjectEvent; // every object of a kind is one
    const cause = causeOf(this.name, plain, told);
    return { cause, priority: priorityBy(priority as EventPriority | undefined, plain, cause) }; // only ever asked about this kind
  }

  #passes(event: ObjectEvent<KindObject<K>>): boolean {
    return this.#predicates.length === 0 || everyIn(this.#predicates, (predicate) => predicate.test(event));
  }
}

/** Of some that are gone nothing but the name is known, which is enough for those who work on the object itself. */
const onlyNamed = <K extends AnyKind>(key: string): DeepReadonly<KindObject<K>> =>
  ({ metadata: parseKey(key) }) as unknown as DeepReadonly<KindObject<K>>; // as much of it as there is

/** The event as the kind shows it; undefined for a change that it does not show. */
function shownBy<K extends AnyKind>(
  project: NonNullable<ReturnType<typeof projectorOf>>,
  event: ObjectEvent<KindObject<K>>,
): ObjectEvent<KindObject<K>> | undefined {
  const object = project(event.object);
  if (event.type !== 'update') return { ...event, object } as ObjectEvent<KindObject<K>>; // what the view shows
  const old = project(event.old);
  const isToldAgain = resourceVersionOf(event.old) === resourceVersionOf(event.object);
  return isToldAgain || !isShownEqual(old, object)
    ? ({ ...event, old, object } as ObjectEvent<KindObject<K>>)
    : undefined;
}

/** Metadata always differs in the version, which nobody looks at for its own sake. */
const isShownEqual = (old: DeepReadonly<KubeObject>, object: DeepReadonly<KubeObject>): boolean =>
  deepEqual(withoutVersion(old), withoutVersion(object));

const withoutVersion = (object: DeepReadonly<KubeObject>): object => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: undefined, generation: undefined, managedFields: undefined },
});

function require(value: unknown, what: string): void {
  if (value === undefined || value === null) throw new InvalidInputError(what, `a source of a kind needs a ${what}`);
}
