/**
 * The pod of a daemon set on a node: pinned to it by affinity, so that the scheduler places it, and tolerant of what may befall the node. Nothing is written here.
 * Upstream: kubernetes pkg/controller/daemon/util CreatePodTemplate, ReplaceDaemonSetPodNodeNameNodeAffinity, GetTargetNodeName.
 */
import type { DaemonSet } from '@reeve/kinds/apps/v1';
import type { Affinity, Pod, PodSpec, Toleration } from '@reeve/kinds/core/v1';
import { annotationOf, creationTimestampOf, labelOf, nameOf } from '@reeve/machinery';
import type { DeepReadonly, DeepWritable, Random } from '@reeve/machinery';
import { podFromTemplate } from '../pod/pod-from-template.ts';
import type { ReadPod } from '../pod/pod-state.ts';

/** A daemon set as it is read. */
export type ReadDaemonSet = DeepReadonly<DaemonSet>;

/** The label that says of which revision a pod is. */
export const revisionHashLabel = 'controller-revision-hash';

/** The pod of this revision on this node, to be created. */
export function daemonPod(set: ReadDaemonSet, node: string, hash: string, random: Random): Pod {
  const generation = generationIn(set);
  const labels = { [revisionHashLabel]: hash, ...(generation !== undefined && { [generationLabel]: generation }) };
  const pod = podFromTemplate(set.spec.template, set, { random }, { labels });
  return { ...pod, spec: { ...tolerant(pod.spec), affinity: pinned(pod.spec.affinity, node) } };
}

/** The spec with what every daemon pod tolerates: what is said about the same taint is replaced, the rest is added. */
export function tolerant(spec: DeepReadonly<PodSpec>): PodSpec {
  const added = (spec.hostNetwork === true ? [...always, networkUnavailable] : always).map(toleration);
  const isReplaced = (given: DeepReadonly<Toleration>): boolean => added.some((one) => isSame(given, one));
  const given = (spec.tolerations ?? []).filter((one) => !isReplaced(one));
  return { ...(spec as DeepWritable<PodSpec>), tolerations: [...(given as Toleration[]), ...added] }; // shared, and frozen where it was
}

/** The node that a pod is on, or is meant for; undefined when it does not say. */
export function targetNode({ spec }: ReadPod): string | undefined {
  if (spec.nodeName !== undefined && spec.nodeName !== '') return spec.nodeName;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const fields = (required?.nodeSelectorTerms ?? []).flatMap(({ matchFields }) => matchFields ?? []);
  const named = fields.find(({ key, operator }) => key === 'metadata.name' && operator === 'In');
  return named?.values?.length === 1 ? named.values[0] : undefined;
}

/** True when the pod is of the revision, or of the set's template generation. */
export const isUpdated = (set: ReadDaemonSet, pod: ReadPod, hash: string): boolean =>
  labelOf(pod, revisionHashLabel) === hash ||
  (generationIn(set) !== undefined && labelOf(pod, generationLabel) === generationIn(set));

/** Pods that are on a node before others, and older ones before younger. */
export const placedFirst = (one: ReadPod, other: ReadPod): number =>
  Number((one.spec.nodeName ?? '') === '') - Number((other.spec.nodeName ?? '') === '') ||
  compare(creationTimestampOf(one) ?? '', creationTimestampOf(other) ?? '') ||
  compare(nameOf(one) ?? '', nameOf(other) ?? '');

const generationLabel = 'pod-template-generation';

const generationIn = (set: ReadDaemonSet): string | undefined => {
  const text = annotationOf(set, 'deprecated.daemonset.template.generation') ?? '';
  return /^-?[0-9]+$/.test(text) ? text : undefined;
};

const always = [
  'not-ready:NoExecute',
  'unreachable:NoExecute',
  'disk-pressure:NoSchedule',
  'memory-pressure:NoSchedule',
  'pid-pressure:NoSchedule',
  'unschedulable:NoSchedule',
] as const;
const networkUnavailable = 'network-unavailable:NoSchedule';

function toleration(taint: string): Toleration {
  const [name = '', effect] = taint.split(':');
  return {
    key: `node.kubernetes.io/${name}`,
    operator: 'Exists',
    effect: effect === 'NoExecute' ? 'NoExecute' : 'NoSchedule',
  };
}

const isSame = (one: DeepReadonly<Toleration>, other: DeepReadonly<Toleration>): boolean =>
  one.key === other.key &&
  one.operator === other.operator &&
  one.effect === other.effect &&
  (one.value ?? '') === (other.value ?? '');

/** The affinity with the node's name in the place of what was required of nodes; that has been checked. */
function pinned(affinity: DeepReadonly<Affinity> | undefined, node: string): Affinity {
  const term = { matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [node] }] };
  return {
    ...(affinity as DeepWritable<Affinity> | undefined), // shared, and frozen where it was
    nodeAffinity: {
      ...(affinity?.nodeAffinity as DeepWritable<Affinity>['nodeAffinity']),
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] },
    },
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
