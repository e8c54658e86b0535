import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { installDefinitions, removeDefinitions, TestCluster } from '@reeve/testing';
import { Website } from '../website.ts';

/** A definition as a manifest. */
const manifest = (plural: string, served = true, kind = plural.slice(0, -1)): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.test.example.com` },
  spec: {
    group: 'test.example.com',
    scope: 'Namespaced',
    names: { plural, singular: kind, kind: kind.toUpperCase() },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      { name: 'v2', served, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
    ],
  },
});

let folder = '';
let cluster: TestCluster;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reeve-definitions-'));
  const [ants, bees, cows] = [manifest('ants'), manifest('bees', false), manifest('cows')].map((one) =>
    JSON.stringify(one),
  );
  await writeFile(join(folder, 'one.yaml'), `# two in one file\n---\n${ants}\n---\n${bees}\n`);
  await writeFile(join(folder, 'two.json'), cows ?? '');
  await writeFile(join(folder, 'other.yml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: not-a-definition }\n');
  await writeFile(join(folder, 'readme.txt'), 'not: [a manifest');
  await writeFile(join(folder, 'broken.txt'), 'a: [b');
  cluster = await TestCluster.start();
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  await cluster.client.deleteCollection(CustomResourceDefinition);
  await cluster.eventually(async () => (await installed()).length === 0);
});

const installed = async (): Promise<string[]> =>
  (await cluster.client.list(CustomResourceDefinition)).items
    .map(({ metadata }) => metadata.name?.split('.')[0] ?? '')
    .toSorted();

describe('definitions are installed', () => {
  for (const [name, paths, expected] of [
    ['from a folder, whose other files are passed over', (at: string) => [at], ['ants', 'bees', 'cows']],
    ['from a file with several documents', (at: string) => [join(at, 'one.yaml')], ['ants', 'bees']],
    [
      'from several files, each once',
      (at: string) => [join(at, 'two.json'), join(at, 'one.yaml'), join(at, 'two.json')],
      ['ants', 'bees', 'cows'],
    ],
    ['from files like a pattern', (at: string) => [join(at, 'o?e.y*ml')], ['ants', 'bees']],
    ['from files like a pattern, in folders below', (at: string) => [join(at, '**', '*.json')], ['cows']],
    ['from nothing, where nothing is like a pattern', (at: string) => [join(at, 'no*.yaml')], []],
    ['from nothing, where a path does not exist', (at: string) => [join(at, 'missing')], []],
  ] as const) {
    test(`${name} · CR-121`, async () => {
      const found = await installDefinitions(cluster, { paths: paths(folder) });
      expect(found).toHaveLength(expected.length);
      expect(await installed()).toEqual(expected);
    });
  }

  test('and served when that is said: a version that is not served is not waited for · CR-121', async () => {
    await installDefinitions(cluster, { crds: [manifest('bees', false)] });
    await expect(cluster.client.raw.get().absPath('/apis/test.example.com/v1/bees').doRaw()).resolves.toBeDefined();
    await expect(cluster.client.raw.get().absPath('/apis/test.example.com/v2/bees').doRaw()).rejects.toMatchObject({
      code: 'REEVE_NOT_FOUND',
    });
  });

  test('of resources that bring one · CR-121', async () => {
    await installDefinitions(cluster, { resources: [Website] });
    expect((await cluster.client.list(Website)).items).toEqual([]);
  });

  test('over those that are there already, which are brought up to date · CR-121', async () => {
    await installDefinitions(cluster, { crds: [manifest('ants', false)] });
    const [updated] = await installDefinitions(cluster, { crds: [manifest('ants', true)] });
    expect(updated?.spec.versions.map(({ served }) => served)).toEqual([true, true]);
    expect(await installed()).toEqual(['ants']);
  });

  test('never from a path that does not exist, when that is an error · CR-121', async () => {
    const path = join(folder, 'missing.yaml');
    await expect(installDefinitions(cluster, { paths: [path], failsOnMissing: true })).rejects.toThrow(
      `there is nothing at ${path}`,
    );
    const pattern = join(folder, 'missing*.yaml');
    await expect(installDefinitions(cluster, { paths: [pattern], failsOnMissing: true })).rejects.toThrow(
      `nothing is like ${pattern}`,
    );
  });

  test('never from a file that is broken, and the file is named', async () => {
    const path = join(folder, 'broken.txt');
    await expect(installDefinitions(cluster, { paths: [path] })).rejects.toThrow(`${path} cannot be read`);
  });

  test('or the wait ends in time and says what is wrong · CR-121', async () => {
    await installDefinitions(cluster, { crds: [manifest('ants')] });
    const clash = { ...manifest('wasps', true, 'ant'), metadata: { name: 'wasps.test.example.com' } };
    await expect(
      installDefinitions(cluster, { crds: [clash], maxTimeMs: 300, pollIntervalMs: 20 }),
    ).rejects.toMatchObject({
      code: 'REEVE_NOT_EVENTUALLY',
      message: expect.stringMatching(/wasps.test.example.com to be served.*already in use/s) as unknown,
    });
  });
});

describe('definitions are removed', () => {
  test('and gone when that is said, also those that were gone · CR-121', async () => {
    await installDefinitions(cluster, { paths: [join(folder, 'one.yaml')] });
    await removeDefinitions(cluster, { paths: [folder] });
    expect(await installed()).toEqual([]);
  });
});
