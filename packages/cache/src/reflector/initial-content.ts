/**
 * What a streaming list has brought so far. It becomes the content of the store in one step, at the last bookmark, or is thrown away.
 */
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import { WireText } from '../bytes/wire-text.ts';
import type { KnownObjects } from '../decode/known-objects.ts';
import type { ObjectDecoder } from '../decode/object-decoder.ts';
import { NestedMap } from '../store/nested-map.ts';
import type { IncomingEvent } from './watch-stream.ts';

/** Uids that begin alike are in one map: a single map of a hundred thousand entries stands still for tens of milliseconds whenever it grows. */
const SHARD = 2;

/** Objects by uid: a name may belong to two objects, one after the other. */
export class InitialContent<T extends KubeObject> {
  readonly #decoder: ObjectDecoder<T>;
  readonly #known: KnownObjects<DeepReadonly<T>> | undefined;
  /** In the order of their first event; undefined where one was deleted. */
  #objects: (DeepReadonly<T> | undefined)[] = [];
  /** Where each is among the objects. */
  #places = new NestedMap<number>();

  constructor(decoder: ObjectDecoder<T>, known: KnownObjects<DeepReadonly<T>> | undefined) {
    this.#decoder = decoder;
    this.#known = known;
  }

  /** How many objects there are. */
  get size(): number {
    return this.#places.size;
  }

  /** Gives away the objects, in the order of their first event. Copying a hundred thousand would stand still for ten milliseconds, so it is done only where some are gone. */
  drain(): readonly DeepReadonly<T>[] {
    const [objects, { size }] = [this.#objects, this.#places];
    this.#objects = [];
    this.#places = new NestedMap();
    return size === objects.length ? (objects as DeepReadonly<T>[]) : objects.filter((object) => object !== undefined); // none of them is gone
  }

  /** Applies an event about an object. */
  apply({ type, object: source }: IncomingEvent): void {
    const held = source instanceof WireText && type !== 'DELETED' ? this.#known?.find(source) : undefined;
    if (held !== undefined) {
      this.#put(identityOf(held), held);
      return;
    }
    const { object, uid } = this.#decoder.decode(source);
    const identity = uid ?? identityOf(object);
    if (type === 'DELETED') this.#remove(identity);
    else this.#put(identity, object);
  }

  #put(identity: string, object: DeepReadonly<T>): void {
    const shard = identity.slice(0, SHARD);
    const place = this.#places.get(shard, identity);
    if (place === undefined) this.#places.set(shard, identity, this.#objects.push(object) - 1);
    else this.#objects[place] = object;
  }

  #remove(identity: string): void {
    const shard = identity.slice(0, SHARD);
    const place = this.#places.get(shard, identity);
    if (place === undefined) return;
    this.#objects[place] = undefined;
    this.#places.delete(shard, identity);
  }
}

/** The uid, or the name where something serves objects without one. */
function identityOf({ metadata }: DeepReadonly<KubeObject>): string {
  return metadata.uid ?? `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}
