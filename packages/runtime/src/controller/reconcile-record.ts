/**
 * What is remembered of a run: the page of debugging, metrics and `onReconcile` get it.
 */
import type { HotLoop } from '../reconcile/hot-loops.ts';
import type { FinishedRun } from './controller-options.ts';

/** A run as it is remembered: why, what it wrote, how it ended. */
export interface ReconcileRecord extends FinishedRun {
  /** Set when it wrote the same as many before it. */
  readonly hotLoop?: HotLoop;
}
