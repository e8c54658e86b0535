/**
 * The primary of the estate and its operator: three children and a status for each.
 */
import { Deployment } from '@reeve/kinds/apps/v1';
import { ConfigMap, ServiceAccount } from '@reeve/kinds/core/v1';
import { defineKind } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';

/** @typedef {import('@reeve/machinery').KubeObject & { spec: { fields: number }, status?: { fields?: number } }} Farm */

const names = { group: 'bench.example.com', version: 'v1', kind: 'Farm', plural: 'farms' };

/** @type {import('@reeve/machinery').Kind<Farm, 'Namespaced', 'status'>} */
export const Farm = defineKind({ ...names, scope: 'Namespaced', subresources: ['status'] });

const fields = { type: 'object', properties: { fields: { type: 'integer' } } };

/** The definition of farms, for a server. */
export const farmDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'farms.bench.example.com' },
  spec: {
    group: names.group,
    scope: 'Namespaced',
    names: { kind: names.kind, plural: names.plural },
    versions: [
      {
        name: names.version,
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: fields, status: fields } } },
      },
    ],
  },
};

export const farms = defineController({
  for: Farm,
  owns: [ConfigMap, ServiceAccount, Deployment],
  maxConcurrent: 16,
  async reconcile({ metadata: { name }, spec: { fields: count } }, ctx) {
    const labels = { farm: name };
    await ctx.apply([
      ConfigMap.of({ metadata: { name }, data: { fields: String(count) } }),
      ServiceAccount.of({ metadata: { name } }),
      Deployment.of({
        metadata: { name },
        spec: {
          replicas: count,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'barn', image: 'barn:1' }] } },
        },
      }),
    ]);
    await ctx.status({ fields: count });
  },
});
