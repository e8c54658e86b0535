/**
 * A real kube-apiserver with its kube-controller-manager, and the embedded server with ours, each with the same scheduler and virtual nodes; and scenarios that run on both.
 */
import { randomBytes } from 'node:crypto';
import { ApiServer } from '@reeve/apiserver';
import { connect, KubeConfig } from '@reeve/client';
import type { Cluster } from '@reeve/client';
import { Namespace, ServiceAccount } from '@reeve/kinds/core/v1';
import { deepEqual, nodeHost } from '@reeve/machinery';
import { Workloads } from '@reeve/workloads';
import { startRealCluster } from '../../../tools/real-cluster/start.mjs';
import { withoutKnownDifferences } from './known-differences.ts';
import { ScenarioSide, type Scenario } from './scenario-side.ts';
import { settledObjects, settledValue } from './settled-objects.ts';

/** What both sides ended in. */
export interface Outcome {
  readonly real: unknown;
  readonly ours: unknown;
}

/** How long both may take to end in the same objects once a scenario is over. */
const convergeMs = 20_000;

const timing = { createMs: 0, pullMs: 0, runMs: 0, stopMs: 0 };

export class BothClusters implements AsyncDisposable {
  readonly #real: Awaited<ReturnType<typeof startRealCluster>>;
  readonly #connection: Cluster;
  readonly #server: ApiServer;
  readonly #workloads: readonly Workloads[];

  private constructor(
    real: Awaited<ReturnType<typeof startRealCluster>>,
    connection: Cluster,
    server: ApiServer,
    workloads: readonly Workloads[],
  ) {
    this.#real = real;
    this.#connection = connection;
    this.#server = server;
    this.#workloads = workloads;
  }

  static async start(assets: string | undefined): Promise<BothClusters> {
    const [real, server] = await Promise.all([
      startRealCluster({ assets, controllerManager: true }),
      ApiServer.start({ profile: 'cluster' }),
    ]);
    const connection = connect((await KubeConfig.parse(real.kubeconfigText)).connection());
    const workloads = await Promise.all([
      Workloads.start({
        transport: connection.transport,
        nodes: 3,
        timing,
        parts: ['scheduler', 'kubelet'],
        heartbeatMs: 10_000,
      }),
      Workloads.start({ transport: server.transport, nodes: 3, timing }),
    ]);
    return new BothClusters(real, connection, server, workloads);
  }

  /** Plays a scenario on both, each in a fresh namespace of the same name, and waits for both to end in the same. */
  async play(scenario: Scenario, signal: AbortSignal): Promise<Outcome> {
    const namespace = `scene-${randomBytes(4).toString('hex')}`;
    const sides = [
      new ScenarioSide('the real cluster', this.#connection.transport, namespace, signal),
      new ScenarioSide('ours', this.#server.transport, namespace, signal),
    ];
    const results = await Promise.all(sides.map((side) => playOn(side, scenario)));
    const deadline = nodeHost().clock.monotonic() + convergeMs;
    for (;;) {
      const [real, ours] = await Promise.all(sides.map((side, at) => endOf(side, results[at])));
      if (deepEqual(real, ours) || nodeHost().clock.monotonic() > deadline) return { real, ours };
      await nodeHost().sleep(1000, signal);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#workloads.map((workloads) => workloads.stop()));
    await this.#connection.close();
    await Promise.all([this.#real.stop(), this.#server.stop()]);
  }
}

async function playOn(side: ScenarioSide, scenario: Scenario): Promise<unknown> {
  await side.create(Namespace, side.namespace, {});
  await side.until(ServiceAccount, 'default', () => true);
  return settledValue(await scenario(side));
}

async function endOf(side: ScenarioSide, result: unknown): Promise<object> {
  return withoutKnownDifferences({ result, objects: await settledObjects(side) }) as object;
}
