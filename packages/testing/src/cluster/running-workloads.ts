/**
 * What brings pods to ready in a test: the controllers of a cluster, a scheduler and virtual nodes, beside the controllers of the test. Loaded only where nodes are asked for, and before the test
 * begins, as a virtual clock does not wait for files.
 */
import type { ApiServerOptions } from '@reeve/apiserver';
import type { Host, Transport } from '@reeve/machinery';
import type * as Loaded from '@reeve/workloads';
import type { Workloads, WorkloadsOptions } from '@reeve/workloads';

/** How virtual nodes and the controllers around them behave. */
export type NodeOptions = Omit<WorkloadsOptions, 'transport' | 'host' | 'nodes' | 'leaderElection'>;

/** What is asked for. */
export interface RunningWorkloadsOptions extends NodeOptions {
  readonly host: Host;
  readonly nodes: NonNullable<WorkloadsOptions['nodes']>;
  readonly onFailure: (error: unknown) => void;
}

/** Workloads that can be stopped and started again. */
export class RunningWorkloads {
  readonly #start: typeof Workloads.start;
  readonly #options: RunningWorkloadsOptions;
  /** Answers for the logs of pods and for commands in them. */
  readonly podRuntime: NonNullable<ApiServerOptions['podRuntime']>;
  #transport: Transport | undefined;
  #running: Workloads | undefined;

  private constructor(loaded: typeof Loaded, options: RunningWorkloadsOptions) {
    const { host, behaviour } = options;
    this.#start = (wanted) => loaded.Workloads.start(wanted);
    this.#options = options;
    this.podRuntime = loaded.virtualPodRuntime({
      host,
      transport: () => this.#transport,
      ...(behaviour && { behaviour }),
    });
  }

  /** Loads what is needed; nothing runs yet. */
  static async load(options: RunningWorkloadsOptions): Promise<RunningWorkloads> {
    return new RunningWorkloads(await import('@reeve/workloads'), options);
  }

  /** Resolves when nodes are there and pods are looked after. */
  async start(transport: Transport): Promise<void> {
    const { onFailure, ...options } = this.#options;
    this.#transport = transport;
    const running = (this.#running = await this.#start({ ...options, transport }));
    running.ended.catch(onFailure);
  }

  /** What they are busy with; undefined where they wait for something to happen. */
  get busy(): string | undefined {
    for (const [name, { load }] of this.#running?.manager.controllers ?? []) {
      if (load.ready + load.held > 0) return `${name} of the cluster has ${load.ready + load.held} requests to work on`;
    }
    return undefined;
  }

  /** Ends them. That they failed was told before. */
  async stop(): Promise<void> {
    await this.#running?.stop().catch(() => undefined);
    this.#running = undefined;
  }
}
