/**
 * A narrower look at what a cache holds: the metadata of objects, or a projection of them. Views share the one stream and the one store
 * of their kind; what a view makes of an object is made once.
 */
import type { ObjectList } from '@reeve/machinery';
import type { CacheListQuery, CacheReadOptions } from './cached-list.ts';

/** Reads through a view. */
export interface CacheView<P> {
  get(key: string, options?: CacheReadOptions): Promise<P>;
  list(query?: CacheListQuery): Promise<Readonly<ObjectList<P>>>;
}

/** What a view reads from. */
export interface ViewedReads<T extends object> {
  get(key: string, options?: CacheReadOptions): Promise<T>;
  list(query?: CacheListQuery): Promise<Readonly<ObjectList<T>>>;
}

/** A view that shows what `project` makes of each object. */
export function cacheView<T extends object, P>(reads: ViewedReads<T>, project: (object: T) => P): CacheView<P> {
  const made = new WeakMap<object, { readonly of: P }>(); // goes with the objects
  const show = (object: T): P => {
    const known = made.get(object);
    if (known !== undefined) return known.of;
    const of = project(object);
    made.set(object, { of });
    return of;
  };
  return {
    get: async (key, options) => show(await reads.get(key, options)),
    list: async (query) => {
      const list = await reads.list(query);
      return { ...list, items: list.items.map(show) };
    },
  };
}
