/**
 * Makes JSON Merge Patches: from two versions of a document, or from three as `kubectl apply` does for kinds without merge
 * rules. A merge patch cannot set null, so a null that was not there before asks for deletion; lists are replaced as a whole.
 * Upstream: RFC 7386; apimachinery jsonmergepatch.CreateThreeWayJSONMergePatch.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { deepEqual } from '../../json/deep-equal.ts';
import { checkDepth } from '../../json/depth.ts';
import { isJsonObject } from '../../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonObject } from '../../json/json-value.ts';
import { getOwn, setOwn } from '../../json/set-own.ts';
import { checkPreconditions } from '../patch-precondition.ts';
import type { PatchPrecondition } from '../patch-precondition.ts';
import { applyMergePatch } from './apply-merge-patch.ts';

/** The patch that turns `before` into `after`; empty if they are the same. Documents may nest up to a thousand levels. */
export function createMergePatch(before: object, after: object): ReadonlyJsonObject {
  return diff(documentOf(before), documentOf(after), 0);
}

/** What to watch over. */
export interface ThreeWayMergePatchOptions {
  /** What the patch must not do, such as `requireUnchanged('metadata', 'name')`. */
  readonly preconditions?: readonly PatchPrecondition[];
}

/**
 * The patch that brings `modified` to the live document `current`: everything that `modified` says and `current` does not,
 * and the deletion of what `modified` no longer has but `original`, the document applied last, had. What others added to
 * `current` stays. Without an original, nothing is deleted.
 */
export function createThreeWayMergePatch(
  original: object | undefined,
  modified: object,
  current: object,
  options: ThreeWayMergePatchOptions = {},
): ReadonlyJsonObject {
  const additions = keep(createMergePatch(current, modified), 'values');
  const deletions = keep(createMergePatch(original ?? {}, modified), 'nulls');
  const patch = applyMergePatch(deletions, additions); // its nulls are in the document here, where they stay
  checkPreconditions(patch, options.preconditions ?? []);
  return patch;
}

function documentOf(value: object): ReadonlyJsonObject {
  if (isJsonObject(value)) return value;
  throw new InvalidInputError(
    typeof value,
    'a merge patch is made from objects: give a document, not a list or a scalar',
  );
}

function diff(before: ReadonlyJsonObject, after: ReadonlyJsonObject, depth: number): ReadonlyJsonObject {
  checkDepth(depth, 'a document to make a merge patch from');
  const patch: Record<string, ReadonlyJson> = {};
  for (const key of Object.keys(before)) if (isAbsent(after, key) && !isAbsent(before, key)) setOwn(patch, key, null);
  for (const key of Object.keys(after)) {
    const change = diffPart(getOwn(before, key), getOwn(after, key), depth + 1);
    if (change !== undefined) setOwn(patch, key, change);
  }
  return patch;
}

function diffPart(
  before: ReadonlyJson | undefined,
  after: ReadonlyJson | undefined,
  depth: number,
): ReadonlyJson | undefined {
  if (before === after || after === undefined) return undefined;
  if (!isJsonObject(before) || !isJsonObject(after)) return deepEqual(before, after) ? undefined : after;
  const change = diff(before, after, depth);
  return isEmpty(change) ? undefined : change;
}

function isAbsent(object: ReadonlyJsonObject, key: string): boolean {
  return getOwn(object, key) === undefined;
}

/** One half of a patch: what it sets, or what it deletes. */
function keep(patch: ReadonlyJsonObject, half: 'values' | 'nulls', depth = 0): ReadonlyJsonObject {
  checkDepth(depth, 'a document to make a merge patch from');
  const kept: Record<string, ReadonlyJson> = {};
  for (const key of Object.keys(patch)) {
    const part = keepPart(patch[key], half, depth + 1);
    if (part !== undefined) setOwn(kept, key, part);
  }
  return kept;
}

/** An empty object is a value; one that is empty because the other half was taken out is not. */
function keepPart(part: ReadonlyJson | undefined, half: 'values' | 'nulls', depth: number): ReadonlyJson | undefined {
  if (!isJsonObject(part) || isEmpty(part)) return (part === null) === (half === 'nulls') ? part : undefined;
  const kept = keep(part, half, depth);
  return isEmpty(kept) ? undefined : kept;
}

function isEmpty(object: ReadonlyJsonObject): boolean {
  return Object.keys(object).length === 0;
}
