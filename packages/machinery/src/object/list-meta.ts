/**
 * The metadata of a list, which is one page of it when `continue` is there.
 * Upstream: apimachinery meta/v1 ListMeta.
 */

/** Where a list stands: the version it was read at, and how to go on when there is more. */
export interface ListMeta {
  selfLink?: string;
  /** The version the whole list was read at; a watch starts from here. */
  resourceVersion?: string;
  /** An opaque token for the next page. Absent or empty on the last one. */
  continue?: string;
  /** About how many objects the next pages hold. Absent when a selector was used, or when this is the last page. */
  remainingItemCount?: number;
  /** Which shard of the list this is, when one was asked for. */
  shardInfo?: { selector: string };
}
