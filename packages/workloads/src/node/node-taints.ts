/**
 * The taints that follow from how a node is: conditions that are not as they should be, and being closed to new pods. Taints of others stay.
 * Upstream: kubernetes pkg/controller/nodelifecycle, its NoSchedule and NoExecute passes.
 */
import { findCondition, formatTime } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { Node, Taint } from '@reeve/kinds/core/v1';

const prefix = 'node.kubernetes.io/';

/** Which taint a status of a condition means. */
const byCondition: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: { False: 'not-ready', Unknown: 'unreachable' },
  MemoryPressure: { True: 'memory-pressure' },
  DiskPressure: { True: 'disk-pressure' },
  NetworkUnavailable: { True: 'network-unavailable' },
  PIDPressure: { True: 'pid-pressure' },
};

const ownKeys = new Set(
  [...Object.values(byCondition).flatMap((statuses) => Object.values(statuses)), 'unschedulable'].map(
    (name) => prefix + name,
  ),
);

/** The taints that the node should have; undefined when it has them. */
export function nodeTaints(node: DeepReadonly<Node>, nowMs: number): readonly DeepReadonly<Taint>[] | undefined {
  const before = node.spec?.taints ?? [];
  const wanted = wantedTaints(node);
  const kept = before.filter((taint) => !isOwn(taint) || wanted.some((one) => isSameTaint(one, taint)));
  const added = wanted.filter((one) => !before.some((taint) => isSameTaint(one, taint)));
  if (kept.length === before.length && added.length === 0) return undefined;
  return [...kept, ...added.map((taint) => ({ ...taint, timeAdded: formatTime(nowMs) }))];
}

function wantedTaints({ spec, status }: DeepReadonly<Node>): readonly Taint[] {
  const names = Object.entries(byCondition).flatMap(([type, statuses]) => {
    const found = findCondition(status?.conditions, type)?.status ?? (type === 'Ready' ? 'False' : '');
    return Object.hasOwn(statuses, found) ? (statuses[found] ?? []) : [];
  });
  const noSchedule = spec?.unschedulable === true ? [...names, 'unschedulable'] : names;
  const noExecute = names.filter((name) => name === 'not-ready' || name === 'unreachable');
  return [
    ...noSchedule.map((name): Taint => ({ key: prefix + name, effect: 'NoSchedule' })),
    ...noExecute.map((name): Taint => ({ key: prefix + name, effect: 'NoExecute' })),
  ];
}

/** Taints that are given and taken here. */
const isOwn = ({ key, effect }: DeepReadonly<Taint>): boolean =>
  ownKeys.has(key) && (effect === 'NoSchedule' || (effect === 'NoExecute' && /\/(not-ready|unreachable)$/.test(key)));

const isSameTaint = (one: DeepReadonly<Taint>, other: DeepReadonly<Taint>): boolean =>
  one.key === other.key && one.effect === other.effect;
