/**
 * One index: the keys of all objects that have a value. What was entered for a key is remembered, so that a function which answers
 * differently the second time cannot leave a stale entry behind. The set of a value goes with its last key.
 * Upstream: client-go cache.IndexFunc, cache.Index.
 */
import { ReeveError } from '@reeve/machinery';

/** The values under which an object is found. */
export type IndexFunction<T> = (object: T) => readonly string[];

/** Index functions by name. */
export type Indexers<T> = Readonly<Record<string, IndexFunction<T>>>;

/** An index function threw. The object is stored, and this index does not have it. */
export class IndexFunctionError extends ReeveError {
  readonly index: string;
  readonly key: string;

  constructor(index: string, key: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      'REEVE_INDEX_FUNCTION',
      `The function of index "${index}" failed for ${key}, which cannot be found by it: ${reason}. Make the function return [] where it has no answer`,
      { cause },
    );
    this.index = index;
    this.key = key;
  }
}

/** An index that is kept up to date key by key. */
export class ObjectIndex<T> {
  readonly name: string;
  readonly #valuesOf: IndexFunction<T>;
  readonly #keys = new Map<string, Set<string>>();
  readonly #entered = new Map<string, readonly string[]>();

  constructor(name: string, valuesOf: IndexFunction<T>) {
    this.name = name;
    this.#valuesOf = valuesOf;
  }

  /** An empty index of the same function. */
  emptied(): ObjectIndex<T> {
    return new ObjectIndex(this.name, this.#valuesOf);
  }

  /** The values of an object. Throws what the function throws. */
  valuesOf(object: T): readonly string[] {
    return this.#valuesOf(object);
  }

  /** Enters an object, or moves it. When the function throws the object is in no set, and the error is given back. */
  put(key: string, object: T): IndexFunctionError | undefined {
    try {
      const values = distinct(this.#valuesOf(object));
      if (sameValues(values, this.#entered.get(key))) return undefined; // most changes leave an object where it is
      this.remove(key);
      this.#enter(key, values);
      return undefined;
    } catch (error) {
      this.remove(key);
      return new IndexFunctionError(this.name, key, error);
    }
  }

  remove(key: string): void {
    for (const value of this.#entered.get(key) ?? []) {
      const keys = this.#keys.get(value);
      keys?.delete(key);
      if (keys?.size === 0) this.#keys.delete(value);
    }
    this.#entered.delete(key);
  }

  /** The keys of the objects that have the value. */
  keys(value: string): Iterable<string> {
    return this.#keys.get(value) ?? [];
  }

  /** The values that objects have. */
  values(): Iterable<string> {
    return this.#keys.keys();
  }

  #enter(key: string, values: readonly string[]): void {
    if (values.length === 0) return;
    this.#entered.set(key, values);
    for (const value of values) {
      const keys = this.#keys.get(value);
      if (keys === undefined) this.#keys.set(value, new Set([key]));
      else keys.add(key);
    }
  }
}

const sameValues = (values: readonly string[], entered: readonly string[] = []): boolean =>
  values.length === entered.length && values.every((value, at) => value === entered[at]);

/** A list of our own: whoever made theirs may change it. Most objects have one value. */
const distinct = (values: readonly string[]): readonly string[] =>
  values.length === 1 ? [...values] : [...new Set(values)];
