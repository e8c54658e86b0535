/**
 * What a patch must not do, checked when it is made: most of all, change the fields that say which object it is.
 * Upstream: apimachinery mergepatch.PreconditionFunc, RequireKeyUnchanged and RequireMetadataKeyUnchanged.
 */
import { ReeveError } from '../errors/reeve-error.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonObject } from '../json/json-value.ts';
import { getOwn } from '../json/set-own.ts';

/** Says what is wrong with a patch, or nothing when it may be sent. */
export type PatchPrecondition = (patch: ReadonlyJsonObject) => string | undefined;

/** A patch that breaks a precondition. Nothing has been sent when it is thrown. */
export class PatchPreconditionError extends ReeveError {
  constructor(problem: string, options?: ErrorOptions) {
    super('REEVE_PATCH_PRECONDITION', `the patch must not be sent: ${problem}`, options);
  }
}

/** Demands that a patch leaves a field alone: `requireUnchanged('kind')`, `requireUnchanged('metadata', 'name')`. */
export function requireUnchanged(...path: readonly string[]): PatchPrecondition {
  return (patch) => {
    let part: ReadonlyJson | undefined = patch;
    for (const key of path) part = isJsonObject(part) ? getOwn(part, key) : undefined;
    return part === undefined ? undefined : `it changes ${path.join('.')}, which must stay as it is`;
  };
}

/** Throws a `PatchPreconditionError` on the first precondition that the patch breaks. */
export function checkPreconditions(patch: ReadonlyJsonObject, preconditions: readonly PatchPrecondition[]): void {
  for (const precondition of preconditions) {
    const problem = precondition(patch);
    if (problem !== undefined) throw new PatchPreconditionError(problem);
  }
}
