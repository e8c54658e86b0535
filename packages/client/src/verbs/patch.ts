/**
 * Patches as values: what kind of patch, and its content. Made from operations or documents, or from two states of an object, when
 * they hold what changed and nothing else.
 * Upstream: controller-runtime client.Patch, MergeFrom and StrategicMergeFrom.
 */
import {
  InvalidInputError,
  createJsonPatch,
  createMergePatch,
  createStrategicMergePatch,
  resourceVersionOf,
} from '@reeve/machinery';
import type { JsonPatchOperation, PatchSchema } from '@reeve/machinery';
import type { Named } from './ref.ts';

/** A patch. */
export type Patch =
  | { readonly type: 'json'; readonly patch: readonly JsonPatchOperation[] }
  | { readonly type: 'merge' | 'strategic' | 'apply'; readonly patch: object };

/** How to make a patch from two states. */
export interface PatchFromOptions {
  /** True adds the version of the first state, so that the patch fails if the object has changed since. */
  readonly optimisticLock?: boolean;
}

/** Operations, one after the other, all or none. */
export const jsonPatch = (operations: readonly JsonPatchOperation[]): Patch => ({ type: 'json', patch: operations });

/** Fields to set; null removes one, lists are replaced as a whole. */
export const mergePatch = (document: object): Patch => ({ type: 'merge', patch: document });

/** Fields to set, where lists are merged by their keys. Built-in kinds only: custom resources have no such patch. */
export const strategicPatch = (document: object): Patch => ({ type: 'strategic', patch: document });

/** The JSON patch from one state of an object to another. */
export const jsonPatchFrom = (before: object, after: object): Patch => jsonPatch(createJsonPatch(before, after));

/** The merge patch from one state of an object to another. */
export const mergePatchFrom = (before: Named, after: Named, options: PatchFromOptions = {}): Patch =>
  mergePatch(locked(createMergePatch(before, after), before, options));

/** The strategic merge patch from one state of an object to another. */
export const strategicPatchFrom = (
  before: Named,
  after: Named,
  schema: PatchSchema,
  options: PatchFromOptions = {},
): Patch => strategicPatch(locked(createStrategicMergePatch(before, after, schema), before, options));

function locked(patch: object, before: Named, { optimisticLock = false }: PatchFromOptions): object {
  if (!optimisticLock) return patch;
  const resourceVersion = resourceVersionOf(before);
  if (resourceVersion === undefined) {
    throw new InvalidInputError(
      '',
      'A patch with optimistic lock is made from an object without metadata.resourceVersion: read the object first',
    );
  }
  const { metadata = {} } = patch as { metadata?: object };
  return { ...patch, metadata: { ...metadata, resourceVersion } };
}
