/** Types that must hold: compiling is passing. */
import { cached, settingsFor, type Cache, type EventHandler, type SharedIndexInformer } from '@reeve/cache';
import type { DeepReadonly, KindObject } from '@reeve/machinery';
import { ConfigMap } from '../model/world.ts';
import { Node } from './cached-world.ts';

type Held = DeepReadonly<KindObject<typeof ConfigMap>>;

export async function reads(cache: Cache): Promise<string | undefined> {
  const map = await cache.get(ConfigMap, 'shop/a');
  // @ts-expect-error what is cached is everybody's: it cannot be changed
  map.data = {};
  // @ts-expect-error at no level
  map.metadata.labels = {};
  const list = await cache.list(Node);
  // @ts-expect-error a Node has no data
  void list.items[0]?.data;
  const sizes = cache.view(ConfigMap, ({ data }) => ({ size: Object.keys(data ?? {}).length }));
  const { size } = await sizes.get('shop/a');
  // @ts-expect-error a projection has nothing but what was projected
  void (await sizes.get('shop/a')).metadata;
  const partial = await cache.metadata(ConfigMap).get('shop/a');
  // @ts-expect-error metadata is all there is
  void partial.data;
  return map.data?.[size];
}

export function handlers(informer: SharedIndexInformer<Held>, cache: Cache): void {
  informer.addEventHandler({
    onAdd: (object, isInInitialList) => void [object.data, isInInitialList],
    onUpdate: (previous, object) => void [previous.data, object.data],
    onDelete: ({ key, object, finalStateUnknown }) => void [key, object?.data, finalStateUnknown],
  });
  const careless: EventHandler<Held> = {
    // @ts-expect-error a deletion may come without an object: a cast cannot even begin
    onDelete: ({ object }) => void object.metadata,
  };
  informer.addEventHandler(careless);
  cache.indexField(ConfigMap, 'data.x', ({ data }) => [data?.['x'] ?? '']);
  // @ts-expect-error an index function answers with a list of texts
  cache.indexField(ConfigMap, 'data.x', ({ data }) => data?.['x']);
  // @ts-expect-error an informer's store is for reading
  void informer.store.add;
}

export const settings = [
  cached(ConfigMap, { transform: (map) => ({ ...map, data: {} }), namespaces: { shop: { labels: 'a=b' } } }),
  settingsFor(Node, { transform: (node) => ({ ...node, spec: {} }) }),
  // @ts-expect-error a transform gives an object of the kind back
  settingsFor(Node, { transform: () => ({ nothing: true }) }),
];
