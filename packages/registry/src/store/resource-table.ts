/**
 * The objects of one resource: their newest versions by key, in key order, and the log of what happened to them.
 */
import { ResourceLog } from './resource-log.ts';
import { SortedKeys } from './sorted-keys.ts';
import type { LogEntry } from './resource-log.ts';
import type { StoredObject } from './stored-object.ts';

/** A page of objects, and where the next one starts. */
export interface Page {
  readonly items: StoredObject[];
  /** The key to go on from; undefined on the last page. */
  readonly next: string | undefined;
}

export class ResourceTable {
  readonly log: ResourceLog;
  readonly #heads = new Map<string, StoredObject>();
  readonly #keys = new SortedKeys();
  /** Objects that are there now; deleted ones stay among the keys until compaction. */
  #count = 0;

  constructor(floor: number, oldestRead: number) {
    this.log = new ResourceLog(floor, oldestRead);
  }

  /** How many objects there are now. */
  get count(): number {
    return this.#count;
  }

  get(key: string): StoredObject | undefined {
    const head = this.#heads.get(key);
    return head?.isDeleted ? undefined : head;
  }

  getAt(key: string, revision: number): StoredObject | undefined {
    return this.#heads.get(key)?.at(revision);
  }

  /** Objects at a revision whose key starts with a prefix, from a key on, until the page is full. */
  page(options: {
    prefix: string;
    start: string;
    revision: number;
    isFull: (items: number) => boolean;
    matches: (object: StoredObject) => boolean;
  }): Page {
    const items: StoredObject[] = [];
    for (const key of this.#keys.from(options.start, options.prefix)) {
      const version = this.#heads.get(key)?.at(options.revision);
      if (version === undefined || !options.matches(version)) continue;
      if (options.isFull(items.length)) return { items, next: key };
      items.push(version);
    }
    return { items, next: undefined };
  }

  /** How many objects follow a key at a revision. */
  countFrom(options: { prefix: string; start: string; revision: number }): number {
    let count = 0;
    for (const key of this.#keys.from(options.start, options.prefix))
      if (this.#heads.get(key)?.at(options.revision)) count += 1;
    return count;
  }

  /** The newest version of a key, deletions included. */
  head(key: string): StoredObject | undefined {
    return this.#heads.get(key);
  }

  /** All objects that are there now whose key starts with a prefix, in key order. */
  *current(prefix = ''): Generator<StoredObject, void, void> {
    for (const key of this.#keys.from(prefix, prefix)) {
      const head = this.get(key);
      if (head) yield head;
    }
  }

  put(version: StoredObject): void {
    const before = this.#heads.get(version.key);
    if (before === undefined) this.#keys.add(version.key);
    this.#count += Number(!version.isDeleted) - Number(before !== undefined && !before.isDeleted);
    this.#heads.set(version.key, version);
  }

  /** Lets go of a key and all its versions, as if it had never been there. */
  drop(key: string): void {
    if (this.get(key) !== undefined) this.#count -= 1;
    if (this.#heads.delete(key)) this.#keys.delete(key);
  }

  /** Cuts what the log has dropped out of the version chains, and lets go of deleted keys. */
  release(dropped: readonly LogEntry[]): void {
    for (const { current } of dropped) {
      current.previous = undefined;
      if (current.isDeleted && this.#heads.get(current.key) === current) {
        this.#heads.delete(current.key);
        this.#keys.delete(current.key);
      }
    }
  }
}
