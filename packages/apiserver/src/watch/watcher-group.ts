/**
 * The watches of one table. A round asks which of them the changes since the last round may concern: those that no index knows, those that have not sent
 * all, and those whose indexed value a changed object has or had.
 *
 * Invariant: no change before `position` concerns a watch that has sent all and is not in the round.
 */
import type { LogEntry, ResourceTable, StoredObject } from '@reeve/registry';
import type { IndexedValue } from './watch-index.ts';
import type { Watcher } from './watch-hub.ts';

interface Index {
  readonly valueOf: IndexedValue['valueOf'];
  readonly byValue: Map<string, Set<Watcher>>;
}

export class WatcherGroup {
  readonly #all = new Set<Watcher>();
  /** Woken by every change: watches without an index, and those that have not sent all. */
  readonly #always = new Set<Watcher>();
  readonly #indexes = new Map<string, Index>();
  #resources: ResourceTable;
  #position: number;

  constructor(resources: ResourceTable) {
    this.#resources = resources;
    this.#position = resources.log.end;
  }

  get all(): ReadonlySet<Watcher> {
    return this.#all;
  }

  get size(): number {
    return this.#all.size;
  }

  /** The place in the log up to which rounds have looked. */
  get position(): number {
    return this.#position;
  }

  add(watcher: Watcher): void {
    this.#all.add(watcher);
    this.#always.add(watcher);
    if (watcher.index === undefined) return;
    const { name, value, valueOf } = watcher.index;
    const index = this.#indexes.get(name) ?? { valueOf, byValue: new Map<string, Set<Watcher>>() };
    this.#indexes.set(name, index);
    const sharing = index.byValue.get(value) ?? new Set();
    index.byValue.set(value, sharing.add(watcher));
  }

  delete(watcher: Watcher): void {
    this.#all.delete(watcher);
    this.#always.delete(watcher);
    if (watcher.index === undefined) return;
    const { name, value } = watcher.index;
    const index = this.#indexes.get(name);
    const sharing = index?.byValue.get(value);
    sharing?.delete(watcher);
    if (sharing?.size === 0) index?.byValue.delete(value);
    if (index?.byValue.size === 0) this.#indexes.delete(name);
  }

  /** Takes note whether a watcher has sent all that there is. */
  note(watcher: Watcher, hasSentAll: boolean): void {
    if (hasSentAll && watcher.index !== undefined) this.#always.delete(watcher);
    else if (this.#all.has(watcher)) this.#always.add(watcher);
  }

  /** The watches that changes since the last call may concern; all where the log does not say. */
  concerned(resources: ResourceTable): ReadonlySet<Watcher> {
    const { log } = resources;
    const from = this.#position;
    const isRestored = resources !== this.#resources;
    this.#resources = resources;
    this.#position = log.end;
    if (isRestored || this.#always.size === this.#all.size) return new Set(this.#all);
    const found = new Set(this.#always);
    for (let position = from; position < log.end; position += 1) {
      const entry = log.at(position);
      if (entry === 'gone' || entry === undefined) return new Set(this.#all);
      this.#addConcerned(entry, found);
    }
    return found;
  }

  #addConcerned({ current, previous }: LogEntry, found: Set<Watcher>): void {
    for (const { valueOf, byValue } of this.#indexes.values()) {
      const add = (stored: StoredObject) => {
        for (const watcher of byValue.get(valueOf(stored)) ?? []) found.add(watcher);
      };
      add(current);
      if (previous !== undefined) add(previous);
    }
  }
}
