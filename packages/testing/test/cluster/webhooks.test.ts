/** The suite of webhooks on the embedded server, in process and over TLS. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource } from '@reeve/define';
import { VirtualHost } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';
import { TestCluster } from '@reeve/testing';
import { webhookSuite } from './webhook-suite.ts';

webhookSuite('the embedded server in memory', () => 'memory');
webhookSuite('the embedded server over TLS', () => 'tls');

const Site = defineResource({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Site',
  spec: z.object({ replicas: z.int().optional() }),
  default: (site) => void (site.spec.replicas ??= 1),
  validate: {
    create: (site, ctx) => ctx.invalid('spec.replicas', site.spec.replicas, 'must be even'),
  },
});
const sites = defineController({ for: Site, reconcile: () => undefined });

test('a test of a rejected object takes three lines', async () => {
  await using cluster = await TestCluster.start({ controllers: [sites], resources: [Site], host: new VirtualHost() });
  const creating = cluster.run(() => cluster.client.create(Site, { metadata: { name: 'odd' }, spec: {} }));
  await expect(creating).rejects.toThrow('spec.replicas: Invalid value: 1: must be even');
});
