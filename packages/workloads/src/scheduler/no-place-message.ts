/**
 * Why a pod has no place, in one line: how many nodes there are, what is wrong with how many of them, and that making room would not help either.
 * Upstream: scheduler's FitError.
 */
import type { Refusal } from './refusal.ts';

/** The message for these refusals, one per node; it ends early when room is being made. */
export function noPlaceMessage(refusals: readonly Refusal[], isMakingRoom = false): string {
  if (refusals.length === 0) return 'no nodes available to schedule pods';
  const all = refusals.length;
  const why = counted(refusals.flatMap(({ reasons }) => reasons));
  const preemption = counted(
    refusals.map(({ isResolvable }) =>
      isResolvable ? 'No preemption victims found for incoming pod' : 'Preemption is not helpful for scheduling',
    ),
  );
  const none = `0/${all} nodes are available:`;
  if (isMakingRoom) return `${none} ${why}.`;
  return `${none} ${why}. no new claims to deallocate, preemption: ${none} ${preemption}.`;
}

function counted(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .toSorted()
    .join(', ');
}
