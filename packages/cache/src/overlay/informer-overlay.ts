/**
 * One's own writes laid over an informer's store: reads, lists and indexes show what was written, although the watch has not told it yet.
 * An entry goes when the watch, a list or a bookmark has caught up with it, and a tombstone when the deletion is told.
 * Upstream: client-go cache.MutationCache; controller-runtime's and JOSDK's read-after-write consistency.
 */
import {
  keyOf,
  namespaceOf,
  resourceVersionOf,
  tryCompareResourceVersions,
  uidOf,
  type Clock,
  type HasMetadata,
} from '@reeve/machinery';
import type { StoreTap } from '../informer/informer-options.ts';
import type { ReadonlyIndexer } from '../store/indexer.ts';
import type { Indexers, IndexFunction } from '../store/object-index.ts';
import type { Admission } from './admission.ts';
import { overlay, type OverlayEntry } from './overlay-entry.ts';
import { milliseconds } from '../number-checks.ts';
import { isProven, OwnEchoes, type WriteProof } from './own-echo.ts';

/** What an overlay needs. */
export interface InformerOverlayOptions<T> {
  readonly clock: Clock;
  readonly store: ReadonlyIndexer<T>;

  /** Whether a written object belongs to the informer, and what it looks like there. */
  admit(object: T): Admission<T>;

  /** How long an entry may live if nothing ever catches up with it: five minutes unless given. */
  readonly maxAgeMs?: number;
}

/** What an overlay has done. */
export interface OverlayStats {
  readonly entries: number;
  readonly oldestMs: number;
  readonly caughtUp: number;
  readonly expired: number;
}

/** How many deletions are remembered, in case the answer to a request comes after the event. */
const mostDeletions = 1000;

/** A store with one's own writes in it. */
export class InformerOverlay<T extends HasMetadata> implements ReadonlyIndexer<T>, StoreTap<T> {
  readonly #options: InformerOverlayOptions<T>;
  readonly #entries = new Map<string, OverlayEntry<T>>();
  readonly #echoes = new OwnEchoes();
  readonly #told = new Set<string>(); // uids of the deletions that the watch told last
  #awaited = '';
  #caughtUp = 0;
  #expired = 0;

  constructor(options: InformerOverlayOptions<T>) {
    this.#options = options;
    milliseconds('maxAgeMs of an overlay', options.maxAgeMs ?? 0);
  }

  /** The result of a create, update, patch or apply. An older one than is known changes nothing. */
  wrote(result: T, proof: WriteProof = {}): void {
    const [uid, version] = [uidOf(result), resourceVersionOf(result)];
    if (uid === undefined || version === undefined) return; // a dry run, or no object at all
    this.#expire();
    const admission = this.#options.admit(result);
    if (admission.type === 'unknown') return void (this.#awaited = version);
    const object = admission.type === 'inside' ? admission.object : undefined;
    if (object && isProven(result, proof)) this.#echoes.expect(object, proof.author);
    this.#put(keyOf(result), { type: 'wrote', object, uid, version, atMs: this.#options.clock.monotonic() });
  }

  /** A deletion that is complete: the object with this uid is gone. */
  deleted(key: string, uid: string): void {
    if (this.#told.has(uid)) return; // the watch was faster
    this.#expire();
    const version = this.#lastVersion(key, uid);
    this.#put(key, { type: 'deleted', uid, version, atMs: this.#options.clock.monotonic() });
  }

  /** The version to wait for before a read can show all writes; empty unless a selector could not be evaluated here. */
  get awaitedVersion(): string {
    return this.#awaited;
  }

  /** True of an event's object that is the result of an own write, and of nobody else's; with an author, of that author's. */
  isOwnEcho(object: T, author?: string): boolean {
    return this.#echoes.isEcho(object, author);
  }

  stats(): OverlayStats {
    const now = this.#options.clock.monotonic();
    const ages = Array.from(this.#entries.values(), ({ atMs }) => now - atMs);
    const oldestMs = Math.max(0, ...ages);
    return { entries: ages.length, oldestMs, caughtUp: this.#caughtUp, expired: this.#expired };
  }

  get size(): number {
    return this.#entries.size === 0 ? this.#options.store.size : this.list().length;
  }

  get resourceVersion(): string {
    return this.#options.store.resourceVersion;
  }

  get indexers(): Indexers<T> {
    return this.#options.store.indexers;
  }

  getByKey(key: string): T | undefined {
    const stored = this.#options.store.getByKey(key);
    const entry = this.#entries.size === 0 ? undefined : this.#entries.get(key);
    return entry === undefined ? stored : overlay(entry, stored, this.resourceVersion).object;
  }

  list(): T[] {
    return this.#merged(this.#options.store.list(), () => true);
  }

  listKeys(): string[] {
    return this.list().map((object) => keyOf(object));
  }

  inNamespace(namespace: string): T[] {
    return this.#merged(
      this.#options.store.inNamespace(namespace),
      (object) => (namespaceOf(object) ?? '') === namespace,
    );
  }

  byIndex(name: string, value: string): T[] {
    const stored = this.#options.store.byIndex(name, value); // throws for an index that does not exist
    if (this.#entries.size === 0) return stored;
    const index = this.indexers[name]; // looked up once: there may be many entries
    return this.#merged(stored, (object) => valuesBy(index, object).includes(value));
  }

  indexKeys(name: string, value: string): string[] {
    return this.byIndex(name, value).map((object) => keyOf(object));
  }

  indexValues(name: string): string[] {
    const stored = this.#options.store.indexValues(name);
    if (this.#entries.size === 0) return stored;
    return [...new Set(this.list().flatMap((object) => this.#valuesOf(name, object)))];
  }

  index(name: string, object: T): T[] {
    const found = new Map<string, T>();
    for (const value of this.#valuesOf(name, object)) {
      for (const match of this.byIndex(name, value)) found.set(keyOf(match), match);
    }
    return [...found.values()];
  }

  /** A change of the store: whatever it has caught up with goes. */
  changed(key: string, previous: T | undefined, object: T | undefined): void {
    if (object === undefined) this.#noteDeletion(previous && uidOf(previous));
    if (this.#entries.size === 0) return; // as it mostly is, and then the key need not be looked up
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const isBuried = entry.type === 'deleted' && object === undefined && (!previous || uidOf(previous) === entry.uid);
    const isGone =
      entry.type === 'wrote' && object === undefined && previous !== undefined && uidOf(previous) === entry.uid;
    if (isBuried || isGone || overlay(entry, object, this.resourceVersion).isOver) this.#evict(key);
  }

  /** The store has everything up to this version. */
  versionReached(resourceVersion: string): void {
    for (const [key, entry] of this.#entries) {
      if (overlay(entry, this.#options.store.getByKey(key), resourceVersion).isOver) this.#evict(key);
    }
  }

  #put(key: string, entry: OverlayEntry<T>): void {
    const stored = this.#options.store.getByKey(key);
    if (overlay(entry, stored, this.resourceVersion).isOver) return;
    const known = this.#entries.get(key);
    if (known?.type === 'wrote' && entry.type === 'wrote' && isOlder(entry.version, known.version)) return;
    this.#entries.delete(key); // the newest last: expiry looks from the front
    this.#entries.set(key, entry);
  }

  /** The newest version in which the object is known here. */
  #lastVersion(key: string, uid: string): string {
    const known = this.#entries.get(key);
    if (known?.uid === uid) return known.version;
    const stored = this.#options.store.getByKey(key);
    return (stored && uidOf(stored) === uid && resourceVersionOf(stored)) || '';
  }

  #noteDeletion(uid: string | undefined): void {
    if (uid !== undefined) this.#told.add(uid);
    for (const oldest of this.#told) {
      if (this.#told.size <= mostDeletions) return;
      this.#told.delete(oldest);
    }
  }

  #evict(key: string): void {
    if (this.#entries.delete(key)) this.#caughtUp += 1;
  }

  /** What nothing ever catches up with must not stay for ever. */
  #expire(): void {
    const { clock, maxAgeMs = 300_000 } = this.#options;
    for (const [key, { atMs }] of this.#entries) {
      if (clock.monotonic() - atMs <= maxAgeMs) break;
      this.#entries.delete(key);
      this.#expired += 1;
    }
    this.#echoes.trim(1000);
  }

  #merged(stored: T[], belongs: (object: T) => boolean): T[] {
    if (this.#entries.size === 0) return stored;
    const others = stored.filter((object) => !this.#entries.has(keyOf(object)));
    for (const key of this.#entries.keys()) {
      const object = this.getByKey(key);
      if (object !== undefined && belongs(object)) others.push(object);
    }
    return others;
  }

  #valuesOf(index: string, object: T): readonly string[] {
    return valuesBy(this.indexers[index], object);
  }
}

function valuesBy<T>(index: IndexFunction<T> | undefined, object: T): readonly string[] {
  try {
    return index?.(object) ?? [];
  } catch {
    return []; // reported when the watch brings the object
  }
}

const isOlder = (version: string, than: string): boolean => tryCompareResourceVersions(version, than) === -1;
