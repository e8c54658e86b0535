/**
 * Notices nodes that have fallen silent, and says by taints how nodes are. A node's Lease says how long its word counts; what is observed by the local clock counts, not what
 * is written, so that clocks may differ. It waits for the moment a Lease runs out and otherwise for events: nothing polls.
 * Upstream: kubernetes pkg/controller/nodelifecycle.
 */
import { strategicPatch } from '@reeve/client';
import { Lease } from '@reeve/kinds/coordination/v1';
import { Node, Pod } from '@reeve/kinds/core/v1';
import type { NodeCondition } from '@reeve/kinds/core/v1';
import { findCondition, formatTime, nameOf } from '@reeve/machinery';
import type { DeepReadonly, Host, ObjectKey } from '@reeve/machinery';
import { defineController, index, watch } from '@reeve/runtime';
import type { ControllerDefinition, FieldIndex, ReconcileContext } from '@reeve/runtime';
import { isPodReady, podCondition } from '../pod/pod-state.ts';
import { nodeTaints } from './node-taints.ts';
import { nodeLeaseNamespace } from './virtual-node-controller.ts';

/** How nodes are watched. */
export interface NodeLifecycleOptions {
  readonly host: Host;
  /** How long a node may be silent at least; 50 seconds unless given. */
  readonly graceMs?: number;
}

/** Longer than this a Lease counts as one that never runs out. */
const foreverMs = 365 * 86_400_000;

/** The controller of nodes that fall silent. */
export function nodeLifecycleController({
  host,
  graceMs = 50_000,
}: NodeLifecycleOptions): ControllerDefinition<typeof Node> {
  const heard = new Heard(host, graceMs);
  return defineController({
    name: 'node-controller',
    for: Node,
    watches: [
      watch(Lease, ({ metadata }) => (metadata.namespace === nodeLeaseNamespace ? [metadata.name ?? ''] : [])),
      watch(Pod, () => []),
    ],
    indexes: [podNodeIndex],
    maxConcurrent: 8,
    events: 'core',
    async reconcile(node, ctx) {
      const silentInMs = heard.silentIn(ctx.key, node, await ctx.get(Lease, `${nodeLeaseNamespace}/${ctx.key}`));
      const current = silentInMs <= 0 ? await giveUp(node, ctx, host.clock.now()) : node;
      await adjustTaints(current, ctx, host.clock.now());
      if (!isReady(current)) await markPods(current, ctx, host.clock.now());
      return silentInMs > 0 && silentInMs < foreverMs ? { requeueAfterMs: silentInMs } : {};
    },
    gone: (key) => heard.forget(key),
  });
}

type Context = ReconcileContext<typeof Node>;

/** The pods of a node by `spec.nodeName`. */
const podNodeIndex: FieldIndex = index(Pod, 'spec.nodeName', (pod) => [
  (pod as { readonly spec?: { readonly nodeName?: string } }).spec?.nodeName ?? '', // a pod, by the kind of the index
]);

/** When nodes were last heard of, by the local clock. */
class Heard {
  readonly #host: Host;
  readonly #graceMs: number;
  readonly #last = new Map<ObjectKey, { readonly word: string; readonly atMs: number }>();

  constructor(host: Host, graceMs: number) {
    this.#host = host;
    this.#graceMs = graceMs;
  }

  /** In how long the node counts as silent; 0 or less when it does. */
  silentIn(key: ObjectKey, node: DeepReadonly<Node>, lease: DeepReadonly<Lease> | undefined): number {
    const heartbeat = node.status?.conditions?.find(({ reason }) => reason !== 'NodeStatusUnknown')?.lastHeartbeatTime;
    const word = JSON.stringify([lease?.spec?.renewTime, heartbeat]);
    const nowMs = this.#host.clock.monotonic();
    if (this.#last.get(key)?.word !== word) this.#last.set(key, { word, atMs: nowMs });
    const leaseMs = (lease?.spec?.leaseDurationSeconds ?? 0) * 1000;
    return (this.#last.get(key)?.atMs ?? nowMs) + Math.max(this.#graceMs, leaseMs) - nowMs;
  }

  forget(key: ObjectKey): void {
    this.#last.delete(key);
  }
}

const isReady = ({ status }: DeepReadonly<Node>): boolean =>
  findCondition(status?.conditions, 'Ready')?.status === 'True';

/** What a kubelet reports, of which nothing is known once it is silent. */
const reported = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

/** Says that nothing is known of a node any more. */
async function giveUp(node: DeepReadonly<Node>, ctx: Context, nowMs: number): Promise<DeepReadonly<Node>> {
  const now = formatTime(nowMs);
  const conditions = reported.flatMap((type): NodeCondition[] => {
    const before = findCondition(node.status?.conditions, type);
    if (before?.status === 'Unknown') return [];
    return [{ ...silence(before), type, status: 'Unknown', lastTransitionTime: now }];
  });
  if (conditions.length === 0) return node;
  const name = nameOf(node) ?? '';
  if (isReady(node)) ctx.event({ reason: 'NodeNotReady', message: `Node ${name} status is now: NodeNotReady` });
  const { client, signal } = ctx;
  return await client.patchStatus(Node, node, strategicPatch({ status: { conditions } }), { signal });
}

function silence(before: DeepReadonly<NodeCondition> | undefined): Omit<NodeCondition, 'type' | 'status'> {
  if (before === undefined) return { reason: 'NodeStatusNeverUpdated', message: 'Kubelet never posted node status.' };
  return { ...before, reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' };
}

/** Gives and takes taints, if somebody else has not changed them since. */
async function adjustTaints(node: DeepReadonly<Node>, { client, signal }: Context, nowMs: number): Promise<void> {
  const taints = nodeTaints(node, nowMs);
  if (taints === undefined) return;
  const { resourceVersion } = node.metadata;
  const patch = { metadata: { resourceVersion }, spec: { taints: taints.length > 0 ? taints : null } };
  await client.patch(Node, node, { type: 'merge', patch }, { signal });
}

/** Pods on a node that is not ready do not serve. */
async function markPods(node: DeepReadonly<Node>, ctx: Context, nowMs: number): Promise<void> {
  const pods = await ctx.list(Pod, { fields: { 'spec.nodeName': nameOf(node) ?? '' } });
  for (const pod of pods.filter(isPodReady)) {
    const condition = {
      ...podCondition(pod, 'Ready'),
      type: 'Ready',
      status: 'False',
      lastTransitionTime: formatTime(nowMs),
    };
    const { client, signal } = ctx;
    await client.patchStatus(Pod, pod, strategicPatch({ status: { conditions: [condition] } }), { signal });
  }
}
