/**
 * Writes a status as a patch of what changed, bound to the version that was read, so that nobody's fields or conditions are overwritten unseen.
 */
import { mergePatch } from '@reeve/client';
import { createMergePatch, resourceVersionOf, uidOf } from '@reeve/machinery';
import type { AnyKind, CachedObject } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';

/** The status of an object; empty where it has none. */
export const statusIn = (object: object): object => (object as { readonly status?: object }).status ?? {};

/** Writes the next status of the object as it was read. One that means nothing else is not sent. Returns the object as it is then. */
export async function patchStatusTo<K extends AnyKind>(
  kind: K,
  object: CachedObject<K>,
  next: object,
  context: ReconcileContext<K>,
): Promise<CachedObject<K>> {
  const patch = createMergePatch({ status: statusIn(object) }, { status: next }) as { readonly status?: object };
  if (patch.status === undefined) return object;
  const metadata = { uid: uidOf(object), resourceVersion: resourceVersionOf(object) };
  return await context.patchStatus(kind, object, mergePatch({ ...patch, metadata }));
}
