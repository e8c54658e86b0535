/**
 * What a delete means for one object: gone at once, or marked and left to whoever holds it (finalizers, a grace period). Pure: decides, does not store.
 */
import { formatTime } from '@reeve/machinery';
import { conflict, type ApiObject, type ServedResource, type Strategy } from '@reeve/registry';
import type { DeleteOptions } from '../request/delete-options.ts';

export interface Deletion {
  readonly object: ApiObject;
  /** False when the object stays for now. */
  readonly isGone: boolean;
}

/** Refuses a delete that was meant for another object. */
export function checkPreconditions(
  { metadata }: ApiObject,
  { uid, resourceVersion }: DeleteOptions,
  { group, kind }: ServedResource,
): void {
  const subject = { group, plural: kind };
  const name = metadata.name ?? '';
  if (uid !== undefined && uid !== metadata.uid) {
    throw conflict(
      subject,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw conflict(
      subject,
      name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
  }
}

/** What of a kind's strategy decides how its objects go. */
export type DeletionRules = Pick<Strategy, 'isGraceful' | 'orphansByDefault' | 'isHeld' | 'prepareForDelete'>;

/** What becomes of an object. `graceSeconds` is what its kind grants; 0 for most. */
export function deletionOf(
  object: ApiObject,
  options: DeleteOptions,
  graceSeconds: number,
  now: number,
  rules: DeletionRules = {},
): Deletion {
  const { metadata } = object;
  const finalizers = finalizersFor(metadata.finalizers ?? [], options, rules.orphansByDefault);
  const isHeld = rules.isHeld?.(object) ?? false;
  if (finalizers.length === 0 && graceSeconds === 0 && !isHeld && !rules.isGraceful) return { object, isGone: true };
  const marked: ApiObject = {
    ...object,
    metadata: {
      ...metadata,
      ...(metadata.deletionTimestamp
        ? shortened(metadata, graceSeconds, now)
        : {
            deletionTimestamp: formatTime(later(now, graceSeconds)),
            deletionGracePeriodSeconds: graceSeconds,
            ...((metadata.generation ?? 0) > 0 && { generation: (metadata.generation ?? 0) + 1 }),
          }),
      ...(finalizers.length > 0 && { finalizers }),
    },
  };
  const isGone = !isHeld && finalizers.length === 0 && (marked.metadata.deletionGracePeriodSeconds ?? 0) === 0;
  return { object: rules.prepareForDelete?.(marked, object) ?? marked, isGone };
}

/** A time so many seconds later, as Go counts: nanoseconds in 64 bits, which wrap around. So it is a time in the years that a timestamp can tell. */
const later = (ms: number, seconds: number): number =>
  ms + Number(BigInt.asIntN(64, BigInt(seconds) * 1_000_000_000n) / 1_000_000n);

/** A second delete may only make the wait shorter. */
function shortened(
  { deletionTimestamp, deletionGracePeriodSeconds = 0 }: ApiObject['metadata'],
  graceSeconds: number,
  now: number,
): Partial<ApiObject['metadata']> {
  if (graceSeconds >= deletionGracePeriodSeconds || deletionTimestamp === undefined) return {};
  const moved = later(Date.parse(deletionTimestamp), graceSeconds - deletionGracePeriodSeconds);
  return {
    deletionTimestamp: formatTime(Math.max(moved, now)),
    deletionGracePeriodSeconds: moved < now && graceSeconds !== 0 ? 1 : graceSeconds,
  };
}

/** The finalizers by which the garbage collector is told what to do with dependents. */
function finalizersFor(
  finalizers: readonly string[],
  { propagation, orphanDependents }: DeleteOptions,
  orphansByDefault = false,
): string[] {
  const asked = orphanDependents ?? (orphansByDefault && !finalizers.includes('foregroundDeletion') ? true : undefined);
  const policy = propagation ?? (asked === undefined ? undefined : asked ? 'Orphan' : 'Background');
  if (policy === undefined) return [...finalizers];
  const kept = finalizers.filter((name) => name !== 'orphan' && name !== 'foregroundDeletion');
  return policy === 'Orphan' ? [...kept, 'orphan'] : policy === 'Foreground' ? [...kept, 'foregroundDeletion'] : kept;
}
