/**
 * What wakes the controller of a definition: its kind, what it owns, what it watches, and sources of its own.
 * Upstream: controller-runtime pkg/builder.
 */
import type { Cache } from '@reeve/cache';
import type { AnyKind } from '@reeve/machinery';
import { toObject, toOwner } from '../handler/event-mapper.ts';
import { toReferrers } from '../handler/to-referrers.ts';
import { toWatched } from '../handler/watch-map.ts';
import type { WaitingEventMapper } from '../handler/watch-map.ts';
import { predicate } from '../predicate/predicate.ts';
import type { Predicate } from '../predicate/predicate.ts';
import { KindSource } from '../source/kind-source.ts';
import type { Source } from '../source/source.ts';
import { heldView } from '../view/kind-view.ts';
import type { ObjectReader } from '../view/object-reader.ts';
import type { ControllerDefinition } from './define-controller.ts';
import { controllerName, ownedOf } from './define-controller.ts';
import type { Watch } from '../source/watch.ts';

/** The sources of a definition. */
export function sourcesOf(
  definition: ControllerDefinition,
  cache: Cache,
  reader: ObjectReader,
  told: 'create' | 'reload' = 'create',
): Source[] {
  const {
    for: kind,
    owns = [],
    watches = [],
    sources = [],
    predicates = [],
    priority,
    wakesItself = true,
  } = definition;
  const counting = wakesItself ? predicates : [notOwnEcho(kind, cache, controllerName(definition)), ...predicates];
  return [
    new KindSource({ cache, kind, mapper: toObject(), predicates: counting, told, ...urgency(priority) }),
    ...owns
      .map(ownedOf)
      .map(({ kind: owned, anyOwner = false, predicates: own = [], view = heldView(owned), priority: urgent }) => {
        const isForeign = notOwnEcho(owned, cache, controllerName(definition));
        return new KindSource({
          cache,
          kind: owned,
          name: `owned ${owned.kind}`,
          mapper: toOwner(kind, { anyOwner }),
          predicates: [isForeign, ...own],
          view,
          told,
          ...urgency(urgent),
        });
      }),
    ...watches.map((watched) => {
      const { kind: other, skipsOwnWrites = false, view = heldView(other), priority: urgent } = watched;
      const echo = skipsOwnWrites ? [notOwnEcho(other, cache, controllerName(definition))] : [];
      const own = [...echo, ...(watched.predicates ?? [])];
      const mapper = mapperOf(watched, kind, cache, reader);
      const name = `watched ${other.kind}`;
      return new KindSource({ cache, kind: other, name, mapper, predicates: own, view, told, ...urgency(urgent) });
    }),
    ...sources,
  ];
}

/** Mappers are only given what the cache holds, and that is stored. */
function mapperOf({ kind, map }: Watch, owner: AnyKind, cache: Cache, reader: ObjectReader): WaitingEventMapper {
  if (typeof map === 'function') return toWatched(map, kind, owner, reader);
  return 'valuesOf' in map ? toReferrers(map, cache) : map;
}

/** What the controller wrote itself does not wake it: it knows. A run that failed after writing is tried again anyway. */
const notOwnEcho = (kind: AnyKind, cache: Cache, author: string): Predicate =>
  predicate('not an echo', {
    create: (object) => !cache.overlay.isOwnEcho(kind, object, author),
    update: (object, old) => object === old || !cache.overlay.isOwnEcho(kind, object, author),
  });

const urgency = <P>(priority: P | undefined): { priority?: P } => (priority === undefined ? {} : { priority });
