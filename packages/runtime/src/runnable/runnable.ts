/**
 * Something that a manager runs: a server, a cache, a controller, a loop of one's own.
 * Upstream: controller-runtime manager.Runnable, LeaderElectionRunnable, and its internal warm-up interface.
 */

/** When a runnable starts, relative to others; stopping goes the other way round. */
export type RunnableGroupName = 'servers' | 'webhooks' | 'caches' | 'others' | 'leader';

/** What a manager runs. */
export interface Runnable {
  readonly name: string;

  /** Runs until the signal aborts. Returning earlier is an end like any other; throwing ends the manager. */
  run(signal: AbortSignal): Promise<void>;

  /** `leader` unless given: what nobody said may run twice, runs once. */
  readonly group?: RunnableGroupName;

  /** Resolves when others may rely on it; the groups after wait for that. */
  ready?(signal: AbortSignal): Promise<void>;

  /** Prepares before this process leads, so that it can act at once when it does. */
  warmup?(signal: AbortSignal): Promise<void>;
}
