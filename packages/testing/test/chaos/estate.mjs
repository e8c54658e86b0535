/**
 * An operator with three owned kinds, one of which comes and goes, and users who change, break and replace what it looks after.
 */
import { z } from 'zod';
import { mergePatch } from '@reeve/client';
import { defineResource } from '@reeve/define';
import { Deployment } from '@reeve/kinds/apps/v1';
import { ConfigMap, Service } from '@reeve/kinds/core/v1';
import { isNotFound } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';

/** @typedef {import('@reeve/testing').ChaosScenario} ChaosScenario */
/** @typedef {ChaosScenario['steps'][number]} Step */

const Shop = defineResource({
  group: 'chaos.example.com',
  version: 'v1',
  kind: 'Shop',
  spec: z.object({ replicas: z.int().default(1), theme: z.string().optional() }),
  status: z.object({ replicas: z.int().optional(), theme: z.string().optional() }),
});

const shops = () =>
  defineController({
    for: Shop,
    owns: [Deployment, Service, ConfigMap],
    async reconcile({ metadata: { name }, spec: { replicas, theme } }, ctx) {
      await ctx.apply([deploymentFor(name, replicas), serviceFor(name)]);
      const key = `default/${name}-theme`;
      const known = await ctx.get(ConfigMap, key);
      if (theme !== undefined) await ctx.apply(ConfigMap.of({ metadata: { name: `${name}-theme` }, data: { theme } }));
      else if (known) await ctx.delete(ConfigMap, known);
      await ctx.status({ replicas, ...(theme !== undefined && { theme }) });
    },
  });

/** @param {string} name @param {number} replicas */
const deploymentFor = (name, replicas) =>
  Deployment.of({
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: { shop: name } },
      template: { metadata: { labels: { shop: name } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
    },
  });

/** @param {string} name */
const serviceFor = (name) =>
  Service.of({ metadata: { name }, spec: { selector: { shop: name }, ports: [{ port: 80 }] } });

/**
 * @param {string} name
 * @param {{ replicas: number, theme?: string }} spec
 * @returns {Step}
 */
const shop = (name, spec) => (client, signal) =>
  client.createOrUpdate(Shop, { name, namespace: 'default' }, (draft) => void (draft.spec = spec), { signal });

/**
 * @param {import('@reeve/machinery').AnyKind} kind
 * @param {string} name
 * @returns {Step}
 */
const remove = (kind, name) => async (client, signal) => {
  try {
    await client.delete(kind, { name, namespace: 'default' }, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
};

/**
 * @param {import('@reeve/machinery').AnyKind} kind
 * @param {string} name
 * @param {object} change
 * @returns {Step}
 */
const meddle = (kind, name, change) => (client, signal) => client.patch(kind, name, mergePatch(change), { signal });

/** @type {ChaosScenario} */
export const estate = {
  resources: [Shop],
  controllers: () => [shops()],
  steps: [
    shop('books', { replicas: 1, theme: 'dark' }),
    shop('tools', { replicas: 2 }),
    shop('books', { replicas: 3, theme: 'light' }),
    remove(Deployment, 'books'),
    meddle(Deployment, 'tools', { spec: { replicas: 9 } }),
    shop('tools', { replicas: 2, theme: 'red' }),
    remove(ConfigMap, 'tools-theme'),
    shop('tools', { replicas: 4 }),
    meddle(Service, 'books', { spec: { selector: { shop: 'none' } } }),
    remove(Shop, 'books'),
    shop('books', { replicas: 5, theme: 'blue' }),
    meddle(ConfigMap, 'books-theme', { data: { theme: 'pink' } }),
    meddle(Deployment, 'tools', { spec: { replicas: 8 } }),
    remove(Service, 'tools'),
  ],
  kinds: [Shop, Deployment, Service, ConfigMap],
  ignorePaths: ['spec.clusterIP', 'spec.clusterIPs'],
};
