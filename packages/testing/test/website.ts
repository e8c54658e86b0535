/** The operator that the tests of this package run. */
import { z } from 'zod';
import { defineResource } from '@reeve/define';
import { Deployment } from '@reeve/kinds/apps/v1';
import { Service } from '@reeve/kinds/core/v1';
import type { DeepReadonly, KindObject } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';

export const Website = defineResource({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  spec: z.object({ image: z.string().default('nginx'), replicas: z.int().min(0).max(10).default(1) }),
  status: z.object({ ready: z.int().optional() }),
});

type Site = DeepReadonly<KindObject<typeof Website>>;

const deploymentFor = ({ metadata: { name = '' }, spec }: Site): Deployment =>
  Deployment.of({
    metadata: { name },
    spec: {
      replicas: spec.replicas,
      selector: { matchLabels: { site: name } },
      template: { metadata: { labels: { site: name } }, spec: { containers: [{ name: 'web', image: spec.image }] } },
    },
  });

const serviceFor = ({ metadata: { name = '' } }: Site): Service =>
  Service.of({ metadata: { name }, spec: { selector: { site: name }, ports: [{ port: 80 }] } });

export const websites = defineController({
  for: Website,
  owns: [Deployment, Service],
  async reconcile(site, ctx) {
    const [deployment] = await ctx.apply([deploymentFor(site), serviceFor(site)]);
    await ctx.status({ ready: deployment.status?.readyReplicas ?? 0 });
  },
});
