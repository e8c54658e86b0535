/**
 * Deletes members of sets whose owner is gone. An owner of which that is not certain counts as there.
 * Upstream: rancher/wrangler's PurgeOrphan.
 */
import type { Client } from '@reeve/client';
import { annotationOf, isNotFound, keyOf, labelOf, parseGroupKind, uidOf, resourceVersionOf } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, GroupKind, KubeObject } from '@reeve/machinery';
import { partOfLabel, setOwnerAnnotation } from './set-labels.ts';

/** What was done with an object. `kept`: its owner is there, or nothing is known of it. */
export interface OrphanResult {
  readonly action: 'deleted' | 'kept';
  readonly reason: string;
}

/** What is looked at. */
export interface PurgeOptions {
  readonly signal?: AbortSignal;
  /** True deletes nothing, and says what would be deleted. */
  readonly dryRun?: boolean;
}

/** Deletes the object if it is a member of a set whose owner certainly does not exist. */
export async function purgeOrphan(
  client: Client,
  kind: AnyKind,
  object: DeepReadonly<KubeObject>,
  { signal, dryRun = false }: PurgeOptions = {},
): Promise<OrphanResult> {
  const owner = ownerIn(object);
  if (owner === undefined) return { action: 'kept', reason: `${kind.kind} ${keyOf(object)} is in no object set` };
  const name = annotationOf(object, setOwnerAnnotation) ?? '';
  const call = signal === undefined ? {} : { signal };
  try {
    const { kind: ownerKind } = await client.mapper.mapping(owner, call);
    await client.get(ownerKind, owner.key, call);
    return { action: 'kept', reason: `its owner ${name} exists` };
  } catch (error) {
    signal?.throwIfAborted();
    if (!isNotFound(error))
      return { action: 'kept', reason: `whether its owner ${name} exists cannot be told: ${textOf(error)}` };
  }
  const preconditions = { uid: uidOf(object), resourceVersion: resourceVersionOf(object) };
  if (!dryRun) await client.delete(kind, object, { preconditions, propagation: 'Background', ...call });
  return { action: 'deleted', reason: `its owner ${name} does not exist` };
}

/** The owner that a member names; undefined for what is no member. */
export function ownerIn(object: DeepReadonly<KubeObject>): (GroupKind & { readonly key: string }) | undefined {
  const text = annotationOf(object, setOwnerAnnotation);
  if (text === undefined || labelOf(object, partOfLabel) === undefined) return undefined;
  const slash = text.indexOf('/');
  if (slash <= 0 || slash === text.length - 1) return undefined;
  return { ...parseGroupKind(text.slice(0, slash)), key: text.slice(slash + 1) };
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
