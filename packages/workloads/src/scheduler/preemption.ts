/**
 * Which pods must go so that a more important one has a place: on one node, as few and as unimportant ones as will do. Budgets for disruptions are not looked at.
 * Upstream: scheduler's DefaultPreemption plugin.
 */
import { deletionStarted } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { Pod } from '@reeve/kinds/core/v1';
import type { NodeView, PlacedPod } from './cluster-picture.ts';
import { filtersFor } from './filters.ts';
import { minus } from './amounts.ts';

/** Who must go, and from where. */
export interface Preemption {
  readonly node: string;
  readonly victims: readonly PlacedPod[];
}

/** The least that makes a place for the pod; undefined when nothing does, or room is being made already. */
export function preemptionFor(
  pod: DeepReadonly<Pod>,
  nodes: readonly NodeView[],
  candidates: readonly NodeView[],
): Preemption | undefined {
  if (pod.spec.preemptionPolicy === 'Never' || isBeingMade(pod, nodes)) return undefined;
  const found = candidates.flatMap((view) => {
    const victims = victimsOn(pod, view, nodes);
    return victims === undefined || victims.length === 0 ? [] : [{ node: view.name, victims }];
  });
  return found.toSorted(
    (one, other) =>
      highest(one.victims) - highest(other.victims) ||
      one.victims.length - other.victims.length ||
      (one.node < other.node ? -1 : 1),
  )[0];
}

/** True while pods leave the node that was promised to this one. */
function isBeingMade(pod: DeepReadonly<Pod>, nodes: readonly NodeView[]): boolean {
  const promised = nodes.find(({ name }) => name === pod.status?.nominatedNodeName);
  if (promised === undefined) return false;
  return [...promised.pods.values()].some((one) => isLess(one, pod) && deletionStarted(one.pod));
}

/** Those that must leave a node; undefined when it would not do without all that could. */
function victimsOn(
  pod: DeepReadonly<Pod>,
  view: NodeView,
  nodes: readonly NodeView[],
): readonly PlacedPod[] | undefined {
  const fits = (gone: readonly PlacedPod[]): boolean => {
    const left = withoutPods(view, gone);
    const others = nodes.map((one) => (one.name === view.name ? left : one));
    return (
      filtersFor(
        pod,
        others,
        others.flatMap(({ pods }) => [...pods.values()]),
      )(left) === undefined
    );
  };
  let victims = [...view.pods.values()].filter((one) => isLess(one, pod));
  if (!fits(victims)) return undefined;
  for (const one of victims.toSorted((a, b) => priorityOf(b.pod) - priorityOf(a.pod))) {
    const fewer = victims.filter((other) => other !== one);
    if (fits(fewer)) victims = fewer;
  }
  return victims;
}

function withoutPods(view: NodeView, gone: readonly PlacedPod[]): NodeView {
  const pods = new Map([...view.pods].filter(([, placed]) => !gone.includes(placed)));
  const requested = gone.reduce((sum, { requests }) => minus(sum, requests), view.requested);
  return { ...view, pods, requested };
}

const priorityOf = ({ spec }: DeepReadonly<Pod>): number => spec.priority ?? 0;

const isLess = ({ pod: one }: PlacedPod, other: DeepReadonly<Pod>): boolean => priorityOf(one) < priorityOf(other);

const highest = (victims: readonly PlacedPod[]): number => Math.max(...victims.map(({ pod }) => priorityOf(pod)));
