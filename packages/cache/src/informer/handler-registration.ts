/**
 * What the owner of a handler holds: whether the handler has heard everything that was there, how far it is behind, how often it failed.
 * Upstream: client-go cache.ResourceEventHandlerRegistration.
 */

/** What a handler can ask for when it is added. */
export interface HandlerOptions {
  /** How often everything is told again; the informer's period unless given, and never if it is 0. */
  readonly resyncMs?: number;

  /**
   * True merges what waits by object: the handler may miss states in between, never the last one. For level-triggered handlers, whose
   * backlog then stays as small as the number of objects.
   */
  readonly coalesce?: boolean;

  /** Shown in reports and metrics. */
  readonly name?: string;
}

/** A handler that was added to an informer. */
export interface HandlerRegistration {
  readonly name: string;

  /** True once the handler has returned from everything that was there when it was added. */
  readonly hasSynced: boolean;

  /** Resolves when that is so. Rejects with the cause when it cannot be, or with the signal's reason. */
  synced(signal?: AbortSignal): Promise<void>;

  /** How many calls wait. */
  readonly pending: number;

  /** How long the handler has been at the same call; 0 while it is idle. */
  readonly lagMs: number;

  /** How many calls threw. */
  readonly failures: number;

  /** The period at which it is told again; 0 is never. */
  readonly resyncMs: number;
}
