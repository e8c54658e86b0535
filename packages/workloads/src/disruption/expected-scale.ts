/**
 * How many pods the owners of some pods want between them: what a budget in percent is a part of.
 * Upstream: kubernetes pkg/controller/disruption getExpectedScale.
 */
import { Deployment, ReplicaSet, StatefulSet } from '@reeve/kinds/apps/v1';
import { ReplicationController } from '@reeve/kinds/core/v1';
import { controllerOf, nameOf, namespaceOf, objectKey, parseApiVersion, uidOf } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, HasMetadata, OwnerReference } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import { Scales } from '../autoscale/scale-of.ts';
import type { ReadPod } from '../pod/pod-state.ts';

/** What the owners want, which pods have none, and what made counting impossible. */
export interface ExpectedScale {
  readonly count: number;
  readonly unmanaged: readonly string[];
  readonly problem?: string;
}

type Reader = Pick<ReconcileContext, 'get' | 'client' | 'signal'>;
type Owner = Readonly<OwnerReference>;

/** Adds up what the owners of the pods want, each of them once. */
export async function expectedScale(reader: Reader, pods: readonly ReadPod[]): Promise<ExpectedScale> {
  const scales = new Map<string, number>();
  const unmanaged: string[] = [];
  const seen = new Set<string>();
  for (const pod of pods) {
    const owner = controllerOf(pod);
    if (owner === undefined) unmanaged.push(nameOf(pod) ?? '');
    if (owner === undefined || seen.has(owner.uid)) continue;
    seen.add(owner.uid);
    const scale = await scaleOf(reader, owner, namespaceOf(pod));
    if (scale === undefined)
      return { count: 0, unmanaged, problem: `found no controllers for pod "${nameOf(pod) ?? ''}"` };
    if (typeof scale === 'string') return { count: 0, unmanaged, problem: scale };
    scales.set(scale.uid, scale.replicas);
  }
  return { count: [...scales.values()].reduce((sum, replicas) => sum + replicas, 0), unmanaged };
}

/** The scale of an owner, or in words why it has none; undefined where there is no such owner. */
async function scaleOf(
  reader: Reader,
  owner: Owner,
  namespace: string | undefined,
): Promise<{ uid: string; replicas: number } | string | undefined> {
  const kind = known.find((one) => isOf(owner, one));
  if (kind === undefined) return await scaleOfOther(reader, owner, namespace);
  const object: Replicated | undefined = await reader.get(kind, objectKey(namespace, owner.name));
  if (object === undefined || uidOf(object) !== owner.uid) return undefined;
  const above = controllerOf(object);
  if (kind === ReplicaSet && above?.kind === 'Deployment') return await scaleOf(reader, above, namespace);
  return { uid: owner.uid, replicas: object.spec?.replicas ?? 1 };
}

type Replicated = HasMetadata & DeepReadonly<{ spec?: { replicas?: number } }>;

const known = [ReplicaSet, Deployment, StatefulSet, ReplicationController] as const;

const isOf = ({ apiVersion, kind }: Owner, { group, kind: name }: AnyKind): boolean =>
  kind === name && parseApiVersion(apiVersion).group === group;

async function scaleOfOther(
  { client, signal }: Reader,
  { apiVersion, kind, name, uid }: Owner,
  namespace: string | undefined,
): Promise<{ uid: string; replicas: number } | string | undefined> {
  const [scales, object] = [new Scales(client, signal), { apiVersion, kind, name, namespace }];
  const scale = await scales.get(object);
  if (scale !== undefined) return uidOf(scale) === uid ? { uid, replicas: scale.spec?.replicas ?? 0 } : undefined;
  return `${await scales.resourceOf(object)} does not implement the scale subresource`;
}
