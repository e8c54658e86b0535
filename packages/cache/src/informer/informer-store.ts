/**
 * What an informer shows its source: a queue to write to, and the store behind it to look into.
 */
import type { ReflectorStore } from '../reflector/reflector-store.ts';
import type { InOrderQueue } from '../queue/in-order-queue.ts';
import type { Indexer } from '../store/indexer.ts';

/** A queue in front of a store. */
export function informerStore<T>({
  queue,
  indexer,
  isLevelTriggered,
  onTold,
}: {
  readonly queue: InOrderQueue<T>;
  readonly indexer: Indexer<T>;
  readonly isLevelTriggered: () => boolean;
  readonly onTold: () => void;
}): ReflectorStore<T> {
  return {
    add: (object) => (onTold(), queue.add(object)),
    update: (object) => (onTold(), queue.update(object)),
    delete: (object) => (onTold(), queue.delete(object)),
    replace: (objects, resourceVersion) => (onTold(), queue.replace(objects, resourceVersion)),
    resync: () => queue.resync(),
    bookmark: (resourceVersion) => (onTold(), queue.bookmark(resourceVersion)),
    peek: (namespace, name) => indexer.peek(namespace, name),
    get isLevelTriggered() {
      return isLevelTriggered();
    },
  };
}
