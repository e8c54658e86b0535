/**
 * A cluster in virtual time with virtual nodes and their kubelets, for tests that put pods there by hand.
 */
import { Pod, Node } from '@reeve/kinds/core/v1';
import type { PodSpec } from '@reeve/kinds/core/v1';
import { VirtualHost } from '@reeve/machinery';
import { CoreEvent } from '@reeve/runtime';
import type { EventInput, EventSubject } from '@reeve/runtime';
import type { AnyController } from '@reeve/testing';
import { TestCluster } from '@reeve/testing';
import { kubelet, virtualNode, virtualNodeController, type KubeletOptions } from '@reeve/workloads';

export interface NodeWorld {
  readonly host: VirtualHost;
  readonly cluster: TestCluster;
  /** Lets everything happen until so much later. */
  passes(ms: number): Promise<void>;
  pod(name?: string): Promise<Pod>;
  create(spec?: Partial<PodSpec>, annotations?: Record<string, string>): Promise<Pod>;
  said(): Promise<string[]>;
}

/** Runs a test with one virtual node, `node-1`. */
export async function onNode(
  test: (world: NodeWorld) => Promise<void>,
  options: Omit<KubeletOptions, 'host'> = {},
): Promise<void> {
  const host = new VirtualHost({ seed: 1 });
  const world: { cluster?: TestCluster } = {};
  const recorder = () => ({
    event: (about: EventSubject, said: EventInput) =>
      world.cluster?.manager.coreEventRecorder('kubelet').event(about, said),
  });
  const controllers = [kubelet({ host, recorder, ...options }), virtualNodeController({ host })];
  await using running = await TestCluster.start({
    host,
    controllers: controllers as unknown as AnyController[],
    manager: { undeclaredRequests: 'allow' },
  });
  world.cluster = running;
  await running.run(async () => {
    await running.client.create(Node, virtualNode({ name: 'node-1' }));
    await test(worldOf(host, running));
  });
}

function worldOf(host: VirtualHost, cluster: TestCluster): NodeWorld {
  return {
    host,
    cluster,
    passes: (ms) => host.sleep(ms),
    pod: (name = 'web') => cluster.client.get(Pod, `default/${name}`),
    create: (spec = {}, annotations = {}) =>
      cluster.client.create(Pod, {
        metadata: { name: 'web', namespace: 'default', annotations },
        spec: { nodeName: 'node-1', containers: [{ name: 'main', image: 'nginx' }], ...spec },
      }),
    said: async () => {
      const { items } = await cluster.client.list(CoreEvent, { namespace: 'default' });
      return items
        .filter(({ involvedObject }) => involvedObject.kind === 'Pod')
        .map(({ reason = '', message = '' }) => `${reason}: ${message}`);
    },
  };
}
