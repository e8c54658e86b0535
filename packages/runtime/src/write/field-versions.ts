/**
 * Writes that survive a new version of their kind. A server keeps per manager and version which fields of an object are whose. When the object has a field that an older of these versions does not
 * declare, such as one that a newer version fills in by default, every apply ends with an internal error, for as long as the entries name the older version. Then they are moved to the version of
 * the write, and the write is sent again.
 * Upstream: none; kube-apiserver answers 500 "field not declared in schema" (structured-merge-diff, typed.AsTyped).
 */
import { mergePatch } from '@reeve/client';
import type { Client, PatchOptions } from '@reeve/client';
import { formatGvk, isForbidden, isInternalError, keyOf, ReeveError, resourceVersionOf } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KubeObject } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';
import { reasonOf } from '../failure/thrown.ts';
import type { Fence } from './fence.ts';

/** What moving the entries needs. */
export interface FieldVersionsOptions {
  readonly client: Client;
  readonly fence: Fence;
  readonly log: () => Logger;
  /** Of the request that moves them. */
  readonly call: PatchOptions;
}

/** The entries name an older version, and this process may not change them. */
export class FieldVersionError extends ReeveError {
  constructor(kind: AnyKind, key: string, versions: string, cause: unknown) {
    super(
      'REEVE_FIELD_VERSION',
      `${kind.kind} ${key} cannot be applied: its managedFields are of ${versions}, which does not declare all of its fields; allow patch of ${kind.plural}, so that they can be moved to ${kind.apiVersion}, or write the object once at that version`,
      { cause },
    );
  }
}

/** Sends a write, and where its kind has a newer version than the owners of its fields a second time, with their entries moved. */
export async function atOneVersion<T>(
  options: FieldVersionsOptions,
  kind: AnyKind,
  object: DeepReadonly<KubeObject>,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isUndeclared(error) || !(await moved(options, kind, object, error))) throw error;
    options.fence.check();
    return await send();
  }
}

const isUndeclared = (error: unknown): boolean =>
  isInternalError(error) && error instanceof Error && error.message.includes('field not declared in schema');

/** Moves the entries of other versions; false where there are none. */
async function moved(
  { client, fence, log, call }: FieldVersionsOptions,
  kind: AnyKind,
  object: DeepReadonly<KubeObject>,
  cause: unknown,
): Promise<boolean> {
  const live = await client.get(kind, keyOf(object), { signal: call.signal, timeoutMs: call.timeoutMs });
  const entries = live.metadata?.managedFields ?? [];
  const older = entries.filter(({ apiVersion }) => apiVersion !== undefined && apiVersion !== kind.apiVersion);
  if (older.length === 0) return false;
  const versions = [...new Set(older.map(({ apiVersion }) => apiVersion))].join(', ');
  const managedFields = entries.map((entry) => ({ ...entry, apiVersion: kind.apiVersion }));
  const patch = mergePatch({ metadata: { resourceVersion: resourceVersionOf(live), managedFields } });
  fence.check();
  try {
    await client.patch<AnyKind>(kind, live, patch, call);
  } catch (error) {
    throw isForbidden(error) ? new FieldVersionError(kind, keyOf(object), versions, error) : error;
  }
  log().warn(
    'the object was written at another version of its kind: its managedFields were moved, and the write is sent again',
    {
      kind: formatGvk(kind.gvk),
      key: keyOf(object),
      from: versions,
      to: kind.apiVersion,
      reason: reasonOf(cause),
    },
  );
  return true;
}
