/**
 * What a queue needs to know of the store behind it, to find out what a list leaves out.
 * Upstream: client-go cache.KeyListerGetter.
 */

/** The objects that the consumer has. */
export interface KnownObjects<T> {
  listKeys(): Iterable<string>;
  /** The object, or undefined; may throw. */
  getByKey(key: string): T | undefined;
}

/** The known object, or undefined when it is gone or the look-up fails. */
export function lookUp<T>(known: KnownObjects<T>, key: string): T | undefined {
  try {
    return known.getByKey(key);
  } catch {
    return undefined; // a tombstone without an object is still a deletion
  }
}
