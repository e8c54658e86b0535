/**
 * A cluster in virtual time with nodes that are only objects, and the scheduler: pods get their places, and nobody runs them.
 */
import { Node, Pod } from '@reeve/kinds/core/v1';
import type { NodeSpec, PodSpec } from '@reeve/kinds/core/v1';
import { findCondition, VirtualHost } from '@reeve/machinery';
import { SeriesEvent } from '@reeve/runtime';
import type { AnyController } from '@reeve/testing';
import { TestCluster } from '@reeve/testing';
import { scheduler } from '@reeve/workloads';

export interface SchedulerWorld {
  readonly cluster: TestCluster;
  readonly host: VirtualHost;
  node(name: string, more?: NodeShape): Promise<void>;
  pod(name: string, spec?: Partial<PodSpec>, labels?: Record<string, string>): Promise<void>;
  /** Where pods are, by their names; why not, where they are nowhere. */
  places(): Promise<Record<string, string>>;
  said(): Promise<string[]>;
}

export interface NodeShape {
  readonly labels?: Record<string, string>;
  readonly spec?: NodeSpec;
  readonly allocatable?: Record<string, string>;
}

/** Runs a test with a scheduler. */
export async function scheduling(test: (world: SchedulerWorld) => Promise<void>): Promise<void> {
  const host = new VirtualHost({ seed: 3 });
  const controllers = [scheduler({ host })] as unknown as AnyController[];
  await using cluster = await TestCluster.start({ host, controllers, manager: { undeclaredRequests: 'allow' } });
  await cluster.run(() => test(worldOf(host, cluster)));
}

function worldOf(host: VirtualHost, cluster: TestCluster): SchedulerWorld {
  const { client } = cluster;
  return {
    host,
    cluster,
    node: async (name, { labels = {}, spec = {}, allocatable = {} } = {}) => {
      await client.create(Node, { metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } }, spec });
      const status = { allocatable: { cpu: '4', memory: '8Gi', pods: '10', ...allocatable } };
      await client.patchStatus(Node, name, { type: 'merge', patch: { status } });
      await client.patch(Node, name, { type: 'merge', patch: { spec: { taints: spec.taints ?? null } } }); // the server's not-ready taint is not the test's matter
    },
    pod: async (name, spec = {}, labels = {}) => {
      await client.create(Pod, {
        metadata: { name, namespace: 'default', labels },
        spec: { containers: [{ name: 'main', image: 'nginx' }], ...spec },
      });
      await cluster.settles();
    },
    places: async () => {
      const { items } = await client.list(Pod, { namespace: 'default' });
      return Object.fromEntries(items.map((pod) => [pod.metadata.name ?? '', placeOf(pod)]));
    },
    said: async () => {
      await host.sleep(1000);
      const { items } = await client.list(SeriesEvent, { namespace: 'default' });
      return items.map(({ reason = '', note = '' }) => `${reason}: ${note}`);
    },
  };
}

const placeOf = ({ spec, status }: Pod): string =>
  spec.nodeName ?? findCondition(status?.conditions, 'PodScheduled')?.message ?? 'not looked at';
