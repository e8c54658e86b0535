/**
 * Makes strategic merge patches: from two versions of a document, or, as `kubectl apply` does, from the document applied
 * last, the one to apply now and the live one. Equal documents give the empty patch.
 * Upstream: apimachinery strategicpatch.CreateTwoWayMergePatch and CreateThreeWayMergePatch.
 */
import type { ReadonlyJsonObject } from '../../json/json-value.ts';
import { combinePatches } from './combine-patches.ts';
import { plainDocumentOf } from './json-document.ts';
import { PatchConflictError } from './patch-conflict-error.ts';
import { conflictingPaths } from './patch-conflicts.ts';
import { diffDocuments } from './patch-diff.ts';
import { checkPreconditions } from '../patch-precondition.ts';
import type { PatchPrecondition } from '../patch-precondition.ts';
import type { PatchSchema } from './patch-schema.ts';

/** How a three-way patch treats what others have changed in the meantime. */
export interface ThreeWayStrategicMergePatchOptions {
  /** Whether to overwrite fields that changed in the live document since the last apply. True unless told otherwise. */
  readonly overwrite?: boolean;
  /** What the patch must not do, such as `requireUnchanged('kind')`; checked before conflicts are looked for. */
  readonly preconditions?: readonly PatchPrecondition[];
}

/** The patch that turns `original` into `modified`. */
export function createStrategicMergePatch(original: object, modified: object, schema: PatchSchema): ReadonlyJsonObject {
  const before = plainDocumentOf(original, 'original');
  const after = plainDocumentOf(modified, 'modified document');
  return diffDocuments(before, after, schema, { additions: true, deletions: true, order: true });
}

/**
 * The patch that brings `modified` to the live document `current`: fields that `modified` has, and deletions of what it
 * no longer has but `original`, the document applied last, had. What others added to `current` stays. Without an original,
 * nothing is deleted.
 */
export function createThreeWayStrategicMergePatch(
  original: object | undefined,
  modified: object,
  current: object,
  schema: PatchSchema,
  options: ThreeWayStrategicMergePatchOptions = {},
): ReadonlyJsonObject {
  const last = plainDocumentOf(original ?? {}, 'original');
  const next = plainDocumentOf(modified, 'modified document');
  const live = plainDocumentOf(current, 'current document');
  const additions = diffDocuments(live, next, schema, { additions: true, deletions: false, order: true });
  const deletions = diffDocuments(last, next, schema, { additions: false, deletions: true, order: true });
  const patch = combinePatches(deletions, additions, schema);
  checkPreconditions(patch, options.preconditions ?? []);
  if (options.overwrite === false) refuseConflicts(patch, last, live, schema);
  return patch;
}

function refuseConflicts(
  patch: ReadonlyJsonObject,
  last: ReadonlyJsonObject,
  live: ReadonlyJsonObject,
  schema: PatchSchema,
): void {
  const changes = diffDocuments(last, live, schema, { additions: true, deletions: true, order: false });
  const paths = conflictingPaths(patch, changes, schema);
  if (paths.length > 0) throw new PatchConflictError(paths);
}
