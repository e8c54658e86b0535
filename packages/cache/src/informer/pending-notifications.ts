/**
 * What waits for a handler: all of it in order, or, where the handler asked for it, merged by object. Merged, an object has at most
 * a deletion and what came after it waiting, so that a slow handler costs memory by objects and not by events.
 * Upstream: client-go's processorListener has the first, unbounded.
 */
import { Line } from '../queue/line.ts';
import { isInitial, type Notification } from './notification.ts';

/** Notifications of one handler. */
export interface PendingNotifications<T> {
  readonly size: number;

  /** Takes one in. Gives back how many initial ones will never be told, because what followed made them pointless. */
  push(notification: Notification<T>): number;
  shift(): Notification<T> | undefined;
  clear(): void;
}

/** Keeps everything, in order. */
export class AllPending<T> implements PendingNotifications<T> {
  readonly #line = new Line<Notification<T>>();

  get size(): number {
    return this.#line.size;
  }

  push(notification: Notification<T>): number {
    this.#line.push(notification);
    return 0;
  }

  shift(): Notification<T> | undefined {
    return this.#line.take();
  }

  clear(): void {
    this.#line.clear();
  }
}

/** Keeps what an object has come to since the handler last heard of it. An object keeps its first place in line. */
export class LatestPending<T> implements PendingNotifications<T> {
  readonly #byKey = new Map<string, Merged<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(notification: Notification<T>): number {
    const { key } = notification;
    const before = this.#byKey.get(key) ?? {};
    const after = merge(before, notification);
    this.#size += lengthOf(after) - lengthOf(before);
    if (lengthOf(after) === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, after);
    const isLost = before.now !== undefined && isInitial(before.now) && !(after.now && isInitial(after.now));
    return isLost ? 1 : 0;
  }

  shift(): Notification<T> | undefined {
    for (const [key, merged] of this.#byKey) {
      const next = merged.gone ?? merged.now;
      if (merged.gone && merged.now) this.#byKey.set(key, { now: merged.now });
      else this.#byKey.delete(key);
      this.#size -= 1;
      return next;
    }
    return undefined;
  }

  clear(): void {
    this.#byKey.clear();
    this.#size = 0;
  }
}

/** What the handler has to be told about an object: that the one it knows is gone, then what is there now. */
interface Merged<T> {
  readonly gone?: Notification<T>;
  readonly now?: Notification<T>;
}

const lengthOf = <T>({ gone, now }: Merged<T>): number => (gone ? 1 : 0) + (now ? 1 : 0);

function merge<T>({ gone, now }: Merged<T>, next: Notification<T>): Merged<T> {
  switch (next.type) {
    case 'delete':
      // an addition that was never told needs no deletion; of an update, the handler knows the object from before
      if (now?.type === 'add') return gone ? { gone } : {};
      return { gone: gone ?? next };
    case 'add':
      return { ...(gone && { gone }), now: next };
    case 'update':
      return { ...(gone && { gone }), now: now === undefined ? next : latest(now, next) };
  }
}

function latest<T>(waiting: Notification<T>, next: Notification<T> & { type: 'update' }): Notification<T> {
  return waiting.type === 'delete' ? next : { ...waiting, object: next.object };
}
