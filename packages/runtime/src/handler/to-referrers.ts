/**
 * From an object to those that refer to it, found by an index of the field in which they do: a Secret wakes the web sites that use it.
 * Upstream: the map function over client.MatchingFields that operators write for this.
 */
import type { Cache } from '@reeve/cache';
import { keyOf, nameOf, namespaceOf, parseKey } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KubeObject } from '@reeve/machinery';
import { sidesOf } from '../event/object-event.ts';
import type { EventMapper } from './event-mapper.ts';
import { requestOf } from './request.ts';

/** Where objects of a kind name others. */
export interface ReferringField {
  readonly kind: AnyKind;
  readonly field: string;
}

/**
 * The objects whose field names the object of the event: by its name, which means their own namespace, or as `namespace/name`. Of what the cache holds now: what it
 * comes to hold later is told for its own sake.
 */
export const toReferrers = ({ kind, field }: ReferringField, cache: Cache): EventMapper => ({
  name: `index ${field}`,
  requests: (event) => {
    using referrers = cache.informer(kind);
    const keys = sidesOf(event).flatMap((object) =>
      keysOf(object, kind, (value) => referrers.keysByField(field, value)),
    );
    return [...new Set(keys)].map(parseKey).map(({ namespace, name }) => requestOf(namespace, name));
  },
});

function keysOf(
  object: DeepReadonly<KubeObject>,
  kind: AnyKind,
  named: (value: string) => readonly string[],
): readonly string[] {
  const [name = '', namespace] = [nameOf(object), namespaceOf(object)];
  if (namespace === undefined) return named(name);
  const nearby = kind.scope === 'Namespaced' ? named(name).filter((key) => parseKey(key).namespace === namespace) : [];
  return [...nearby, ...named(keyOf(object))];
}
