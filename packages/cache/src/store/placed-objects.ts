/**
 * Objects by namespace and name, and the key of each that came or changed by itself. That key is the same text each time, so that it is put together once, and whoever files something under it does not
 * hash it again. Most objects are listed and never change: those take no more room than in a map.
 */
import { keyOfPlace, NestedMap } from './nested-map.ts';

/** Objects, each at its place. */
export class PlacedObjects<T> {
  readonly #places = new NestedMap<T | Changing<T>>();

  get size(): number {
    return this.#places.size;
  }

  get(namespace: string, name: string): T | undefined {
    return objectIn(this.#places.get(namespace, name));
  }

  has(namespace: string, name: string): boolean {
    return this.#places.has(namespace, name);
  }

  /** Puts an object in its place, and returns its key. */
  put(namespace: string, name: string, object: T): string {
    const before = this.#places.get(namespace, name);
    if (before instanceof Changing) {
      before.object = object;
      return before.key;
    }
    const key = keyOfPlace(namespace, name);
    this.#places.set(namespace, name, new Changing(key, object));
    return key;
  }

  /** Enters an object of a list. It keeps the key that it has in what the list takes the place of. */
  list(namespace: string, name: string, object: T, former: PlacedObjects<T>): void {
    const before = former.#places.get(namespace, name);
    this.#places.set(namespace, name, before instanceof Changing ? new Changing(before.key, object) : object);
  }

  /** True when there was something to delete. */
  delete(namespace: string, name: string): boolean {
    return this.#places.delete(namespace, name);
  }

  /** The namespaces that have objects. */
  namespaces(): Iterable<string> {
    return this.#places.namespaces();
  }

  /** The objects of a namespace. */
  in(namespace: string): T[] {
    return taken([...this.#places.in(namespace)]);
  }

  /** The names in a namespace. */
  namesIn(namespace: string): Iterable<string> {
    return this.#places.namesIn(namespace);
  }

  /** All of them. */
  all(): T[] {
    return taken([...this.#places.values()]);
  }

  /** All of them one by one, for whoever takes breaks. */
  *values(): Generator<T, void, void> {
    for (const placed of this.#places.values()) yield objectIn(placed);
  }

  keys(): Iterable<string> {
    return this.#places.keys();
  }

  /** Calls back for each object. */
  forEach(visit: (object: T, namespace: string, name: string) => void): void {
    this.#places.forEach((placed, namespace, name) => visit(objectIn(placed), namespace, name));
  }
}

/** An object that came or changed by itself, and will again. */
class Changing<T> {
  readonly key: string;
  object: T;

  constructor(key: string, object: T) {
    this.key = key;
    this.object = object;
  }
}

const objectIn = <T>(placed: T | Changing<T>): T => (placed instanceof Changing ? placed.object : placed);

/** The same list, of the objects themselves. */
function taken<T>(placed: (T | Changing<T>)[]): T[] {
  for (let at = 0; at < placed.length; at += 1) placed[at] = objectIn(placed[at] as T | Changing<T>);
  return placed as T[]; // as each of them is now
}
