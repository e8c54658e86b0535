/**
 * What a streaming list has brought so far. It becomes the content of the store in one step, at the last bookmark, or is thrown away.
 */
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import { WireText } from '../bytes/wire-text.ts';
import type { KnownObjects } from '../decode/known-objects.ts';
import type { ObjectDecoder } from '../decode/object-decoder.ts';
import type { IncomingEvent } from './watch-stream.ts';

/** Objects by uid: a name may belong to two objects, one after the other. */
export class InitialContent<T extends KubeObject> {
  readonly #decoder: ObjectDecoder<T>;
  readonly #known: KnownObjects<DeepReadonly<T>> | undefined;
  readonly #objects = new Map<string, DeepReadonly<T>>();

  constructor(decoder: ObjectDecoder<T>, known: KnownObjects<DeepReadonly<T>> | undefined) {
    this.#decoder = decoder;
    this.#known = known;
  }

  /** How many objects there are. */
  get size(): number {
    return this.#objects.size;
  }

  /** Gives away the objects, in the order of their first event. */
  drain(): DeepReadonly<T>[] {
    const objects = [...this.#objects.values()];
    this.#objects.clear();
    return objects;
  }

  /** Applies an event about an object. */
  apply({ type, object: source }: IncomingEvent): void {
    const held = source instanceof WireText && type !== 'DELETED' ? this.#known?.find(source) : undefined;
    if (held !== undefined) {
      this.#objects.set(identityOf(held), held);
      return;
    }
    const { object, uid } = this.#decoder.decode(source);
    const identity = uid ?? identityOf(object);
    if (type === 'DELETED') this.#objects.delete(identity);
    else this.#objects.set(identity, object);
  }
}

/** The uid, or the name where something serves objects without one. */
function identityOf({ metadata }: DeepReadonly<KubeObject>): string {
  return metadata.uid ?? `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}
