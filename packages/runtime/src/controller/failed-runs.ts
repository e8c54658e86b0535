/**
 * Requests whose run has failed and that wait for their back-off. A run that wrote to its object hears of its own write, and that is no reason to try again at once: a reconciler that says in the
 * status of its object how it failed would have no back-off at all. Whatever else happens to the object is one; only where it is merged with an own write, which takes that it happened during the
 * run, does it wait for the back-off, too.
 */
import { RecentMap } from '@reeve/machinery';
import type { Item, RateLimiter } from '@reeve/queue';
import type { Cause } from '../cause/cause.ts';
import type { FinishedRun } from './controller-options.ts';

/** So many requests are remembered, the latest. */
const limit = 10_000;

interface Waiting {
  /** When the back-off is over, on the monotonic clock. */
  readonly dueMs: number;
  /** Why the run was wanted that failed: these come again with its next try. */
  readonly causes: readonly Cause[];
  /** The versions that its writes have made. */
  readonly versions: readonly string[];
}

/** The failed runs of one controller. */
export class FailedRuns {
  readonly #waiting = new RecentMap<Waiting>(limit);
  #delayMs = 0;

  /** True while no run has failed that wrote something, as mostly. */
  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** The limiter, whose latest delay is noted: of a request that is due already the queue does not tell. */
  noting(limiter: RateLimiter<string>): RateLimiter<string> {
    return {
      when: (key) => (this.#delayMs = limiter.when(key)),
      forget: (key) => limiter.forget(key),
      failures: (key) => limiter.failures(key),
    };
  }

  /** A run has failed, and its request was given back to the queue: to wait for so long, or for what the limiter said last. */
  note(
    key: string,
    { causes, writes }: Pick<FinishedRun, 'causes' | 'writes'>,
    nowMs: number,
    notBeforeMs: number,
  ): void {
    const versions = writes.flatMap(({ version = [] }) => version);
    if (versions.length === 0) return;
    this.#waiting.set(key, { dueMs: nowMs + (notBeforeMs > 0 ? notBeforeMs : this.#delayMs), causes, versions });
  }

  /** Somebody asks for a run. */
  asked(key: string, cause: Cause | undefined): void {
    if (cause === undefined && !this.isEmpty) this.#waiting.delete(key);
  }

  /** How long a request has to wait yet, that nothing but writes of its failed run have brought. */
  heldMs(item: Item<string, Cause>, nowMs: number): number {
    const waiting = this.#waiting.get(item.key);
    if (waiting === undefined) return 0;
    const isHeld = nowMs < waiting.dueMs && item.droppedCauses === 0 && item.causes.every((one) => isOld(one, waiting));
    if (isHeld) return waiting.dueMs - nowMs;
    this.#waiting.delete(item.key);
    return 0;
  }
}

const isOld = (cause: Cause, { causes, versions }: Waiting): boolean =>
  cause.type === 'retry' ||
  causes.includes(cause) ||
  (cause.type === 'update' && cause.to !== undefined && versions.includes(cause.to));
