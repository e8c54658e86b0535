/**
 * What one's own write means for a read, until the watch has caught up: plain decisions, without a store.
 */
import { resourceVersionOf, tryCompareResourceVersions, uidOf, type HasMetadata } from '@reeve/machinery';

/** Something that was written and that the watch may not have told yet. */
export type OverlayEntry<T> =
  /** The server's answer to a write. No object means that it does not belong to what the informer holds. */
  | {
      readonly type: 'wrote';
      readonly object: T | undefined;
      readonly uid: string;
      readonly version: string;
      readonly atMs: number;
    }
  /** The object with this uid is gone, whatever the store says. `version` is the last one it is known to have had; empty if none. */
  | { readonly type: 'deleted'; readonly uid: string; readonly version: string; readonly atMs: number };

/** What a read is answered with, and whether the entry has had its day. */
export interface Overlaid<T> {
  readonly object: T | undefined;
  readonly isOver: boolean;
}

/** Lays an entry over what the store has under the same key, when it has everything up to `storeVersion`. */
export function overlay<T extends HasMetadata>(
  entry: OverlayEntry<T>,
  stored: T | undefined,
  storeVersion: string,
): Overlaid<T> {
  if (entry.type === 'deleted') return buried(entry, stored, storeVersion);
  if (hasCaughtUp(entry.version, stored, storeVersion)) return { object: stored, isOver: true };
  return { object: entry.object, isOver: false };
}

/**
 * A tombstone hides its own object, and one of the same name that was there before it; a later one is not meant. It stays until the
 * deletion is told, or the store has passed a version at which the object lived and does not have it.
 */
function buried<T extends HasMetadata>(
  { uid, version }: { readonly uid: string; readonly version: string },
  stored: T | undefined,
  storeVersion: string,
): Overlaid<T> {
  if (stored === undefined) {
    return { object: undefined, isOver: (tryCompareResourceVersions(storeVersion, version) ?? -1) >= 0 };
  }
  if (uidOf(stored) === uid) return { object: undefined, isOver: false };
  const isEarlier = tryCompareResourceVersions(resourceVersionOf(stored), version) === -1;
  return isEarlier ? { object: undefined, isOver: false } : { object: stored, isOver: true };
}

/** True when the store has that very version, or everything up to it: then it knows better, also where the object is not there any more. */
const hasCaughtUp = (version: string, stored: HasMetadata | undefined, storeVersion: string): boolean =>
  (stored !== undefined && resourceVersionOf(stored) === version) ||
  (tryCompareResourceVersions(storeVersion, version) ?? -1) >= 0;
