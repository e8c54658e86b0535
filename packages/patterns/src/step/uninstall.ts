/**
 * Finds the objects that finalizers of an operator hold, and takes the finalizers off, for when the operator is uninstalled and nobody is left to clean up.
 */
import { mergePatch } from '@reeve/client';
import type { Client } from '@reeve/client';
import { finalizersOf, isNotFound, keyOf, resourceVersionOf, retryOnConflict, nodeHost, uidOf } from '@reeve/machinery';
import type { AnyKind, Host } from '@reeve/machinery';

/** Which finalizers. */
export interface HeldQuery {
  readonly kinds: readonly AnyKind[];
  /** The names, former ones included. */
  readonly names: readonly string[];
  readonly signal?: AbortSignal;
  readonly host?: Host;
}

/** An object that is held. */
export interface HeldObject {
  readonly kind: AnyKind;
  readonly key: string;
  /** Those of the names that it has. */
  readonly finalizers: readonly string[];
  readonly isBeingDeleted: boolean;
}

/** The objects that have one of the finalizers. */
export async function listHeld(client: Client, { kinds, names, signal }: HeldQuery): Promise<HeldObject[]> {
  const held: HeldObject[] = [];
  for (const kind of kinds)
    for await (const object of client.listEach<AnyKind>(kind, { ...(signal && { signal }) })) {
      const finalizers = finalizersOf(object).filter((name) => names.includes(name));
      if (finalizers.length === 0) continue;
      held.push({
        kind,
        key: keyOf(object),
        finalizers,
        isBeingDeleted: object.metadata.deletionTimestamp !== undefined,
      });
    }
  return held;
}

/** Takes the finalizers off all objects, without cleaning up, and says which they were. */
export async function releaseHeld(client: Client, query: HeldQuery): Promise<HeldObject[]> {
  const held = await listHeld(client, query);
  const { names, signal, host = nodeHost() } = query;
  for (const { kind, key } of held)
    await retryOnConflict(
      host,
      () => release(client, kind, key, names, signal),
      signal === undefined ? {} : { signal },
    );
  return held;
}

async function release(
  client: Client,
  kind: AnyKind,
  key: string,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const call = signal === undefined ? {} : { signal };
  try {
    const object = await client.get(kind, key, call);
    const others = finalizersOf(object).filter((name) => !names.includes(name));
    const metadata = {
      uid: uidOf(object),
      resourceVersion: resourceVersionOf(object),
      finalizers: others.length === 0 ? null : others,
    };
    await client.patch(kind, object, mergePatch({ metadata }), call);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
