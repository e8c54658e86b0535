/**
 * What is measured of a key. It stands with the key itself: a map that every run passes through costs more than all that is counted of it.
 */

/** A key that is measured. */
export interface MeasuredKey {
  readonly priority: number;

  /** Since when its next run has been due, on the monotonic clock. */
  dueSince: number;
}
