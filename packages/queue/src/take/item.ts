/**
 * A key in a worker's hands. Nobody else gets the key until this item is done, and whatever is added for it meanwhile becomes
 * one more run. Retries are asked for while the key is held, so that no other worker can come in between.
 * Upstream: Get and Done of client-go util/workqueue, and the requeue rules of controller-runtime's controller.
 */
import type { AddOptions } from '../keys/add-options.ts';
import type { CauseSet } from '../causes/cause-set.ts';
import type { Entry } from '../keys/entry.ts';
import { finite } from '../limits/number-checks.ts';

/** What a requeue may change. */
export interface RetryOptions<Cause> {
  /** The priority of the next run; that of this one unless given. */
  readonly priority?: number;

  /** Why the next run is wanted. */
  readonly cause?: Cause;
}

/** What an item asks of its queue. */
export interface ItemOwner<Key, Cause> {
  add(key: Key, options: AddOptions<Cause>): void;
  forget(key: Key): void;
  release(entry: Entry<Key, Cause>): void;
}

/** A key that was handed out, and why. */
export class Item<Key, Cause = unknown> implements Disposable {
  readonly key: Key;
  readonly priority: number;

  /** 1 for the first try of a key, one more for every failure since the key was last forgotten. */
  readonly attempt: number;
  readonly #owner: ItemOwner<Key, Cause>;
  readonly #causes: CauseSet<Cause> | undefined;
  #entry: Entry<Key, Cause> | undefined; // undefined once released

  /** Made by the queue, for an entry that it holds from now on. */
  constructor(owner: ItemOwner<Key, Cause>, entry: Entry<Key, Cause>, attempt: number) {
    this.key = entry.key;
    this.priority = entry.priority;
    this.attempt = attempt;
    this.#owner = owner;
    this.#causes = entry.causes;
    this.#entry = entry;
    if (entry.causes !== undefined) entry.causes = undefined; // what comes from now on belongs to the next run
  }

  /** Why this run is wanted: the causes of all adds that it stands for, in order of arrival. */
  get causes(): readonly Cause[] {
    return this.#causes?.list ?? [];
  }

  /** The only cause; undefined where there are none, or several. */
  get onlyCause(): Cause | undefined {
    return this.#causes?.only;
  }

  /** How many further adds had a cause that did not fit. */
  get droppedCauses(): number {
    return this.#causes?.dropped ?? 0;
  }

  /**
   * Something that is kept with the key, for the next item of it. A queue remembers keys that come again, and not for ever: what is not there any more has to be found in another way.
   */
  get note(): unknown {
    return this.#entry?.note;
  }

  set note(note: unknown) {
    if (this.#entry !== undefined) this.#entry.note = note;
  }

  /** When the next run of the key is due on the queue's clock, while it is held and its next run is delayed. */
  get nextDueAt(): number | undefined {
    return this.#entry?.delay?.dueAt;
  }

  /** True from the hand-out until `done`. */
  get held(): boolean {
    return this.#entry !== undefined;
  }

  /** The run failed: another one follows after the back-off, for the same causes and with the same priority. */
  retry(options: RetryOptions<Cause> = {}): void {
    this.#owner.add(this.key, { priority: this.priority, ...options, rateLimited: true });
    this.#carryCauses();
  }

  /**
   * The run went well and wants to be repeated: another one follows after the delay, and failures are forgotten. Throws `InvalidInputError`, and changes nothing, for a
   * delay that is no finite number; the item is still held.
   */
  retryAfter(delayMs: number, options: RetryOptions<Cause> = {}): void {
    const afterMs = finite('the delay of retryAfter', delayMs);
    this.#owner.add(this.key, { priority: this.priority, ...options, afterMs });
    this.#owner.forget(this.key);
  }

  /** The run went well: the next failure starts with the shortest back-off. */
  forget(): void {
    this.#owner.forget(this.key);
  }

  /** Gives the key back. Calling it again does nothing. */
  done(): void {
    const entry = this.#entry;
    if (entry === undefined) return;
    this.#entry = undefined;
    this.#owner.release(entry);
  }

  [Symbol.dispose](): void {
    this.done();
  }

  /** The causes of a run that failed are not dealt with yet: they come first among those of the next. */
  #carryCauses(): void {
    const entry = this.#entry;
    if (entry === undefined || entry.stage === 'none' || this.#causes === undefined) return;
    entry.causes = this.#causes.followedBy(entry.causes);
  }
}
