import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import * as reeve from 'reeve';
import { ApiServer, Client, ConfigMap, defineController, defineResource, isNotFound } from 'reeve';
import { Pod } from 'reeve/kinds/core/v1';
import { Lease } from 'reeve/kinds/coordination/v1/lease';
import { eventually, TestCluster } from 'reeve/testing';

const Website = defineResource({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  spec: z.object({ text: z.string() }),
});

const websites = defineController({
  for: Website,
  owns: [ConfigMap],
  async reconcile({ metadata, spec }, ctx) {
    await ctx.apply([ConfigMap.of({ metadata: { name: metadata.name ?? '' }, data: { text: spec.text } })]);
  },
});

test('one package is enough for an operator and its test', async () => {
  await using cluster = await TestCluster.start({ resources: [Website], controllers: [websites] });
  await cluster.client.create(Website, { metadata: { name: 'blog' }, spec: { text: 'hello' } });
  expect(await cluster.appears(ConfigMap, 'default/blog')).toMatchObject({ data: { text: 'hello' } });
  expect(typeof eventually).toBe('function');
});

test('the embedded server is started from here, and reached by the client', async () => {
  await using server = await ApiServer.start();
  const client = new Client({ transport: server.transport });
  await expect(client.get(Pod, 'default/nobody')).rejects.toSatisfy(isNotFound);
  expect((await client.list(Lease)).items).toEqual([]);
});

test('every module of kinds has its place under reeve/kinds', () => {
  const modulesIn = (name: string): string[] => {
    const folder = fileURLToPath(new URL(`../../${name}/src/generated/kinds`, import.meta.url));
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('types.ts'))
      .toSorted();
  };
  expect(modulesIn('reeve')).toEqual(modulesIn('kinds'));
});

test('nothing is exported under a name and is not there', () => {
  const missing = Object.entries(reeve).filter(([, value]) => value === undefined);
  expect(missing).toEqual([]);
});
