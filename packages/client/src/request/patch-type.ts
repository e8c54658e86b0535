/**
 * The four ways to patch an object, and how they are called on the wire.
 * Upstream: apimachinery types.PatchType.
 */

/** A way to patch an object. */
export type PatchType = 'json' | 'merge' | 'strategic' | 'apply';

/** The content type of each. */
export const contentTypeOfPatch: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};
