/**
 * The pods of a stateful set: what makes one the pod of its number, and the pod that is to be made. Nothing is written here.
 * Upstream: kubernetes pkg/controller/statefulset newStatefulSetPod, identityMatches, storageMatches.
 */
import type { Pod, PodTemplateSpec, Volume } from '@reeve/kinds/core/v1';
import { hasLabels, labelOf, nameOf, withLabels } from '@reeve/machinery';
import type { DeepReadonly, DeepWritable } from '@reeve/machinery';
import { podFromTemplate, podNamePrefix } from '../pod/pod-from-template.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { podNameAt } from './ordinals.ts';
import type { ReadStatefulSet } from './ordinals.ts';
import { volumeClaims } from './volume-claims.ts';

/** The label that says of which revision a pod is. */
export const revisionLabel = 'controller-revision-hash';

/** The revision of a pod; empty when it does not say. */
export const revisionOf = (pod: ReadPod): string => labelOf(pod, revisionLabel) ?? '';

/** What a pod is made of. */
export interface StatefulPodInput {
  readonly ordinal: number;
  readonly template: DeepReadonly<PodTemplateSpec>;
  readonly revision: string;
}

/** The pod with this number, to be created. */
export function statefulPod(set: ReadStatefulSet, { ordinal, template, revision }: StatefulPodInput): Pod {
  const name = podNameAt(set, ordinal);
  const labels = { ...identity(set, ordinal), [revisionLabel]: revision };
  const pod = podFromTemplate(template, set, { name, generateName: podNamePrefix(set) }, { labels });
  const { serviceName = '' } = set.spec;
  const spec = { ...pod.spec, hostname: name, ...(serviceName !== '' && { subdomain: serviceName }) };
  return { ...pod, spec: { ...spec, ...volumes(set, pod, ordinal) } };
}

/** The pod with the labels of its number; the very same one where it has them. */
export const identified = (set: ReadStatefulSet, pod: ReadPod, ordinal: number): ReadPod =>
  hasLabels(pod, { [nameLabel]: nameOf(pod) ?? '' }) ? pod : withLabels(pod, identity(set, ordinal));

const nameLabel = 'statefulset.kubernetes.io/pod-name';

const identity = (set: ReadStatefulSet, ordinal: number): Readonly<Record<string, string>> => ({
  [nameLabel]: podNameAt(set, ordinal),
  'apps.kubernetes.io/pod-index': String(ordinal),
});

/** Volumes of the claims, before those of the template that have other names. */
function volumes(set: ReadStatefulSet, pod: Pod, ordinal: number): Partial<DeepWritable<Pod['spec']>> {
  const claimed = volumeClaims(set, ordinal).map(({ volume, claim }): Volume => ({
    name: volume,
    persistentVolumeClaim: { claimName: claim.metadata.name ?? '' },
  }));
  const names = new Set(claimed.map(({ name }) => name));
  const others = (pod.spec.volumes ?? []).filter(({ name }) => !names.has(name));
  return claimed.length === 0 ? {} : { volumes: [...claimed, ...others] };
}
