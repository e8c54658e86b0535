/**
 * Plays the kubelets' part for Node objects: fills in what a node reports of itself, and holds its Lease.
 *
 * A virtual node cannot die by itself, so that its Lease needs no renewal: unless told otherwise it is written once, for as long as a Lease can last, and a cluster at rest
 * sends nothing. A node that is made to be lost leaves a last Lease of the usual forty seconds behind, from which those who watch notice as they would. With `heartbeatMs`,
 * Leases are renewed at that rate, as a controller manager that is not ours wants it.
 * Upstream: kubelet's node status and lease controllers.
 */
import { strategicPatch } from '@reeve/client';
import { Lease } from '@reeve/kinds/coordination/v1';
import { Node } from '@reeve/kinds/core/v1';
import {
  formatMicroTime,
  isAlreadyExists,
  microsFromMs,
  nameOf,
  parseTime,
  semanticDerivative,
  uidOf,
} from '@reeve/machinery';
import type { DeepReadonly, Host } from '@reeve/machinery';
import { defineController, watch } from '@reeve/runtime';
import type { ControllerDefinition, ReconcileContext } from '@reeve/runtime';
import { isLostNode, isVirtualNode, virtualNodeStatus } from './virtual-node.ts';

/** How virtual nodes are kept. */
export interface VirtualNodeControllerOptions {
  readonly host: Host;
  /** What nodes by these names have room for. */
  readonly capacities?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** How often Leases are renewed; never unless given. */
  readonly heartbeatMs?: number;
}

/** The namespace of the Leases of nodes. */
export const nodeLeaseNamespace = 'kube-node-lease';

/** The longest time that a Lease can say, and the one that kubelets use. */
const longestSeconds = 2 ** 31 - 1;
const usualSeconds = 40;

/** The controller of virtual nodes. */
export const virtualNodeController = (options: VirtualNodeControllerOptions): ControllerDefinition<typeof Node> =>
  defineController({
    name: 'virtual-node',
    for: Node,
    watches: [watch(Lease, ({ metadata }) => (metadata.namespace === nodeLeaseNamespace ? [metadata.name ?? ''] : []))],
    maxConcurrent: 8,
    async reconcile(node, ctx) {
      if (!isVirtualNode(node)) return undefined;
      if (isLostNode(node)) return leaveLastLease(node, ctx, options);
      await reportStatus(node, ctx, options);
      return await holdLease(node, ctx, options);
    },
  });

type Context = Pick<ReconcileContext<typeof Node>, 'client' | 'get' | 'create' | 'update' | 'signal'>;

async function reportStatus(
  node: DeepReadonly<Node>,
  { client, signal }: Context,
  { host, capacities = {} }: VirtualNodeControllerOptions,
): Promise<void> {
  const name = nameOf(node) ?? '';
  const capacity = Object.hasOwn(capacities, name) ? (capacities[name] ?? {}) : {};
  const status = virtualNodeStatus(node, capacity, host.clock.now());
  if (semanticDerivative(status, node.status ?? {})) return;
  await client.patchStatus(Node, node, strategicPatch({ status }), { signal, fieldManager: 'kubelet' });
}

async function holdLease(
  node: DeepReadonly<Node>,
  ctx: Context,
  { host, heartbeatMs }: VirtualNodeControllerOptions,
): Promise<{ requeueAfterMs?: number }> {
  const lease = await ctx.get(Lease, leaseKey(node));
  const seconds = heartbeatMs === undefined ? longestSeconds : usualSeconds;
  const isHeld = lease?.spec?.leaseDurationSeconds === seconds;
  const renewedMs = parseTime(lease?.spec?.renewTime) ?? 0;
  const dueMs = renewedMs + (heartbeatMs ?? Infinity) - host.clock.now();
  if (!isHeld || dueMs <= 0) await writeLease(node, lease, ctx, seconds, host.clock.now());
  return heartbeatMs === undefined ? {} : { requeueAfterMs: isHeld && dueMs > 0 ? dueMs : heartbeatMs };
}

/** The Lease of a node that is about to fall silent: it lasts as long as those of others. */
async function leaveLastLease(
  node: DeepReadonly<Node>,
  ctx: Context,
  { host }: VirtualNodeControllerOptions,
): Promise<undefined> {
  const lease = await ctx.get(Lease, leaseKey(node));
  if (lease?.spec?.leaseDurationSeconds !== longestSeconds) return;
  await writeLease(node, lease, ctx, usualSeconds, host.clock.now());
}

const leaseKey = (node: DeepReadonly<Node>): string => `${nodeLeaseNamespace}/${nameOf(node) ?? ''}`;

async function writeLease(
  node: DeepReadonly<Node>,
  lease: DeepReadonly<Lease> | undefined,
  ctx: Context,
  leaseDurationSeconds: number,
  nowMs: number,
): Promise<void> {
  const name = nameOf(node) ?? '';
  const renewTime = formatMicroTime(microsFromMs(nowMs));
  const spec = { holderIdentity: name, leaseDurationSeconds, renewTime };
  if (lease !== undefined) {
    await ctx.update(Lease, { ...lease, spec });
    return;
  }
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name, uid: uidOf(node) ?? '' }];
  try {
    await ctx.create(Lease, { metadata: { name, namespace: nodeLeaseNamespace, ownerReferences }, spec });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error; // the cache will know it in a moment
  }
}
