/**
 * Tells watches that there is something to send. A change costs one note; the watches that it may concern send together, in rounds. Sending takes a part of
 * the server's time: after a round that took long the next one waits, and then each batch is larger. On a virtual clock a round takes no time, so nothing
 * waits. Upstream: the watch cache's dispatcher.
 */
import type { Clock, Timer } from '@reeve/machinery';
import type { Store } from '@reeve/registry';
import { RequestRate } from '../request/request-rate.ts';
import type { TickBatcher } from '../engine/tick-batcher.ts';
import { EventFeed, type EventView } from './event-feed.ts';
import { WatcherGroup } from './watcher-group.ts';
import type { IndexedValue } from './watch-index.ts';

/** How many times the length of a round the server does other things before the next, within reason. */
const restFactor = 4;
const longestRestMs = 20;
/** So many bytes of initial events go out in one round, whoever they are for. */
const initialBytes = 512 * 1024;
/** Timers are no finer than this. */
const shortestRestMs = 1;

/** An open watch. */
export interface Watcher {
  readonly table: string;
  /** The value that objects must have to concern this watch, where an index can tell. */
  readonly index: IndexedValue | undefined;
  /**
   * Sends what there is, as far as the client reads, and returns whether it has sent all. One that had sent all before may skip the log up to `from`: no
   * change before that concerns it.
   */
  send(from: number): boolean;
  /** Sends a batch of the events that the watch begins with, and returns its length; whoever has more to send asks for another turn. */
  sendInitial(): number;
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
  readonly #groups = new Map<string, { readonly watchers: WatcherGroup; readonly stopListening: () => void }>();
  /** By resource, which is another one when its definition changes, and then by key. */
  readonly #feeds = new Map<object, Map<string, SharedFeed>>();
  readonly #due = new Set<Watcher>();
  /** Those that have initial events to send, the one that has waited longest first. */
  readonly #beginning = new Set<Watcher>();
  readonly #rate: RequestRate;
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
    this.#rate = new RequestRate(options.clock);
  }

  /** Adds a watcher, which is asked to send after changes that may concern it until the function is called. */
  join(watcher: Watcher): () => void {
    const { table } = watcher;
    const group = this.#groups.get(table) ?? this.#follow(table);
    group.watchers.add(watcher);
    return () => {
      group.watchers.delete(watcher);
      this.#due.delete(watcher);
      this.#beginning.delete(watcher);
      if (group.watchers.size > 0 || this.#groups.get(table) !== group) return;
      this.#groups.delete(table);
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

  /** A watcher has initial events to send, and room for them. */
  wakeInitial(watcher: Watcher): void {
    this.#beginning.add(watcher);
    this.#schedule();
  }

  /** Another request has come: initial events leave time for it. */
  noteRequest(): void {
    this.#rate.note();
  }

  /** Ends every watch. */
  endAll(): void {
    this.#rest?.cancel();
    for (const { watchers } of this.#groups.values()) for (const watcher of watchers.all) watcher.end();
  }

  #release({ resource, key }: FeedShare, shared: SharedFeed): void {
    shared.users -= 1;
    const feeds = this.#feeds.get(resource);
    if (shared.users > 0 || feeds?.get(key) !== shared) return;
    feeds.delete(key);
    if (feeds.size === 0) this.#feeds.delete(resource);
  }

  /** Whether a watcher that has sent all has also sent what was written in this tick. */
  isCurrent(table: string): boolean {
    return !this.#changed.has(table);
  }

  #follow(table: string): { readonly watchers: WatcherGroup; readonly stopListening: () => void } {
    const stopListening = this.#store.onChange(table, () => {
      this.#changed.add(table);
      this.#schedule();
    });
    const group = { watchers: new WatcherGroup(this.#store.table(table)), stopListening };
    this.#groups.set(table, group);
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
    let begun = started;
    try {
      this.#sendInitial();
      begun = this.#clock.monotonic();
      this.#sendChanges();
    } finally {
      const ended = this.#clock.monotonic();
      this.#isScheduled = false;
      const restMs = Math.min(restFactor * (ended - begun), longestRestMs);
      this.#restUntil = ended + Math.max(restMs, this.#rate.restAfter(begun - started));
      if (this.#due.size + this.#changed.size + this.#beginning.size > 0) this.#schedule();
    }
  }

  #sendChanges(): void {
    const due = new Set(this.#due);
    const starts = new Map<string, number>();
    for (const table of this.#changed) {
      const group = this.#groups.get(table)?.watchers;
      starts.set(table, group?.position ?? 0);
      for (const watcher of group?.concerned(this.#store.table(table)) ?? []) due.add(watcher);
    }
    this.#due.clear();
    this.#changed.clear();
    for (const watcher of due) this.#serve(watcher, starts.get(watcher.table));
    for (const feeds of this.#feeds.values()) for (const { feed } of feeds.values()) feed.forget();
  }

  #sendInitial(): void {
    let sent = 0;
    for (const watcher of this.#beginning) {
      if (sent >= initialBytes) break;
      this.#beginning.delete(watcher);
      this.#guarded(watcher, () => {
        sent += watcher.sendInitial();
      });
    }
  }

  #serve(watcher: Watcher, from: number | undefined): void {
    const group = this.#groups.get(watcher.table)?.watchers;
    this.#guarded(watcher, () => {
      const hasSentAll = watcher.send(from ?? group?.position ?? 0);
      group?.note(watcher, hasSentAll);
    });
  }

  /** A watcher that throws is cut off; the others are served all the same. */
  #guarded(watcher: Watcher, send: () => void): void {
    try {
      send();
    } catch (error) {
      this.#onBug(error);
      watcher.cut();
    }
  }
}
