/**
 * The workloads of a cluster, running: controllers, scheduler and kubelets of virtual nodes in one manager, over any API server. At rest it sends nothing and sets no timer.
 * Upstream: kube-controller-manager, kube-scheduler and kubelet; kwok for the idea of nodes that are not there.
 */
import { nodeHost } from '@reeve/machinery';
import type { Host, Transport } from '@reeve/machinery';
import { Manager, silentLogger } from '@reeve/runtime';
import type { LeaderElectionOptions, Logger } from '@reeve/runtime';
import type { MetricsSource } from './autoscale/metrics-source.ts';
import type { BehaviourOf, KubeletTiming } from './kubelet/container-behaviour.ts';
import { kubeletEvents } from './kubelet/kubelet-events.ts';
import { nodesOf, registerNodes } from './node/register-nodes.ts';
import type { VirtualNodeOptions } from './node/virtual-node.ts';
import { workloadControllers, type WorkloadPart } from './workload-controllers.ts';

/** What a cluster's workloads are made of. */
export interface WorkloadsOptions {
  /** The way to the server, as somebody who may do everything. */
  readonly transport: Transport;
  readonly host?: Host;
  readonly log?: Logger;
  /** The virtual nodes: so many, named `node-1` and so on, or these. One unless given. */
  readonly nodes?: number | readonly VirtualNodeOptions[];
  /** How long things take on virtual nodes. */
  readonly timing?: Partial<KubeletTiming>;
  /** What containers do, before what pods declare themselves: failures on demand. */
  readonly behaviour?: BehaviourOf;
  /** Which parts there are; all unless given. With a controller manager that is not ours: `['scheduler', 'kubelet']`. */
  readonly parts?: readonly WorkloadPart[];
  /** How often virtual nodes renew their Leases; never unless given. A controller manager that is not ours wants 10,000. */
  readonly heartbeatMs?: number;
  /** Where autoscalers take their numbers from; what is left out is asked of the server. */
  readonly metrics?: MetricsSource;
  readonly leaderElection?: LeaderElectionOptions;
  /**
   * True when the server is in this process, and nothing comes between: watches then stay open for a day at least and need no signs of life, so that time in which nothing
   * happens costs next to nothing. Virtual months pass in a moment. Not for lines that may fall silent.
   */
  readonly isLocal?: boolean;
}

/** Running workloads. */
export class Workloads implements AsyncDisposable {
  readonly manager: Manager;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;

  private constructor(manager: Manager) {
    this.manager = manager;
    this.#ended = manager.run({ signal: this.#stop.signal });
    this.#ended.catch(() => undefined); // whoever asks for `ended` or stops hears it
  }

  /** Starts them. They work when this resolves: caches are filled, and nodes are there. */
  static async start(options: WorkloadsOptions): Promise<Workloads> {
    const {
      transport,
      host = nodeHost(),
      log = silentLogger,
      leaderElection,
      timing,
      behaviour,
      heartbeatMs,
    } = options;
    const parts = options.parts ?? ['controllers', 'scheduler', 'kubelet'];
    const nodes = parts.includes('kubelet') ? nodesOf(options.nodes ?? 1) : [];
    const manager = new Manager({
      transport,
      host,
      log,
      tracing: false,
      ...(leaderElection && { leaderElection }),
      ...(options.isLocal === true && { cache: quietWatches }),
    });
    const events = kubeletEvents({ client: manager.client, host, log });
    const registration = registerNodes(manager.client, host, nodes);
    const controllers = workloadControllers({
      host,
      parts,
      nodes,
      recorder: events.recorder,
      ...(timing && { timing }),
      ...(behaviour && { behaviour }),
      ...(heartbeatMs !== undefined && { heartbeatMs }),
      ...(options.metrics && { metrics: options.metrics }),
    });
    manager.add(events.runnable).add(registration);
    for (const controller of controllers) manager.add(controller);
    const workloads = new Workloads(manager);
    await Promise.race([registration.registered, workloads.ended]);
    return workloads;
  }

  /** Resolves when all has ended; rejects with what ended it. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Ends them, and waits until they have. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** Nothing is asked and nothing is told while nothing happens. */
const quietWatches = { streaming: false, bookmarks: false, minWatchTimeoutMs: 86_400_000 };
