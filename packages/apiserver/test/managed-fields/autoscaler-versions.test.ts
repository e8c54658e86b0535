import { ApiServer } from '@reeve/apiserver';
import { nodeHost } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { apply } from './managed.ts';

const autoscaler = (version: 'v1' | 'v2', metadata: object, spec: object) => ({
  apiVersion: `autoscaling/${version}`,
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web', namespace: 'default', ...metadata },
  spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, ...spec },
});
const path = (version: 'v1' | 'v2') => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers/web`;

for (const [first, second] of [
  ['v1', 'v2'],
  ['v2', 'v1'],
] as const) {
  test(`an autoscaler applied at ${first} and then at ${second} loses the labels that the second apply leaves out`, async () => {
    await using server = await ApiServer.start({ host: nodeHost() });
    await apply(server, path(first), 'ada', autoscaler(first, { labels: { app: 'web' } }, { minReplicas: 2 }));
    const { status, body } = await apply(server, path(second), 'ada', autoscaler(second, {}, { minReplicas: 2 }));
    expect({ status, labels: body.metadata.labels }).toEqual({ status: 200, labels: undefined });
  });
}
