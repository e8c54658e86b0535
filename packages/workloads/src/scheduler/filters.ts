/**
 * Why a node is no place for a pod, in upstream's words and in its order: the first filter that says no decides.
 * Upstream: scheduler's filter plugins NodeUnschedulable, NodeName, TaintToleration, NodeAffinity, NodePorts, NodeResourcesFit, PodTopologySpread and InterPodAffinity.
 */
import type { DeepReadonly } from '@reeve/machinery';
import type { Pod } from '@reeve/kinds/core/v1';
import type { NodeView, PlacedPod } from './cluster-picture.ts';
import { allowsNode } from './node-affinity.ts';
import { podRequests, type Amounts } from './amounts.ts';
import { affinityFilters, spreadFilters } from './pod-filters.ts';
import { unless, type Filter, type Refusal } from './refusal.ts';
import { tolerates, untolerated } from '../pod/taints.ts';

/** Tells of each node why it will not do; undefined when it will. What is about other pods is worked out once, for all nodes. */
export function filtersFor(pod: DeepReadonly<Pod>, nodes: readonly NodeView[], placed: Iterable<PlacedPod>): Filter {
  const requests = podRequests(pod);
  const ofPods = [...spreadFilters(pod, nodes), ...affinityFilters(pod, nodes, placed)];
  const filters: readonly Filter[] = [
    (view) => unless(!isUnschedulable(pod, view), 'node(s) were unschedulable'),
    ({ node }) =>
      unless(
        untolerated(pod, node.spec?.taints, ['NoSchedule', 'NoExecute']).length === 0,
        'node(s) had untolerated taint(s)',
      ),
    ({ node }) => unless(allowsNode(pod, node), "node(s) didn't match Pod's node affinity/selector"),
    (view) => unless(hasPorts(pod, view), "node(s) didn't have free ports for the requested pod ports", true),
    (view) => fits(requests, view),
    ...ofPods,
  ];
  return (view) => {
    for (const filter of filters) {
      const refusal = filter(view);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
}

const unschedulableTaint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;

const isUnschedulable = ({ spec }: DeepReadonly<Pod>, { node }: NodeView): boolean =>
  node.spec?.unschedulable === true &&
  !(spec.tolerations ?? []).some((toleration) => tolerates(toleration, unschedulableTaint));

/** Everything that does not fit, in a fixed order. */
function fits(requests: Amounts, { allocatable, requested, pods }: NodeView): Refusal | undefined {
  const reasons: string[] = [];
  if (pods.size + 1 > (allocatable['pods'] ?? 0)) reasons.push('Too many pods');
  for (const [name, amount] of Object.entries(requests)) {
    const free = (allocatable[name] ?? 0) - (requested[name] ?? 0);
    if (amount > 0 && amount > free) reasons.push(`Insufficient ${name}`);
  }
  return reasons.length === 0 ? undefined : { reasons, isResolvable: true };
}

function hasPorts(pod: DeepReadonly<Pod>, { pods }: NodeView): boolean {
  const wanted = hostPorts(pod);
  if (wanted.length === 0) return true;
  const taken = [...pods.values()].flatMap((placed) => hostPorts(placed.pod));
  return !wanted.some((one) => taken.some((other) => isSamePort(one, other)));
}

interface HostPort {
  readonly port: number;
  readonly protocol: string;
  readonly ip: string;
}

const hostPorts = ({ spec }: DeepReadonly<Pod>): readonly HostPort[] =>
  spec.containers.flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort = 0, protocol = 'TCP', hostIP = '' }) =>
      hostPort > 0 ? [{ port: hostPort, protocol, ip: hostIP === '' ? '0.0.0.0' : hostIP }] : [],
    ),
  );

const isSamePort = (one: HostPort, other: HostPort): boolean =>
  one.port === other.port &&
  one.protocol === other.protocol &&
  (one.ip === other.ip || one.ip === '0.0.0.0' || other.ip === '0.0.0.0');
