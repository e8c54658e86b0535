/**
 * Which differences between two documents a patch shall carry.
 * Upstream: apimachinery strategicpatch DiffOptions.
 */

/** A choice of differences. */
export interface DiffScope {
  /** Fields and elements that are new or changed. */
  readonly additions: boolean;
  /** Fields and elements that are gone. */
  readonly deletions: boolean;
  /** The order of merged lists that differ. */
  readonly order: boolean;
}
