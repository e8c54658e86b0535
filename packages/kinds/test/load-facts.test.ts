import { expect, test } from 'vitest';
import { loadResources, loadSchemas, loadSeedObjects, loadTypeTable } from '@reeve/kinds';

test('every stable group of Kubernetes v1.37 is there, the core group first', async () => {
  const { version, groups } = await loadResources();
  const versions = groups.flatMap((group) => group.versions);
  const resources = versions.flatMap((each) => each.resources);
  expect(version).toBe('v1.37.1');
  expect(groups[0]?.name).toBe('');
  expect(versions).toHaveLength(23);
  expect(resources).toHaveLength(72);
  expect(resources.flatMap(({ subresources = [] }) => subresources)).toHaveLength(49);
  expect(versions.every((each) => /^v[0-9]+$/.test(each.version))).toBe(true);
});

test('what can be listed has columns and fields to select by', async () => {
  const { groups } = await loadResources();
  const listable = groups
    .flatMap((group) => group.versions.flatMap((each) => each.resources))
    .filter(({ verbs }) => verbs.includes('list'));
  expect(listable).toHaveLength(65);
  for (const { columns = [], fieldLabels = [] } of listable) {
    expect(columns[0]).toMatchObject({ priority: 0 });
    expect(fieldLabels).toContain('metadata.name');
  }
});

test('every kind that is served has a type, and every type that a field names is there', async () => {
  const [{ groups }, { kinds, types }] = await Promise.all([loadResources(), loadTypeTable()]);
  for (const { name, versions } of groups) {
    for (const { version, resources } of versions) {
      for (const { kind, responseKind } of resources) {
        const spoken = responseKind ?? { group: name, version, kind };
        expect(kinds, `${name}/${version}/${kind}`).toHaveProperty([
          `${spoken.group}/${spoken.version}/${spoken.kind}`,
        ]);
      }
    }
  }
  const named = Object.values(types)
    .flatMap((fields) => fields.map(({ t }) => t))
    .filter((type) => type.includes('.') && !type.startsWith('list:'));
  expect(named.filter((type) => !(type in types))).toEqual([]);
});

test('no table holds a description', async () => {
  const [schemas, { groups }, seeds] = await Promise.all([loadSchemas(), loadResources(), loadSeedObjects()]);
  const texts: string[] = [];
  const look = (value: unknown, isProperties = false): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (key === 'description' && typeof item === 'string' && !isProperties) texts.push(item);
      look(item, key === 'properties' && !isProperties);
    }
  };
  for (const table of [schemas, groups, seeds]) look(table);
  expect(texts).toEqual([]);
});

test('a fresh server has four namespaces and the bootstrap roles', async () => {
  const seeds = await loadSeedObjects();
  const counts = Object.fromEntries(seeds.map(({ plural, objects }) => [plural, objects.length]));
  expect(counts).toMatchObject({
    namespaces: 4,
    clusterroles: 73,
    clusterrolebindings: 54,
    roles: 7,
    rolebindings: 7,
    priorityclasses: 2,
    flowschemas: 11,
  });
});
