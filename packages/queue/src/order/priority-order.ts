/**
 * The queue's own order: higher priorities first, first in, first out inside a priority, and one hand-out in a few for the
 * key that waited longest once it is aged. Every operation costs O(log priorities), and O(1) while there is only one.
 * Upstream: controller-runtime pkg/controller/priorityqueue, which does not age (kubernetes-sigs/controller-runtime#3496).
 *
 * Arrivals are noted only from the moment two priorities wait beside each other until the order is empty, as nobody can be
 * overtaken before. A queue that uses no priorities thus never asks for the time.
 */
import { Heap, type Clock } from '@reeve/machinery';
import type { Entry } from '../keys/entry.ts';
import type { Ageing } from './ageing.ts';
import { Arrivals } from './arrivals.ts';
import { Level } from './level.ts';
import type { ReadyOrder } from './ready-order.ts';

/** Ready keys by priority and age. */
export class PriorityOrder<Key, Cause> implements ReadyOrder<Entry<Key, Cause>> {
  readonly #clock: Clock;
  readonly #ageing: Ageing | undefined;
  readonly #levels = new Map<number, Level<Key, Cause>>();
  readonly #heap = new Heap<Level<Key, Cause>>((a, b) => a.priority > b.priority);
  readonly #arrivals = new Arrivals<Key, Cause>();
  /** The only one that waits: most are alone when they come, and taken before the next. It is at no level yet. */
  #only: Entry<Key, Cause> | undefined = undefined;
  #mixed = false; // two priorities have waited beside each other since the order was last empty
  #sinceAged = 0; // hand-outs since the last one that went by age
  #length = 0;

  constructor(clock: Clock, ageing: Ageing | undefined) {
    this.#clock = clock;
    this.#ageing = ageing;
  }

  get length(): number {
    return this.#length;
  }

  push(entry: Entry<Key, Cause>): void {
    if (this.#length > 0) return this.#join(entry);
    this.#only = entry;
    this.#length = 1;
  }

  /** A key that was raised goes behind its new peers; otherwise it keeps its place. */
  touch(entry: Entry<Key, Cause>, formerPriority: number): void {
    if (entry.priority === formerPriority || entry === this.#only) return;
    const target = this.#levelOf(entry.priority);
    this.#leave(this.#levelOf(formerPriority), entry);
    target.append(entry);
  }

  pop(): Entry<Key, Cause> | undefined {
    if (this.#length === 0) return undefined;
    const only = this.#only;
    if (only === undefined) return this.#popOfSeveral();
    this.#only = undefined;
    this.#length = 0;
    return only;
  }

  #join(entry: Entry<Key, Cause>): void {
    const only = this.#only;
    if (only !== undefined) {
      this.#only = undefined;
      this.#length = 0;
      this.#place(only);
    }
    this.#place(entry);
  }

  #place(entry: Entry<Key, Cause>): void {
    this.#levelOf(entry.priority).append(entry);
    if (this.#mixed) this.#arrivals.append(entry, this.#clock.monotonic());
    this.#length += 1;
  }

  #popOfSeveral(): Entry<Key, Cause> | undefined {
    const entry = this.#aged() ?? this.#heap.top?.first;
    if (entry === undefined) return undefined;
    this.#leave(this.#levelOf(entry.priority), entry);
    this.#arrivals.remove(entry);
    this.#length -= 1;
    if (this.#length === 0) this.#mixed = false;
    return entry;
  }

  /** The level of a priority, in the heap. An emptied last level stays in it, so that one busy priority allocates nothing. */
  #levelOf(priority: number): Level<Key, Cause> {
    const top = this.#heap.top;
    if (top?.priority === priority) return top;
    const known = this.#levels.get(priority);
    if (known !== undefined) return known;
    if (top !== undefined && top.first === undefined) this.#drop(top);
    const level = new Level<Key, Cause>(priority);
    this.#levels.set(priority, level);
    this.#heap.add(level);
    if (!this.#mixed && this.#length > 0 && this.#ageing !== undefined) this.#noteArrivals();
    return level;
  }

  /** From here on keys can be overtaken: all that wait are taken to have arrived now, in their order. */
  #noteArrivals(): void {
    this.#mixed = true;
    const now = this.#clock.monotonic();
    for (const level of this.#heap.values()) {
      for (let entry = level.first; entry !== undefined; entry = entry.after) this.#arrivals.append(entry, now);
    }
  }

  /** The key that has waited longest, if it is its turn. */
  #aged(): Entry<Key, Cause> | undefined {
    if (!this.#mixed || this.#ageing === undefined) return undefined;
    this.#sinceAged += 1;
    if (this.#sinceAged < this.#ageing.share) return undefined;
    const oldest = this.#arrivals.oldest;
    if (oldest === undefined || this.#clock.monotonic() - oldest.at < this.#ageing.afterMs) return undefined;
    this.#sinceAged = 0;
    return oldest.entry;
  }

  #leave(level: Level<Key, Cause>, entry: Entry<Key, Cause>): void {
    level.remove(entry);
    if (level.first === undefined && this.#heap.length > 1) this.#drop(level);
  }

  #drop(level: Level<Key, Cause>): void {
    this.#heap.remove(level);
    this.#levels.delete(level.priority);
  }
}
