import { expect, test } from 'vitest';
import { mergePatch, Namespace, Secret } from 'reeve';
import { TestCluster } from 'reeve/testing';
import { fromAnnotation, secretCopier, toAnnotation } from '../src/secret-copier.ts';

const login = {
  metadata: { namespace: 'default', name: 'login', annotations: { [toAnnotation]: 'team=web' } },
  data: { token: 'c2VzYW1l' },
};

const namespace = (name: string, team: string) => ({ metadata: { name, labels: { team } } });

async function copies(cluster: TestCluster): Promise<readonly string[]> {
  const { items } = await cluster.client.list(Secret);
  return items
    .filter(({ metadata }) => metadata.annotations?.[fromAnnotation] === 'default/login')
    .map(({ metadata }) => metadata.namespace)
    .toSorted();
}

const manyNamespaces = { timeout: 600_000 }; // seconds, and minutes on a loaded machine

test(
  'a Secret is copied into the half of 1,000 namespaces that its selector names, and the copies go with it',
  manyNamespaces,
  async () => {
    await using cluster = await TestCluster.start({ controllers: [secretCopier] });
    const names = Array.from({ length: 1000 }, (_, at) => `n-${String(at).padStart(3, '0')}`);
    for (const [at, name] of names.entries())
      await cluster.client.create(Namespace, namespace(name, at % 2 === 0 ? 'web' : 'other'));
    await cluster.client.create(Secret, login);
    await cluster.settles({ timeoutMs: 60_000 });
    expect(await copies(cluster)).toEqual(names.filter((_, at) => at % 2 === 0));
    await cluster.client.patch(Secret, 'default/login', mergePatch({ data: { token: 'bmV3' } }));
    await cluster.settles({ timeoutMs: 60_000 });
    expect((await cluster.client.get(Secret, 'n-998/login')).data).toEqual({ token: 'bmV3' });
    await cluster.client.delete(Secret, 'default/login');
    await cluster.settles({ timeoutMs: 60_000 });
    expect(await copies(cluster)).toEqual([]);
  },
);

test('copies follow the labels of namespaces, come back, and leave a Secret of the same name alone', async () => {
  await using cluster = await TestCluster.start({ controllers: [secretCopier] });
  const { client } = cluster;
  for (const [name, team] of Object.entries({ a: 'web', b: 'other', c: 'web' }))
    await client.create(Namespace, namespace(name, team));
  const foreign = { metadata: { namespace: 'c', name: 'login' }, data: { token: 'Zm9yZWlnbg==' } };
  await client.create(Secret, foreign);
  await client.create(Secret, login);
  await cluster.settles();
  expect(await copies(cluster)).toEqual(['a']);
  await client.patch(Namespace, 'b', mergePatch({ metadata: { labels: { team: 'web' } } }));
  await client.patch(Namespace, 'a', mergePatch({ metadata: { labels: { team: 'other' } } }));
  await cluster.settles();
  expect(await copies(cluster)).toEqual(['b']);
  await client.delete(Secret, 'b/login');
  await cluster.settles();
  expect(await copies(cluster)).toEqual(['b']);
  await client.patch(Secret, 'default/login', mergePatch({ metadata: { annotations: { [toAnnotation]: null } } }));
  await cluster.settles();
  expect(await copies(cluster)).toEqual([]);
  expect((await client.get(Secret, 'c/login')).data).toEqual(foreign.data);
});
