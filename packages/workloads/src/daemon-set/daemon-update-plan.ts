/**
 * The next step of a rolling update of a daemon set: old pods are deleted first, as many as may be missing; or new ones come beside them first, as many as may be too many.
 * Nothing is written here.
 * Upstream: kubernetes pkg/controller/daemon rollingUpdate.
 */
import { deletionStarted } from '@reeve/machinery';
import { isPodAvailable } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { daemonFenceposts } from './daemon-fenceposts.ts';
import type { DaemonNode } from './daemon-nodes.ts';
import type { DaemonPlan, DaemonView } from './daemon-plan.ts';
import { isUpdated } from './daemon-pod.ts';
import type { ReadDaemonSet } from './daemon-pod.ts';

/** How far a node is. */
interface NodeUpdate {
  readonly node: DaemonNode;
  readonly newPod: ReadPod | undefined;
  readonly oldPod: ReadPod | undefined;
  /** True when there are several of one kind, which have to go first. */
  readonly isCrowded: boolean;
}

/** What the update does next. */
export function daemonUpdatePlan(set: ReadDaemonSet, nodes: readonly DaemonNode[], view: DaemonView): DaemonPlan {
  if (set.spec.updateStrategy?.type === 'OnDelete') return { create: [], delete: [] };
  const wanted = nodes.filter(({ verdict }) => verdict === 'run').length;
  const { maxSurge, maxUnavailable } = daemonFenceposts(set, wanted);
  const updates = nodes
    .filter(({ verdict, pods }) => verdict === 'run' || pods.length > 0)
    .map((node) => updateOf(set, node, view.hash));
  const isAvailable = (pod: ReadPod): boolean => isPodAvailable(pod, set.spec.minReadySeconds ?? 0, view.nowMs);
  return maxSurge === 0
    ? { create: [], delete: replaced(updates, maxUnavailable, isAvailable) }
    : surging(updates, { maxSurge, wanted }, isAvailable);
}

/** Old pods that serve nobody, and of the others as many as may be missing. */
function replaced(
  updates: readonly NodeUpdate[],
  maxUnavailable: number,
  isAvailable: (pod: ReadPod) => boolean,
): readonly ReadPod[] {
  const single = updates.filter(({ isCrowded, newPod, oldPod }) => !isCrowded && !(newPod && oldPod));
  const old = single.flatMap(({ oldPod }) => oldPod ?? []);
  const serving = old.filter(isAvailable);
  const renewed = single.flatMap(({ newPod }) => newPod ?? []).filter(isAvailable);
  const missing = updates.length - serving.length - renewed.length;
  return [...old.filter((pod) => !isAvailable(pod)), ...serving.slice(0, Math.max(0, maxUnavailable - missing))];
}

/** New pods beside old ones, at once where the old one does not serve; old ones go when the new one serves. */
function surging(
  updates: readonly NodeUpdate[],
  { maxSurge, wanted }: { readonly maxSurge: number; readonly wanted: number },
  isAvailable: (pod: ReadPod) => boolean,
): DaemonPlan {
  const orderly = updates.filter(({ isCrowded }) => !isCrowded);
  const beside = orderly.filter(({ newPod, oldPod }) => newPod !== undefined && oldPod !== undefined);
  const isWaiting = ({ newPod }: NodeUpdate): boolean => newPod !== undefined && !isAvailable(newPod);
  const alone = orderly.filter(({ newPod, oldPod }) => newPod === undefined && oldPod !== undefined);
  const isServing = ({ oldPod }: NodeUpdate): boolean => oldPod !== undefined && isAvailable(oldPod);
  const isWanted = ({ node }: NodeUpdate): boolean => node.verdict === 'run';
  const surges = updates.length - orderly.length + beside.filter(isWaiting).length;
  const available = orderly.filter(({ newPod, oldPod }) => {
    const pod = oldPod ?? newPod;
    return pod !== undefined && isAvailable(pod);
  }).length;

  const candidates = alone
    .filter(isServing)
    .filter(isWanted)
    .slice(0, Math.max(0, maxSurge - surges));
  const leaving = alone.filter((one) => !isWanted(one));
  const gone = [
    ...beside.filter((one) => !isWaiting(one)),
    ...leaving.filter((one) => !isServing(one)),
    ...leaving.filter(isServing).slice(0, Math.max(0, available - wanted)),
  ];
  return {
    create: [...alone.filter((one) => !isServing(one)).filter(isWanted), ...candidates].map(({ node }) => node.name),
    delete: gone.flatMap(({ oldPod }) => oldPod ?? []),
  };
}

function updateOf(set: ReadDaemonSet, node: DaemonNode, hash: string): NodeUpdate {
  const staying = node.pods.filter((pod) => !deletionStarted(pod));
  const updated = staying.filter((pod) => isUpdated(set, pod, hash));
  const old = staying.filter((pod) => !isUpdated(set, pod, hash));
  return { node, newPod: updated[0], oldPod: old[0], isCrowded: updated.length > 1 || old.length > 1 };
}
