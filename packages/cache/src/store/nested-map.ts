/**
 * Objects by namespace and name, in two levels of maps. There is no third string per object for the key, a namespace is listed
 * without looking at the others, and `__proto__` is a name like any other. A namespace's map goes with its last object.
 */

/** Where an object is: cluster-scoped ones have an empty namespace. */
export interface Place {
  readonly namespace: string;
  readonly name: string;
}

/** The place that a key names. What comes before the first slash is the namespace, unless that is nothing. */
export const placeOfKey = (key: string): Place => {
  const slash = key.indexOf('/');
  return slash <= 0 ? { namespace: '', name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
};

/** The key of a place: `namespace/name`, or `name`. */
export const keyOfPlace = (namespace: string, name: string): string =>
  namespace === '' ? name : `${namespace}/${name}`;

/** A map with two keys. */
export class NestedMap<T> {
  readonly #namespaces = new Map<string, Map<string, T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(namespace: string, name: string): T | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  has(namespace: string, name: string): boolean {
    return this.#namespaces.get(namespace)?.has(name) ?? false;
  }

  set(namespace: string, name: string, value: T): void {
    let names = this.#namespaces.get(namespace);
    if (names === undefined) this.#namespaces.set(namespace, (names = new Map()));
    const before = names.size;
    names.set(name, value);
    this.#size += names.size - before;
  }

  /** True when there was something to delete. */
  delete(namespace: string, name: string): boolean {
    const names = this.#namespaces.get(namespace);
    if (names === undefined || !names.delete(name)) return false;
    this.#size -= 1;
    if (names.size === 0) this.#namespaces.delete(namespace);
    return true;
  }

  /** The namespaces that have objects. */
  namespaces(): Iterable<string> {
    return this.#namespaces.keys();
  }

  /** The objects of a namespace. */
  in(namespace: string): Iterable<T> {
    return this.#namespaces.get(namespace)?.values() ?? [];
  }

  /** The names in a namespace. */
  namesIn(namespace: string): Iterable<string> {
    return this.#namespaces.get(namespace)?.keys() ?? [];
  }

  *values(): Generator<T, void, void> {
    for (const names of this.#namespaces.values()) yield* names.values();
  }

  *keys(): Generator<string, void, void> {
    for (const [namespace, names] of this.#namespaces) {
      for (const name of names.keys()) yield keyOfPlace(namespace, name);
    }
  }

  /** Calls back for each object. */
  forEach(visit: (value: T, namespace: string, name: string) => void): void {
    for (const [namespace, names] of this.#namespaces) {
      for (const [name, value] of names) visit(value, namespace, name);
    }
  }
}
