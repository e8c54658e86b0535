import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { connect, KubeConfig } from '@reeve/client';
import type { Cluster } from '@reeve/client';
import { ask } from '../test/server.ts';
const real = inject('realCluster');
describe.runIf(real !== null)('temporary', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = connect((await KubeConfig.parse(real?.kubeconfigText ?? '')).connection());
  });
  afterAll(() => cluster.close());
  test('TEMPORARY', async () => {
    const schema = (messageExpression: string) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'ts.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { kind: 'T', plural: 'ts' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    properties: { max: { type: 'integer' } },
                    'x-kubernetes-validations': [{ rule: 'self.max > 1', messageExpression }],
                  },
                },
              },
            },
          },
        ],
      },
    });
    for (const text of [
      "'no more than ' + string(self.max)",
      "'no more than %d'.format([self.max])",
      'string(self.max)',
    ]) {
      const answer = await ask(
        cluster.transport,
        'POST',
        '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All',
        schema(text),
      );
      console.log(text, answer.status, JSON.stringify(answer.body['message'] ?? ''));
    }
  });

});
