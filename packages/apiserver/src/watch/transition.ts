/**
 * What a change looks like through a selection: an object may begin or cease to match without being created or deleted.
 */
import type { LogEntry, StoredObject } from '@reeve/registry';
import type { ChangeType } from './event-encoder.ts';

export type Transition =
  | { readonly type: ChangeType; readonly stored: StoredObject }
  | { readonly type: 'departed'; readonly before: StoredObject; readonly resourceVersion: string };

/** The event that a watcher gets for a change, or undefined when the change is none of its business. */
export function transitionOf(
  { current, previous }: LogEntry,
  matches: (stored: StoredObject) => boolean,
): Transition | undefined {
  const before = previous !== undefined && matches(previous) ? previous : undefined;
  if (current.isDeleted) return before && { type: 'DELETED', stored: current };
  const isMatch = matches(current);
  if (isMatch) return { type: before ? 'MODIFIED' : 'ADDED', stored: current };
  return before && { type: 'departed', before, resourceVersion: String(current.revision) };
}
