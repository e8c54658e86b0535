/**
 * Services and pods that have addresses, for tests.
 */
import { Node, Pod, Service } from '@reeve/kinds/core/v1';
import type { ServiceSpec } from '@reeve/kinds/core/v1';
import { formatTime } from '@reeve/machinery';
import type { AnyController } from '@reeve/testing';
import { endpointsController, endpointSliceController } from '@reeve/workloads';
import { inCluster } from '../pod/cluster-of.ts';
import type { World } from '../pod/cluster-of.ts';

/** Runs a test in a cluster with both controllers and one node. */
export const services = (test: (world: World) => Promise<void>): Promise<void> =>
  inCluster(
    (host): AnyController[] => [endpointSliceController({ host }), endpointsController({ host })],
    async (world) => {
      const labels = { 'topology.kubernetes.io/zone': 'zone-1' };
      await world.cluster.client.create(Node, Node.of({ metadata: { name: 'node-1', labels } }));
      await test(world);
    },
  );

/** A Service named `web`. */
export const web = (spec: Partial<ServiceSpec> = {}): Service =>
  Service.of({
    metadata: { name: 'web', namespace: 'default', labels: { team: 'estate' } },
    spec: { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }], ...spec },
  });

/** A pod behind it; on a node, with addresses, ready or not. */
export async function podWith(
  { cluster, host }: World,
  name: string,
  {
    ips = ['10.1.0.1'],
    isReady = true,
    port = 8080,
    node = 'node-1',
    more = {},
  }: {
    readonly ips?: readonly string[];
    readonly isReady?: boolean;
    readonly port?: number;
    readonly node?: string;
    readonly more?: Partial<Pod['spec']>;
  } = {},
): Promise<Pod> {
  const containers = [{ name: 'web', image: 'nginx', ports: [{ name: 'http', containerPort: port }] }];
  const pod = await cluster.client.create(
    Pod,
    Pod.of({
      metadata: { name, namespace: 'default', labels: { app: 'web' } },
      spec: { nodeName: node, terminationGracePeriodSeconds: 30, containers, ...more },
    }),
  );
  const lastTransitionTime = formatTime(host.clock.now());
  const status: Pod['status'] = {
    phase: 'Running',
    podIP: ips[0] ?? '',
    podIPs: ips.map((ip) => ({ ip })),
    conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False', lastTransitionTime }],
  };
  return await cluster.client.updateStatus(Pod, { ...pod, status });
}
