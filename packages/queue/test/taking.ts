/**
 * Short words for what most tests of the queue do: take what is ready, by hand and at once.
 */
import type { Item, WorkQueue } from '@reeve/queue';

/** Takes the next item, which has to be ready. */
export const takeOne = <Key, Cause>(queue: WorkQueue<Key, Cause>): Item<Key, Cause> => {
  const item = queue.tryTake();
  if (item === undefined) throw new Error('no key is ready');
  return item;
};

/** Takes and finishes everything that is ready, and returns the keys in the order they came. */
export const takeAll = <Key, Cause>(queue: WorkQueue<Key, Cause>): Key[] => {
  const keys: Key[] = [];
  for (let item = queue.tryTake(); item !== undefined; item = queue.tryTake()) {
    keys.push(item.key);
    item.done();
  }
  return keys;
};
