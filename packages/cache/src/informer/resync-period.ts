/**
 * When which handler is told everything again. All handlers share one check, at the shortest period that was asked for before the
 * start; a handler's own period is never shorter than the check's.
 * Upstream: client-go sharedIndexInformer's resyncCheckPeriod, determineResyncPeriod; processorListener's nextResync.
 */
import { InvalidInputError } from '@reeve/machinery';

/** No handler is told again more often. */
export const minimumResyncMs = 1000;

/** The period as asked for: 0 is never, anything else at least a second. What cannot be a period is an `InvalidInputError`. */
export function resyncPeriod(askedMs: number): number {
  if (typeof askedMs !== 'number' || !(askedMs >= 0) || askedMs === Infinity) {
    throw new InvalidInputError(
      String(askedMs),
      `A resync period of ${askedMs} ms cannot be: give milliseconds, or 0 for never`,
    );
  }
  return askedMs === 0 ? 0 : Math.max(askedMs, minimumResyncMs);
}

/** One handler's turn. */
export class ResyncTurn {
  readonly askedMs: number;
  #periodMs: number;
  #dueAtMs: number;

  constructor(askedMs: number, checkMs: number, nowMs: number) {
    this.askedMs = askedMs;
    this.#periodMs = adjusted(askedMs, checkMs);
    this.#dueAtMs = nowMs + this.#periodMs;
  }

  get periodMs(): number {
    return this.#periodMs;
  }

  /** The check has another period now. */
  adjust(checkMs: number, nowMs: number): void {
    this.#periodMs = adjusted(this.askedMs, checkMs);
    this.#dueAtMs = nowMs + this.#periodMs;
  }

  /** True when it is time; the next turn then begins. */
  take(nowMs: number): boolean {
    if (this.#periodMs === 0 || nowMs < this.#dueAtMs) return false;
    this.#dueAtMs = nowMs + this.#periodMs;
    return true;
  }
}

const adjusted = (askedMs: number, checkMs: number): number =>
  askedMs === 0 || checkMs === 0 ? 0 : Math.max(askedMs, checkMs);
