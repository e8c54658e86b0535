/**
 * What a controller counts. Whoever serves metrics binds these to a registry.
 * Upstream: controller-runtime internal/controller/metrics.
 */

/** How a run ended, as metrics call it. */
export type ReconcileResultLabel = 'success' | 'error' | 'requeue' | 'requeue_after';

/** Takes what a controller counts. */
export interface ControllerMetrics {
  /** The controller exists: its counters start at zero. */
  register(controller: string, maxConcurrent: number): void;
  reconciled(controller: string, result: ReconcileResultLabel, seconds: number): void;
  terminalError(controller: string): void;
  /** A bug in the reconciler: something that is no failure of the world. */
  panicked(controller: string): void;
  timedOut(controller: string): void;
  /** A run is tried again because somebody else changed an object meanwhile. */
  conflicted(controller: string): void;
  activeWorkers(controller: string, count: number): void;
}

/** Counts nothing. */
export const noControllerMetrics: ControllerMetrics = {
  register: () => undefined,
  reconciled: () => undefined,
  terminalError: () => undefined,
  panicked: () => undefined,
  timedOut: () => undefined,
  conflicted: () => undefined,
  activeWorkers: () => undefined,
};
