/**
 * Keeps one who no longer leads from writing. A write may take as long as a request may; it starts only if the lease outlasts that.
 */
import { ReeveError } from '@reeve/machinery';
import type { Clock } from '@reeve/machinery';

/** Says whether a write may start. */
export interface Fence {
  /** How long a write may take; no limit of its own unless given. */
  readonly requestTimeoutMs?: number;

  /** Throws when a write that starts now might arrive after another leads. */
  check(): void;
}

/** A write was not started, since it might arrive after another leads. */
export class FencedError extends ReeveError {
  constructor() {
    super(
      'REEVE_FENCED',
      'the lease of this process runs out before the write could be answered: it was not sent, since another may lead by then',
    );
  }
}

/** Lets everything pass: one who is alone leads always. */
export const openFence: Fence = { check: () => undefined };

/** A fence by a lease: `leadsUntil` is on the monotonic clock. */
export const leaseFence = (clock: Clock, leadsUntil: () => number, requestTimeoutMs: number): Fence => ({
  requestTimeoutMs,
  check: () => {
    if (clock.monotonic() + requestTimeoutMs > leadsUntil()) throw new FencedError();
  },
});
