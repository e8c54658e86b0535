/**
 * The volume claims of a stateful set's pods, made of its templates, and who owns them: nobody, the set, or a pod that goes for good, as the retention policy says. Nothing is written here.
 * Upstream: kubernetes pkg/controller/statefulset getPersistentVolumeClaims, isClaimOwnerUpToDate.
 */
import { StatefulSet } from '@reeve/kinds/apps/v1';
import { PersistentVolumeClaim, Pod } from '@reeve/kinds/core/v1';
import {
  controllerReference,
  deepEqual,
  labelsOf,
  nameOf,
  namespaceOf,
  ownerReferencesOf,
  uidOf,
  withMetadata,
} from '@reeve/machinery';
import type { AnyKind, DeepReadonly, DeepWritable, HasMetadata, OwnerReference } from '@reeve/machinery';
import type { ReadPod } from '../pod/pod-state.ts';
import { isWanted, ordinalOf } from './ordinals.ts';
import type { ReadStatefulSet } from './ordinals.ts';

/** A claim as it is read. */
export type ReadClaim = DeepReadonly<PersistentVolumeClaim>;

/** A claim to be, and the volume of a pod that uses it. */
export interface VolumeClaim {
  readonly volume: string;
  readonly claim: PersistentVolumeClaim;
}

/** The claims of the pod with this number. */
export const volumeClaims = (set: ReadStatefulSet, ordinal: number): readonly VolumeClaim[] =>
  (set.spec.volumeClaimTemplates ?? []).map(({ metadata, spec }) => ({
    volume: metadata.name ?? '',
    claim: PersistentVolumeClaim.of({
      metadata: {
        ...(metadata as DeepWritable<typeof metadata>), // shared, and frozen where it was
        name: `${metadata.name ?? ''}-${nameOf(set) ?? ''}-${ordinal}`,
        namespace: namespaceOf(set) ?? '',
        labels: { ...labelsOf({ metadata }), ...set.spec.selector.matchLabels },
      },
      ...(spec !== undefined && { spec: spec as DeepWritable<typeof spec> }),
    }),
  }));

/** True when the claim belongs to a pod of the same name that is gone: it will go too, and a new pod must wait for that. */
export const isStale = (set: ReadStatefulSet, claim: ReadClaim, pod: HasMetadata): boolean =>
  set.spec.persistentVolumeClaimRetentionPolicy?.whenScaled === 'Delete' && refersToAnother(claim, Pod, pod);

/** True when somebody else controls the claim, so that the policy cannot be followed. */
export function isContested(set: ReadStatefulSet, claim: ReadClaim, pod: ReadPod): boolean {
  const { whenDeleted, whenScaled } = set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  if (whenDeleted !== 'Delete' && whenScaled !== 'Delete') return false;
  const isOurs = ({ uid }: OwnerReference): boolean => uid === uidOf(set) || uid === uidOf(pod);
  return (
    refersToAnother(claim, StatefulSet, set) ||
    refersToAnother(claim, Pod, pod) ||
    ownerReferencesOf(claim).some((owner) => owner.controller === true && !isOurs(owner))
  );
}

/** The claim, owned as the policy says; the very same one where nothing is to be done. */
export function withPolicy(set: ReadStatefulSet, claim: ReadClaim, pod: ReadPod): ReadClaim {
  if (refersToAnother(claim, StatefulSet, set) || refersToAnother(claim, Pod, pod)) return claim;
  const others = ownerReferencesOf(claim).filter(({ uid }) => uid !== uidOf(set) && uid !== uidOf(pod));
  const wanted = isContested(set, claim, pod) ? others : [...others, ...ownersBy(set, pod)];
  if (deepEqual(wanted, ownerReferencesOf(claim))) return claim;
  return withMetadata(claim, { ownerReferences: wanted.length === 0 ? undefined : wanted });
}

function ownersBy(set: ReadStatefulSet, pod: ReadPod): readonly OwnerReference[] {
  const { whenDeleted, whenScaled } = set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  const isLeaving = !isWanted(set, ordinalOf(set, pod) ?? -1);
  if (whenScaled === 'Delete' && isLeaving) return [controllerReference({ ...pod, ...namesOf(Pod) })];
  return whenDeleted === 'Delete' ? [controllerReference({ ...set, ...namesOf(StatefulSet) })] : [];
}

const namesOf = ({ apiVersion, kind }: AnyKind): { apiVersion: string; kind: string } => ({ apiVersion, kind });

/** True when an owner has the name of this object, and is another one. */
const refersToAnother = (claim: ReadClaim, kind: AnyKind, object: HasMetadata): boolean =>
  ownerReferencesOf(claim).some(
    (owner) =>
      owner.apiVersion === kind.apiVersion &&
      owner.kind === kind.kind &&
      owner.name === nameOf(object) &&
      owner.uid !== uidOf(object),
  );
