import { expect, test } from 'vitest';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { ReplicaSet } from '@reeve/kinds/apps/v1';
import { HorizontalPodAutoscaler } from '@reeve/kinds/autoscaling/v2';
import type { HorizontalPodAutoscalerSpec, MetricSpec } from '@reeve/kinds/autoscaling/v2';
import { Pod } from '@reeve/kinds/core/v1';
import { formatTime } from '@reeve/machinery';
import type { AnyController } from '@reeve/testing';
import { horizontalPodAutoscalerController, replicaSetController } from '@reeve/workloads';
import type { MetricsSource } from '@reeve/workloads';
import { inCluster } from '../pod/cluster-of.ts';
import type { World } from '../pod/cluster-of.ts';

const autoscaled = (metrics: MetricsSource, run: (world: World) => Promise<void>): Promise<void> =>
  inCluster(
    (host): AnyController[] => [replicaSetController({ host }), horizontalPodAutoscalerController({ host, metrics })],
    run,
  );

const web = (replicas: number): ReplicaSet =>
  ReplicaSet.of({
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image: 'nginx', resources: { requests: { cpu: '200m' } } }] },
      },
    },
  });

const cpu: MetricSpec = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
};

const autoscaler = (spec: Partial<HorizontalPodAutoscalerSpec> = {}): HorizontalPodAutoscaler =>
  HorizontalPodAutoscaler.of({
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' },
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [cpu],
      ...spec,
    },
  });

const theAutoscaler = ({ cluster }: World): Promise<HorizontalPodAutoscaler> =>
  cluster.client.get(HorizontalPodAutoscaler, 'default/web');
const replicasOf = async ({ cluster }: World): Promise<number | undefined> =>
  (await cluster.client.get(ReplicaSet, 'default/web')).spec.replicas;
const saidOf = async (world: World): Promise<Record<string, string>> => {
  const { status } = await theAutoscaler(world);
  return Object.fromEntries(
    (status?.conditions ?? []).map(({ type, status: is, reason }) => [type, `${is} ${reason}`]),
  );
};

/** Makes all pods ready, since long ago. */
async function warm(world: World): Promise<void> {
  await world.runAll();
  const startTime = formatTime(world.host.clock.now() - 3_600_000);
  for (const pod of await world.pods()) {
    await world.cluster.client.updateStatus(Pod, { ...pod, status: { ...pod.status, startTime } });
  }
}

/** A source that says the same of each pod. */
const each = (world: () => World | undefined, value: () => string): MetricsSource => ({
  resource: async () =>
    ((await world()?.pods()) ?? []).map(({ metadata }) => ({ pod: metadata.name ?? '', value: value() })),
});

test('busy pods get company, and leave only when they were idle for five minutes', async () => {
  let [use, here] = ['200m', undefined as World | undefined];
  await autoscaled(
    each(
      () => here,
      () => use,
    ),
    async (world) => {
      here = world;
      await world.cluster.client.create(ReplicaSet, web(2));
      await world.settles();
      await warm(world);
      await world.cluster.client.create(HorizontalPodAutoscaler, autoscaler());
      await world.settles();
      expect(await replicasOf(world)).toBe(4);
      expect((await theAutoscaler(world)).status).toMatchObject({
        currentReplicas: 2,
        desiredReplicas: 4,
        lastScaleTime: expect.any(String) as string,
        currentMetrics: [
          { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 100, averageValue: '200m' } } },
        ],
      });
      expect(await saidOf(world)).toEqual({
        ScaledToZero: 'False NotScaledToZero',
        AbleToScale: 'True SucceededRescale',
        ScalingActive: 'True ValidMetricFound',
        ScalingLimited: 'False DesiredWithinRange',
      });
      expect(await world.said('HorizontalPodAutoscaler', 'web')).toContain(
        'SuccessfulRescale: New size: 4; reason: cpu resource utilization (percentage of request) above target',
      );
      use = '10m';
      await warm(world);
      await world.host.sleep(30_000);
      expect(await replicasOf(world)).toBe(4);
      expect(await saidOf(world)).toMatchObject({ AbleToScale: 'True ScaleDownStabilized' });
      await world.host.sleep(300_000);
      expect(await replicasOf(world)).toBe(1);
      expect(await world.said('HorizontalPodAutoscaler', 'web')).toContain(
        'SuccessfulRescale: New size: 1; reason: All metrics below target',
      );
    },
  );
}, 20_000);

const average: MetricSpec = {
  type: 'Pods',
  pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: '100' } },
};
const ofObject: MetricSpec = {
  type: 'Object',
  object: {
    metric: { name: 'hits' },
    describedObject: { apiVersion: 'v1', kind: 'Service', name: 'web' },
    target: { type: 'Value', value: '1k' },
  },
};
const external: MetricSpec = {
  type: 'External',
  external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '30' } },
};

test.each([
  ['an average of pods', average, 4],
  ['the value of an object', ofObject, 3],
  ['a share of something outside', external, 4],
] as const)('replicas follow %s', async (_name, metric, wanted) => {
  let here: World | undefined;
  const metrics: MetricsSource = {
    pods: async () => ((await here?.pods()) ?? []).map(({ metadata }) => ({ pod: metadata.name ?? '', value: 200 })),
    object: () => '1500',
    external: () => [70, '50'],
  };
  await autoscaled(metrics, async (world) => {
    here = world;
    await world.cluster.client.create(ReplicaSet, web(2));
    await world.settles();
    await warm(world);
    await world.cluster.client.create(HorizontalPodAutoscaler, autoscaler({ metrics: [metric] }));
    await world.settles();
    expect(await replicasOf(world)).toBe(wanted);
    expect(await saidOf(world)).toMatchObject({ ScalingActive: 'True ValidMetricFound' });
  });
});

const podMetrics = CustomResourceDefinition.of({
  metadata: {
    name: 'pods.metrics.k8s.io',
    annotations: { 'api-approved.kubernetes.io': 'https://github.com/kubernetes/enhancements' },
  },
  spec: {
    group: 'metrics.k8s.io',
    scope: 'Namespaced',
    names: { plural: 'pods', kind: 'PodMetrics' },
    versions: [
      {
        name: 'v1beta1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
});

test('what a server serves under metrics.k8s.io is used where nothing else is given', async () => {
  await autoscaled({}, async (world) => {
    const { client } = world.cluster;
    await client.create(CustomResourceDefinition, podMetrics);
    await client.create(ReplicaSet, web(2));
    await world.settles();
    await warm(world);
    const kind = await world.cluster.eventually(() => client.kind('pods.metrics.k8s.io'));
    for (const { metadata } of await world.pods()) {
      const { name = '', labels = {} } = metadata;
      const containers = [{ name: 'web', usage: { cpu: '150m' } }];
      const measured = { timestamp: formatTime(world.host.clock.now()), window: '30s', containers };
      await client.create(kind, { metadata: { name, namespace: 'default', labels }, ...measured });
    }
    await client.create(HorizontalPodAutoscaler, autoscaler());
    await world.settles();
    expect(await replicasOf(world)).toBe(3);
    expect((await theAutoscaler(world)).status?.currentMetrics?.[0]?.resource?.current.averageUtilization).toBe(75);
  });
});

test('without metrics nothing is scaled, and the conditions say what is missing', async () => {
  await autoscaled({}, async (world) => {
    await world.cluster.client.create(ReplicaSet, web(2));
    await world.settles();
    await warm(world);
    await world.cluster.client.create(HorizontalPodAutoscaler, autoscaler());
    await world.settles();
    expect(await replicasOf(world)).toBe(2);
    const { status } = await theAutoscaler(world);
    expect(await saidOf(world)).toEqual({
      AbleToScale: 'True SucceededGetScale',
      ScalingActive: 'False FailedGetResourceMetric',
    });
    expect(status?.conditions?.at(-1)?.message).toMatch(
      /^the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: /,
    );
    expect((await world.said('HorizontalPodAutoscaler', 'web')).join()).toContain(
      'FailedComputeMetricsReplicas: invalid metrics (1 invalid out of 1), first error is: failed to get cpu resource metric value: failed to get cpu utilization: ',
    );
  });
});

test.each([
  ['above the most', 12, 10],
  ['below the least', 1, 2],
])('replicas %s are brought within bounds', async (_name, there, wanted) => {
  await autoscaled({}, async (world) => {
    await world.cluster.client.create(ReplicaSet, web(there));
    await world.cluster.client.create(HorizontalPodAutoscaler, autoscaler({ minReplicas: 2 }));
    await world.settles();
    await world.host.sleep(16_000);
    expect(await replicasOf(world)).toBe(wanted);
  });
});

test('what is scaled to nothing by hand stays so, and what is not there cannot be scaled', async () => {
  await autoscaled({}, async (world) => {
    await world.cluster.client.create(HorizontalPodAutoscaler, autoscaler());
    await world.settles();
    expect(await saidOf(world)).toEqual({ AbleToScale: 'False FailedGetScale' });
    await world.cluster.client.create(ReplicaSet, web(0));
    await world.host.sleep(16_000);
    expect(await saidOf(world)).toEqual({
      AbleToScale: 'True SucceededGetScale',
      ScalingActive: 'False ScalingDisabled',
    });
    expect(await replicasOf(world)).toBe(0);
  });
});
