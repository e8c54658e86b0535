/**
 * Where watches hear of changes. However many there are, a change costs one note, and those with something to send take their turns together. Sending takes
 * part of the server's time and no more: after a round that took long the next one waits, and then each batch is larger. On a virtual clock a round takes no
 * time, so nothing waits. Upstream: the watch cache's dispatcher.
 */
import type { Clock, Timer } from '@reeve/machinery';
import type { TickBatcher } from '../engine/tick-batcher.ts';
import type { Store } from '../store/store.ts';
import { EventFeed, type EventView } from './event-feed.ts';

/** How many times the length of a round the server does other things before the next, within reason. */
const restFactor = 4;
const longestRestMs = 20;
/** Timers are no finer than this. */
const shortestRestMs = 1;

/** One who watches: told to send what it can. */
export interface Watcher {
  readonly table: string;
  send(): void;
  /** Ends properly, because the server stops. */
  end(): void;
  /** Ends because sending failed on a bug. */
  cut(): void;
}

/** Watches of one resource with the same key see the same events in the same form. */
export interface FeedShare {
  readonly resource: object;
  readonly key: string;
}

interface SharedFeed {
  readonly feed: EventFeed;
  users: number;
}

export class WatchHub {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #ticks: TickBatcher;
  readonly #onBug: (error: unknown) => void;
  readonly #watchers = new Map<string, { readonly all: Set<Watcher>; stopListening: () => void }>();
  /** By resource, which is another one when its definition changes, and then by key. */
  readonly #feeds = new Map<object, Map<string, SharedFeed>>();
  readonly #due = new Set<Watcher>();
  readonly #changed = new Set<string>();
  #isScheduled = false;
  #restUntil = -Infinity;
  #rest: Timer | undefined;

  /** `onBug` hears of a watcher that threw, which is cut off; the others are served all the same. */
  constructor(options: { store: Store; clock: Clock; ticks: TickBatcher; onBug: (error: unknown) => void }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#ticks = options.ticks;
    this.#onBug = options.onBug;
  }

  /** Adds a watcher, which hears of every change of its resource until the function is called. */
  join(watcher: Watcher): () => void {
    const { table } = watcher;
    const group = this.#watchers.get(table) ?? this.#follow(table);
    group.all.add(watcher);
    return () => {
      group.all.delete(watcher);
      this.#due.delete(watcher);
      if (group.all.size > 0 || this.#watchers.get(table) !== group) return;
      this.#watchers.delete(table);
      group.stopListening();
    };
  }

  /** The feed of a resource's events that a watch reads from; the function gives it back. */
  feed(table: string, share: FeedShare | undefined, view: EventView): { feed: EventFeed; release: () => void } {
    const resources = this.#store.table(table);
    if (share === undefined) return { feed: new EventFeed(resources, view, false), release: () => {} };
    const feeds = this.#feeds.get(share.resource) ?? new Map<string, SharedFeed>();
    this.#feeds.set(share.resource, feeds);
    const known = feeds.get(share.key);
    const shared =
      known?.feed.resources === resources ? known : { feed: new EventFeed(resources, view, true), users: 0 };
    feeds.set(share.key, shared);
    shared.users += 1;
    return { feed: shared.feed, release: () => this.#release(share, shared) };
  }

  /** A watcher has something to send, or room for it. */
  wake(watcher: Watcher): void {
    this.#due.add(watcher);
    this.#schedule();
  }

  /** Ends every watch. */
  endAll(): void {
    this.#rest?.cancel();
    for (const { all } of this.#watchers.values()) for (const watcher of all) watcher.end();
  }

  #release({ resource, key }: FeedShare, shared: SharedFeed): void {
    shared.users -= 1;
    const feeds = this.#feeds.get(resource);
    if (shared.users > 0 || feeds?.get(key) !== shared) return;
    feeds.delete(key);
    if (feeds.size === 0) this.#feeds.delete(resource);
  }

  #follow(table: string): { readonly all: Set<Watcher>; stopListening: () => void } {
    const stopListening = this.#store.onChange(table, () => {
      this.#changed.add(table);
      this.#schedule();
    });
    const group = { all: new Set<Watcher>(), stopListening };
    this.#watchers.set(table, group);
    return group;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const restMs = this.#restUntil - this.#clock.monotonic();
    const inNextTick = () => this.#ticks.next(() => this.#round());
    if (restMs < shortestRestMs) inNextTick();
    else this.#rest = this.#clock.setTimer(restMs, inNextTick, { label: 'watch round' });
  }

  #round(): void {
    const started = this.#clock.monotonic();
    this.#isScheduled = false;
    const due = new Set(this.#due);
    for (const table of this.#changed) for (const watcher of this.#watchers.get(table)?.all ?? []) due.add(watcher);
    this.#due.clear();
    this.#changed.clear();
    for (const watcher of due) this.#serve(watcher);
    for (const feeds of this.#feeds.values()) for (const { feed } of feeds.values()) feed.forget();
    const ended = this.#clock.monotonic();
    this.#restUntil = ended + Math.min(restFactor * (ended - started), longestRestMs);
  }

  #serve(watcher: Watcher): void {
    try {
      watcher.send();
    } catch (error) {
      this.#onBug(error);
      watcher.cut();
    }
  }
}
