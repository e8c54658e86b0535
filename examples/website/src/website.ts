/**
 * The whole operator: a Website is a Deployment and a Service.
 */
import { z } from 'zod';
import { defineController, defineResource, Deployment, k, Service } from 'reeve';
import type { CachedObject } from 'reeve';

export const Website = defineResource({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  names: { shortNames: ['ws'] },
  spec: z.object({
    image: z.string().default('nginx'),
    replicas: z.int().min(0).max(10).default(1),
  }),
  status: z.object({ ready: z.int().optional(), conditions: k.conditions() }),
  rules: [
    k.rule("self.metadata.name.matches('^[a-z][-a-z0-9]*$')", {
      message: 'a Service gets this name: letters, digits and dashes, beginning with a letter',
    }),
  ],
  scale: { specReplicas: '.spec.replicas', statusReplicas: '.status.ready' },
  columns: { Image: '.spec.image', Replicas: '.spec.replicas', Ready: '.status.ready' },
});

export const websites = defineController({
  for: Website,
  owns: [Deployment, Service],
  async reconcile(site, ctx) {
    const [deployment] = await ctx.apply([deploymentFor(site), serviceFor(site)]);
    await ctx.status({ ready: deployment.status?.readyReplicas ?? 0 });
  },
});

type Site = CachedObject<typeof Website>;

const labelsOf = (site: Site): Record<string, string> => ({ 'app.kubernetes.io/name': site.metadata.name });

const deploymentFor = (site: Site): Deployment =>
  Deployment.of({
    metadata: { name: site.metadata.name, labels: labelsOf(site) },
    spec: {
      replicas: site.spec.replicas,
      selector: { matchLabels: labelsOf(site) },
      template: {
        metadata: { labels: labelsOf(site) },
        spec: { containers: [{ name: 'web', image: site.spec.image, ports: [{ containerPort: 80 }] }] },
      },
    },
  });

const serviceFor = (site: Site): Service =>
  Service.of({
    metadata: { name: site.metadata.name, labels: labelsOf(site) },
    spec: { selector: labelsOf(site), ports: [{ port: 80 }] },
  });
