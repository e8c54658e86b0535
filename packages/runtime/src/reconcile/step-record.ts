/**
 * What a run remembers of a step: how long it took, and how it ended. Records of runs, metrics and traces show it.
 */

/** A step that has run. */
export interface StepRecord {
  readonly name: string;
  readonly durationMs: number;
  /** `skip` where it said that nothing else is to be done. */
  readonly result: 'success' | 'error' | 'skip';
}
