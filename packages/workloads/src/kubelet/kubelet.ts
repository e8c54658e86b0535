/**
 * The kubelets of all virtual nodes: brings pods that are bound to one through their lives, and reports what a kubelet reports. It decides in `PodRun`, by the host's clock;
 * here is what reads and writes. A pod at rest has no timer and sends nothing.
 * Upstream: kubelet's sync loop and status manager.
 */
import { strategicPatch } from '@reeve/client';
import { Node, Pod } from '@reeve/kinds/core/v1';
import type { PodStatus } from '@reeve/kinds/core/v1';
import {
  compareResourceVersions,
  finalizersOf,
  isNotFound,
  referenceTo,
  resourceVersionOf,
  semanticDerivative,
} from '@reeve/machinery';
import type { DeepReadonly, Host, ObjectKey } from '@reeve/machinery';
import { defineController, predicate, watch } from '@reeve/runtime';
import type { ControllerDefinition, EventRecorder, ReconcileContext } from '@reeve/runtime';
import { PodsOnNodes } from '../node/pods-on-nodes.ts';
import { isLostNode, isVirtualNode, nodeAddress } from '../node/virtual-node.ts';
import { isPodBound } from '../pod/pod-state.ts';
import type { BehaviourOf, KubeletTiming } from './container-behaviour.ts';
import type { ContainerEvent } from './container-run.ts';
import { PodRuns, type KnownPod } from './pod-runs.ts';
import { canBeRemoved, podStatus } from './pod-status.ts';

/** How the kubelets behave. */
export interface KubeletOptions {
  readonly host: Host;
  readonly timing?: Partial<KubeletTiming>;
  /** What containers do, before what pods declare themselves. */
  readonly behaviour?: BehaviourOf;
  /** Where a node's kubelet tells people what happens; as the controller itself unless given. */
  readonly recorder?: (node: string) => EventRecorder;
}

/** The controller that is the kubelets. */
export function kubelet(options: KubeletOptions): ControllerDefinition<typeof Pod> {
  const kubelets = new Kubelets(options);
  return defineController({
    name: 'kubelet',
    for: Pod,
    predicates: [predicate<Pod>('bound', { create: isPodBound, update: isPodBound })],
    watches: [watch(Node, kubelets.nodeMapper)],
    maxConcurrent: 8,
    events: 'core',
    toleratedRepeats: Infinity, // a crash loop is what it is there for
    reconcile: (pod, ctx) => kubelets.reconcile(pod, ctx),
    gone: (key) => kubelets.forget(key),
  });
}

class Kubelets {
  readonly #host: Host;
  readonly #recorder: KubeletOptions['recorder'];
  readonly #runs: PodRuns;
  readonly #onNodes = new PodsOnNodes();

  constructor({ recorder, ...options }: KubeletOptions) {
    this.#host = options.host;
    this.#recorder = recorder;
    this.#runs = new PodRuns(options);
  }

  /** A node that comes or goes, is lost or found, is a matter of all its pods. */
  readonly nodeMapper = this.#onNodes.mapper((node) => String(isServed(node)));

  async reconcile(
    pod: DeepReadonly<Pod>,
    ctx: ReconcileContext<typeof Pod>,
  ): Promise<{ requeueAfterMs?: number } | undefined> {
    const { nodeName = '' } = pod.spec;
    if (nodeName === '') return undefined;
    this.#onNodes.note(ctx.key, nodeName);
    const node = await ctx.get(Node, nodeName);
    if (node === undefined || !isServed(node)) return undefined;
    const known = await this.#runs.of(pod, node, ctx);
    const nextMs = known.run.advance(pod, this.#host.clock.now());
    for (const event of this.#runs.takeEvents()) this.#tell(pod, nodeName, event, ctx);
    await this.#report(pod, node, known, ctx);
    return nextMs === Infinity ? {} : { requeueAfterMs: Math.max(1, nextMs - this.#host.clock.now()) };
  }

  forget(key: ObjectKey): void {
    this.#runs.forget(key);
    this.#onNodes.forget(key);
  }

  #tell(
    pod: DeepReadonly<Pod>,
    node: string,
    { container, ...said }: ContainerEvent,
    ctx: ReconcileContext<typeof Pod>,
  ): void {
    if (this.#recorder === undefined) return ctx.event(said);
    const isInit = (pod.spec.initContainers ?? []).some((init) => init.name === container);
    const fieldPath = `spec.${isInit ? 'initContainers' : 'containers'}{${container}}`;
    this.#recorder(node).event({ ...referenceTo({ ...pod, apiVersion: 'v1', kind: 'Pod' }), fieldPath }, said);
  }

  /** Writes the status where it differs from what the server has, and removes a pod that was told to go and has ended. */
  async #report(
    pod: DeepReadonly<Pod>,
    node: DeepReadonly<Node>,
    known: KnownPod,
    ctx: ReconcileContext<typeof Pod>,
  ): Promise<void> {
    const isLast = canBeRemoved(pod, known.run);
    if (!isLast || finalizersOf(pod).length > 0) await this.#writeStatus(pod, node, known, ctx); // a last status is only seen where something holds the pod
    if (isLast && (pod.metadata.deletionGracePeriodSeconds ?? 0) !== 0)
      await ctx.delete(Pod, pod, { gracePeriodSeconds: 0 });
  }

  async #writeStatus(
    pod: DeepReadonly<Pod>,
    node: DeepReadonly<Node>,
    known: KnownPod,
    { client, signal }: ReconcileContext<typeof Pod>,
  ): Promise<void> {
    const { written } = known;
    const isBehind = written !== undefined && isOlder(pod, written.version);
    const status = podStatus(pod, known.run, { nodeAddress: nodeAddress(node), nowMs: this.#host.clock.now() });
    if (semanticDerivative(status, isBehind ? written.status : (pod.status ?? {}))) return;
    try {
      const patch = strategicPatch({ metadata: { uid: known.uid }, status: withClearedWords(status) });
      const result = await client.patchStatus(Pod, pod, patch, { signal, fieldManager: 'kubelet' });
      known.written = { status: result.status ?? {}, version: resourceVersionOf(result) ?? '' };
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

/** True of a node whose kubelet is at work. */
const isServed = (node: DeepReadonly<Node>): boolean => isVirtualNode(node) && !isLostNode(node);

const isOlder = (pod: DeepReadonly<Pod>, version: string): boolean => {
  const own = resourceVersionOf(pod);
  return own !== undefined && compareResourceVersions(own, version) < 0;
};

/** Words that a condition no longer has are taken away: a strategic patch keeps what it does not mention. */
const withClearedWords = ({ conditions = [], ...status }: PodStatus): object => ({
  ...status,
  conditions: conditions.map((condition) => ({ reason: null, message: null, ...condition })),
});
