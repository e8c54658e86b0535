/**
 * What is to be done with a thing outside, from what is known of it and what was seen. Decided without I/O.
 */
import { isJsonObject, semanticEqual } from '@reeve/machinery';
import type { ManagementPolicy } from './external-options.ts';
import type { ExternalRecord } from './external-record.ts';

/** What may be done. */
export interface Allowed {
  readonly create: boolean;
  readonly update: boolean;
  readonly delete: boolean;
  readonly lateInitialize: boolean;
}

/** What policies allow, of what the step can do. */
export function allowedBy(policies: readonly ManagementPolicy[] | undefined, can: Allowed): Allowed {
  if (policies === undefined || policies.includes('*')) return can;
  return {
    create: can.create && policies.includes('Create'),
    update: can.update && policies.includes('Update'),
    delete: can.delete && policies.includes('Delete'),
    lateInitialize: can.lateInitialize && policies.includes('LateInitialize'),
  };
}

/** What was seen of a thing. */
export interface Sight {
  readonly record: ExternalRecord;
  readonly isThere: boolean;
  /** What differs from what is desired. */
  readonly changes: readonly string[];
  readonly mayAdopt: boolean;
  /** The service assigns the name. */
  readonly isAssigned: boolean;
  /** What was made with a token can be looked for. */
  readonly canFind: boolean;
  readonly createSettlesMs: number;
  readonly nowMs: number;
}

/** What is to be done with an object that lives. */
export type ExternalDecision =
  | { readonly type: 'create' }
  | { readonly type: 'adopt' }
  | { readonly type: 'update' }
  | { readonly type: 'rest' }
  | { readonly type: 'settle'; readonly delayMs: number }
  | { readonly type: 'refuse'; readonly reason: Refusal };

/** Why nothing is done. */
export type Refusal = 'CreateUncertain' | 'NotOwned' | 'Missing' | 'UpdateNotAllowed';

/** Decides about an object that lives. */
export function decideExternal(sight: Sight, allowed: Allowed): ExternalDecision {
  const { record, isThere, changes, mayAdopt } = sight;
  if (!isThere) return absent(sight, allowed);
  if (!isClaimed(record) && !mayAdopt) return { type: 'refuse', reason: 'NotOwned' };
  if (record.ownSinceMs === undefined) return { type: 'adopt' };
  if (changes.length === 0) return { type: 'rest' };
  return allowed.update ? { type: 'update' } : { type: 'refuse', reason: 'UpdateNotAllowed' };
}

/** Something that was made a moment ago may be there and not be seen yet, so that it is not made again at once; without a way to look for it, it is never made again. */
function absent(sight: Sight, allowed: Allowed): ExternalDecision {
  if (isUncertain(sight)) return { type: 'refuse', reason: 'CreateUncertain' };
  const delayMs = unsettledMs(sight);
  if (delayMs > 0) return { type: 'settle', delayMs };
  return allowed.create ? { type: 'create' } : { type: 'refuse', reason: 'Missing' };
}

/** Making it was begun, and neither a name nor a token finds it. */
const isUncertain = ({ record, isAssigned, canFind }: Omit<Sight, 'changes' | 'mayAdopt'>): boolean =>
  record.pending !== undefined && record.name === undefined && isAssigned && !canFind;

/** How long what was made may still be unseen. A chosen name can be asked for again at once: the service refuses to give it twice. */
function unsettledMs({ record, isAssigned, createSettlesMs, nowMs }: Omit<Sight, 'changes' | 'mayAdopt'>): number {
  const { pending, ownSinceMs, name } = record;
  const madeMs = pending !== undefined && isAssigned && name === undefined ? pending.sinceMs : ownSinceMs;
  return madeMs === undefined ? 0 : Math.max(0, madeMs + createSettlesMs - nowMs);
}

/** A name that somebody wrote, a thing that is being made, or one that was made. */
const isClaimed = ({ name, pending }: ExternalRecord): boolean => pending !== undefined || name !== undefined;

/** What is to be done before an object that is being deleted may go. */
export type RemovalDecision =
  | { readonly type: 'release' }
  | { readonly type: 'delete' }
  | { readonly type: 'settle'; readonly delayMs: number }
  | { readonly type: 'refuse'; readonly reason: 'CreateUncertain' };

/**
 * Decides about an object that is being deleted. A request to make the thing may still be under way while its process has ended; what was made a moment ago and is not seen yet is deleted all the
 * same.
 */
export function decideRemoval(
  sight: Omit<Sight, 'changes' | 'mayAdopt'>,
  allowed: Allowed,
  wasDeleted: boolean,
): RemovalDecision {
  const { record, isThere, createSettlesMs, nowMs } = sight;
  if (!allowed.delete) return { type: 'release' };
  if (isThere) return isClaimed(record) ? { type: 'delete' } : { type: 'release' };
  if (isUncertain(sight)) return { type: 'refuse', reason: 'CreateUncertain' };
  const settlesMs = (sinceMs: number | undefined): number =>
    sinceMs === undefined ? 0 : sinceMs + createSettlesMs - nowMs;
  const delayMs = settlesMs(record.pending?.sinceMs);
  if (delayMs > 0) return { type: 'settle', delayMs };
  return !wasDeleted && settlesMs(record.ownSinceMs) > 0 ? { type: 'delete' } : { type: 'release' };
}

/** The paths of what is desired that are something else in what was observed. Fields that are not desired are not looked at. */
export function differencesOf(desired: unknown, observed: unknown, path = ''): string[] {
  if (desired === undefined) return [];
  if (!isJsonObject(desired) || !isJsonObject(observed)) return semanticEqual(desired, observed) ? [] : [path || '.'];
  return Object.entries(desired).flatMap(([field, value]) =>
    differencesOf(
      value,
      Object.hasOwn(observed, field) ? observed[field] : undefined,
      path === '' ? field : `${path}.${field}`,
    ),
  );
}

/** The fields of one value that the other does not have; undefined where it has all of them. */
export function missingFrom(given: unknown, filled: unknown): unknown {
  if (given === undefined || given === null) return filled;
  if (!isJsonObject(given) || !isJsonObject(filled)) return undefined;
  const fields = Object.entries(filled).flatMap(([field, value]) => {
    const missing =
      value === undefined ? undefined : missingFrom(Object.hasOwn(given, field) ? given[field] : undefined, value);
    return missing === undefined ? [] : [[field, missing] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
