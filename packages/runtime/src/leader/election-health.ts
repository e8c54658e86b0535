/**
 * A liveness check: fails when this process leads and has not renewed for longer than its lease and a tolerance, because then another may lead too.
 * Upstream: client-go leaderelection.HealthzAdaptor.
 */
import type { LeaderElector } from './leader-elector.ts';

/** A check for the health endpoints. Without an elector it is always well. */
export class ElectionHealth {
  readonly name = 'leaderElection';
  readonly #toleranceMs: number;
  #elector: LeaderElector | undefined;

  constructor(toleranceMs: number) {
    this.#toleranceMs = toleranceMs;
  }

  /** The election to look at. */
  watch(elector: LeaderElector): void {
    this.#elector = elector;
  }

  /** Throws what is wrong. */
  check(): void {
    const problem = this.#elector?.check(this.#toleranceMs);
    if (problem !== undefined) throw problem;
  }
}
