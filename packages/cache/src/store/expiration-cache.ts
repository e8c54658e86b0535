/**
 * A store that forgets. Entries are stamped when they are written, and judged when somebody looks at them: one that is past its time
 * is not returned, and is removed by the look. Keys are listed without judging.
 * Upstream: client-go cache.ExpirationCache, cache.TTLPolicy.
 */
import { deepFreeze, InvalidInputError, type Clock } from '@reeve/machinery';
import { guardedKey, metaNamespaceKey, type KeyFunction } from './key-function.ts';

/** Tells whether an entry's time is over. */
export type ExpirationPolicy<T> = (entry: { readonly object: T; readonly ageMs: number }) => boolean;

/** How entries expire. */
export interface ExpirationCacheOptions<T> {
  readonly clock: Clock;

  /** `namespace/name` unless given, which objects without metadata need. */
  readonly key?: KeyFunction<T>;

  /** How long an entry lives; 0 or less means for ever. */
  readonly ttlMs?: number;

  /** A rule of your own, in place of `ttlMs`. */
  readonly policy?: ExpirationPolicy<T>;
}

/** A store whose entries expire. */
export class ExpirationCache<T> {
  readonly #clock: Clock;
  readonly #key: KeyFunction<T>;
  readonly #hasExpired: ExpirationPolicy<T>;
  #entries = new Map<string, Entry<T>>();

  constructor({ clock, key, ttlMs = 0, policy }: ExpirationCacheOptions<T>) {
    this.#clock = clock;
    if (Number.isNaN(ttlMs))
      throw new InvalidInputError('NaN', 'ttlMs of an expiration cache is NaN: give milliseconds, or 0 for ever');
    this.#key = guardedKey(key ?? (metaNamespaceKey as KeyFunction<T>)); // which throws for what has no metadata
    this.#hasExpired = policy ?? (({ ageMs }) => ttlMs > 0 && ageMs > ttlMs);
  }

  /** Stores an object, whose life begins anew. */
  add(object: T): void {
    this.#entries.set(this.#key(object), this.#stamped(object));
  }

  /** The same as `add`. */
  update(object: T): void {
    this.add(object);
  }

  delete(object: T): void {
    this.#entries.delete(this.#key(object));
  }

  get(object: T): T | undefined {
    return this.getByKey(this.#key(object));
  }

  getByKey(key: string): T | undefined {
    const entry = this.#entries.get(key);
    return entry && this.#living(key, entry);
  }

  list(): T[] {
    return [...this.#entries].flatMap(([key, entry]) => {
      const object = this.#living(key, entry);
      return object === undefined ? [] : [object];
    });
  }

  /** All keys, those of expired entries too. */
  listKeys(): string[] {
    return [...this.#entries.keys()];
  }

  replace(objects: Iterable<T>, _resourceVersion?: string): void {
    this.#entries = new Map(Array.from(objects, (object) => [this.#key(object), this.#stamped(object)]));
  }

  resync(): void {}

  #stamped(object: T): Entry<T> {
    return { object: deepFreeze(object) as T, writtenAtMs: this.#clock.monotonic() };
  }

  #living(key: string, { object, writtenAtMs }: Entry<T>): T | undefined {
    if (!this.#hasExpired({ object, ageMs: this.#clock.monotonic() - writtenAtMs })) return object;
    this.#entries.delete(key);
    return undefined;
  }
}

interface Entry<T> {
  readonly object: T;
  readonly writtenAtMs: number;
}
