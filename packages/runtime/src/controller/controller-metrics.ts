/**
 * What a controller counts. Whoever serves metrics binds these to a registry.
 * Upstream: controller-runtime internal/controller/metrics.
 */

/** How a run ended, as metrics call it. */
export type ReconcileResultLabel = 'success' | 'error' | 'requeue' | 'requeue_after';

/** Takes what controllers count. */
export interface ControllerMetrics {
  /** The controller exists: its counters start at zero. It counts with what it is given here. */
  register(controller: string, load: ControllerLoad): ControllerCounts;
}

/** How much a controller works on. */
export interface ControllerLoad {
  readonly maxConcurrent: number;
  /** How many runs there are now. */
  active(): number;
}

/** Takes what one controller counts. */
export interface ControllerCounts {
  reconciled(result: ReconcileResultLabel, seconds: number): void;
  terminalError(): void;
  /** A bug in the reconciler: something that is no failure of the world. */
  panicked(): void;
  timedOut(): void;
  /** A run is tried again because somebody else changed an object meanwhile. */
  conflicted(): void;
}

const noCounts: ControllerCounts = {
  reconciled: () => undefined,
  terminalError: () => undefined,
  panicked: () => undefined,
  timedOut: () => undefined,
  conflicted: () => undefined,
};

/** Counts nothing. */
export const noControllerMetrics: ControllerMetrics = { register: () => noCounts };
