/**
 * Everything in a scenario's namespace without what differs from run to run: ids, times, versions, addresses, nodes, hashes and random names.
 */
import { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from '@reeve/kinds/apps/v1';
import { HorizontalPodAutoscaler } from '@reeve/kinds/autoscaling/v2';
import { CronJob, Job } from '@reeve/kinds/batch/v1';
import { Endpoints, Event, PersistentVolumeClaim, Pod, Service } from '@reeve/kinds/core/v1';
import { EndpointSlice } from '@reeve/kinds/discovery/v1';
import { PodDisruptionBudget } from '@reeve/kinds/policy/v1';
import { canonicalJson } from '@reeve/machinery';
import type { AnyKind, KubeObject } from '@reeve/machinery';
import type { ScenarioSide } from './scenario-side.ts';

const kinds: readonly AnyKind[] = [
  Deployment,
  ReplicaSet,
  StatefulSet,
  DaemonSet,
  ControllerRevision,
  Job,
  CronJob,
  Service,
  Endpoints,
  EndpointSlice,
  PodDisruptionBudget,
  HorizontalPodAutoscaler,
  PersistentVolumeClaim,
  Pod,
];

/** The objects of a scenario's namespace, and what was said about them. */
export async function settledObjects(side: ScenarioSide): Promise<Record<string, unknown[]>> {
  const lists = await Promise.all(kinds.map((kind) => side.list(kind)));
  const names = namesOf(lists.flat());
  const shown = (object: unknown): unknown => JSON.parse(normalised(object, names));
  const objects = kinds.map((kind, at) => [kind.kind, sorted((lists[at] ?? []).map((one) => shown(bare(one))))]);
  const events = (await side.list(Event)).filter(isOfControllers);
  const told = new Set(events.map((event) => canonicalJson(shown(toldBy(event)))));
  const said = [...told].map((text) => JSON.parse(text) as unknown);
  return Object.fromEntries([...objects, ['Event', sorted(said)]].filter(([, list]) => list?.length !== 0)) as Record<
    string,
    unknown[]
  >;
}

/** Anything that a scenario returns, without what differs. */
export const settledValue = (value: unknown): unknown => JSON.parse(normalised(value ?? null, new Map()));

const sorted = (values: unknown[]): unknown[] =>
  values
    .map((value) => [canonicalJson(value), value] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, value]) => value);

function bare({ metadata, ...rest }: KubeObject): object {
  const { managedFields: _m, resourceVersion: _r, uid: _u, creationTimestamp: _c, ...kept } = metadata;
  return { ...rest, metadata: kept };
}

/** The scheduler and the kubelets are the same on both sides; what they say depends on which node a pod got. */
const isOfControllers = ({ source, reportingComponent = '' }: Event): boolean =>
  !['kubelet', 'default-scheduler'].includes(source?.component ?? reportingComponent);

/** What an event says; how many alike were put together is chance. */
const toldBy = ({ type, reason, message, involvedObject }: Event): object => ({
  type,
  reason,
  message: message?.replace('(combined from similar events): ', ''),
  about: `${involvedObject.kind ?? ''} ${involvedObject.name ?? ''} ${involvedObject.fieldPath ?? ''}`.trim(),
});

/** Texts that are chance, and what to write instead: hashes by their revision, names that were made up by what they begin with. */
function namesOf(objects: readonly KubeObject[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { kind, metadata, ...rest } of objects) {
    const { labels = {}, annotations = {}, generateName, name = '' } = metadata;
    const revision = annotations['deployment.kubernetes.io/revision'] ?? (rest as { revision?: number }).revision;
    const hash =
      labels['pod-template-hash'] ?? labels['controller-revision-hash'] ?? labels['controller.kubernetes.io/hash'];
    const suffix = hash?.split('-').at(-1) ?? '';
    if (suffix !== '' && revision !== undefined && kind !== 'Pod') names.set(suffix, `<hash ${revision}>`);
    if (generateName !== undefined) names.set(name, `${generateName}<random>`);
    if (metadata.uid !== undefined) names.set(metadata.uid, '<uid>');
  }
  return names;
}

function normalised(value: unknown, names: ReadonlyMap<string, string>): string {
  let text = canonicalJson(JSON.parse(JSON.stringify(value)));
  const byLength = [...names].toSorted(([one], [other]) => other.length - one.length);
  for (const [name, instead] of byLength) text = text.replaceAll(name, instead);
  for (const [pattern, instead] of patterns) text = text.replaceAll(pattern, instead);
  return canonicalJson(withSortedLists(JSON.parse(text)));
}

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'],
  [/containerd:\/\/[0-9a-f]{64}/g, '<container>'],
  [/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access-<random>'],
  [/"resourceVersion":"\d+"/g, '"resourceVersion":"<version>"'],
  [/\b(10|172)\.\d+\.\d+\.\d+\b/g, '<ip>'],
  [/\bnode-\d\b/g, '<node>'],
  [/-[bcdfghjklmnpqrstvwxz2456789]{8,10}\b/g, '-<hash>'],
  [/-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '-<random>'],
];

/** Lists whose order means nothing. */
const unordered = new Set(['conditions', 'addresses', 'endpoints', 'active', 'disruptedPods', 'notReadyAddresses']);

function withSortedLists(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => withSortedLists(item));
    return unordered.has(key) ? sorted(items) : items;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withSortedLists(item, name)]));
}
