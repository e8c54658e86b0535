/**
 * JSON Merge Patch: a patch looks like the document, says what changes, and null deletes. Lists are replaced as a whole,
 * and null cannot be set.
 * Upstream: RFC 7386; what kube-apiserver takes as `application/merge-patch+json`.
 */
import { deepEqual } from '../../json/deep-equal.ts';
import { checkDepth } from '../../json/depth.ts';
import { isJsonObject } from '../../json/json-value.ts';
import { getOwn, setOwn } from '../../json/set-own.ts';

/**
 * Returns the document with the patch applied, in the type that it had, which the patch may belie: validate what comes
 * from others. The document stays as it is; the result shares with it, and with the patch, what it can, and is the very
 * same document if the patch changes nothing. A patch may nest up to a thousand levels.
 */
export function applyMergePatch<T>(document: T, patch: unknown): T {
  return merge(document, patch, 0) as T;
}

type Properties = Readonly<Record<string, unknown>>;

function merge(target: unknown, patch: unknown, depth: number): unknown {
  checkDepth(depth, 'a merge patch');
  if (!isJsonObject(patch)) return deepEqual(target, patch) ? target : patch;
  return isJsonObject(target) ? mergeInto(target, patch, depth + 1) : mergeInto({}, patch, depth + 1);
}

/** Copies the target when the first key changes. */
function mergeInto(target: Properties, patch: Properties, depth: number): Properties {
  let merged: Record<string, unknown> | undefined;
  for (const key of Object.keys(patch)) {
    if (patch[key] === undefined) continue;
    const before = getOwn(target, key);
    const after = merge(before, patch[key], depth);
    if (after === null) {
      if (Object.hasOwn(target, key)) Reflect.deleteProperty((merged ??= { ...target }), key);
    } else if (after !== before) {
      setOwn((merged ??= { ...target }), key, after);
    }
  }
  return merged ?? target;
}
