import { expect, test } from 'vitest';
import { ConfigMap, Namespace, Secret } from '@reeve/kinds/core/v1';
import { mergePatch } from '@reeve/client';
import { defineController, Finalizers, index, watch } from '@reeve/runtime';
import type { ControllerDefinition, Permission, ReconcileContext } from '@reeve/runtime';
import { TestCluster } from '@reeve/testing';

type Context = ReconcileContext<typeof ConfigMap>;

const copier = (
  does: (ctx: Context, object: Parameters<ControllerDefinition<typeof ConfigMap>['reconcile']>[0]) => Promise<unknown>,
  permissions: readonly Permission[] = [],
): ControllerDefinition<typeof ConfigMap> =>
  defineController({
    name: 'copier',
    for: ConfigMap,
    permissions,
    async reconcile(object, ctx) {
      if (object.metadata.name === 'source') await does(ctx, object);
    },
  });

/** What the test of an operator is told. */
async function problemOf(controller: ControllerDefinition<typeof ConfigMap>): Promise<unknown> {
  await using cluster = await TestCluster.start({ controllers: [controller] });
  await cluster.client.create(Namespace, { metadata: { name: 'b' } });
  await cluster.client.create(ConfigMap, { metadata: { name: 'source' } });
  try {
    await cluster.settles({ timeoutMs: 10_000 });
    return undefined;
  } catch (error) {
    return error;
  }
}

const secret = Secret.of({ metadata: { name: 'copy', namespace: 'b' } });
const undeclared = (message: string) => ({ code: 'REEVE_UNDECLARED_REQUEST', message });
const end = (kind: string, verbs: string, on = ''): string =>
  `which its permissions do not cover: add { kind: ${kind}${on}, verbs: [${verbs}] } to the permissions of the controller`;

test('a test fails at once where a controller applies what its permissions do not cover, even when the controller catches the error', async () => {
  const controller = copier((ctx) => ctx.apply(secret).catch(() => undefined));
  expect(await problemOf(controller)).toMatchObject(
    undeclared(`copier applies secrets in namespace b, ${end('Secret', "'create', 'patch'")}`),
  );
});

test('a test fails where ctx.client reads what the permissions of a controller do not cover', async () => {
  const controller = copier((ctx) => ctx.client.list(Secret), [{ kind: Secret, verbs: ['get'] }]);
  expect(await problemOf(controller)).toMatchObject(
    undeclared(`copier lists secrets in all namespaces, ${end('Secret', "'list'")}`),
  );
});

test('a test fails where a controller reads a kind through the cache without the permission to list and watch it', async () => {
  const controller = copier((ctx) => ctx.get(Secret, 'default/token'), [{ kind: Secret, verbs: ['get', 'list'] }]);
  expect(await problemOf(controller)).toMatchObject(
    undeclared(`copier reads secrets in all namespaces through the cache, ${end('Secret', "'watch'")}`),
  );
});

test('a test fails where the map of a watch lists a kind that the permissions do not cover', async () => {
  const controller = defineController({
    name: 'copier',
    for: ConfigMap,
    watches: [
      watch(Namespace, async (_, ctx) => {
        await ctx.list(Secret);
        return [];
      }),
    ],
    reconcile: () => undefined,
  });
  await expect(TestCluster.start({ controllers: [controller] })).rejects.toMatchObject({
    code: 'REEVE_UNDECLARED_REQUEST',
  });
});

test('a write to another namespace or name than the permissions of a controller say is not covered', async () => {
  const write = (ctx: Context) => ctx.client.patch(Secret, 'b/copy', mergePatch({ type: 'Opaque' }));
  const verbs = ['patch'] as const;
  const elsewhere = undeclared(`copier patches secrets in namespace b, ${end('Secret', "'patch'")}`);
  expect(await problemOf(copier(write, [{ kind: Secret, verbs, namespace: 'a' }]))).toMatchObject(elsewhere);
  expect(await problemOf(copier(write, [{ kind: Secret, verbs, names: ['other'] }]))).toMatchObject(elsewhere);
});

test('a controller may not update its own objects without a permission, but its finalizers may', async () => {
  const label = (ctx: Context, object: Parameters<ControllerDefinition<typeof ConfigMap>['reconcile']>[0]) =>
    ctx.update(ConfigMap, { ...object, metadata: { ...object.metadata, labels: { seen: 'yes' } } });
  expect(await problemOf(copier(label))).toMatchObject(
    undeclared(`copier updates configmaps in namespace default, ${end('ConfigMap', "'update'")}`),
  );
  const Own = Object.freeze({ ...ConfigMap });
  const finalizers = new Finalizers(Own).register('example.com/copies', () => undefined);
  const held = defineController({
    name: 'holder',
    for: Own,
    async reconcile(object, ctx) {
      await finalizers.reconcile(object, ctx);
    },
  });
  expect(await problemOf(held)).toBeUndefined();
});

test('what the permissions of a controller cover is sent', async () => {
  const controller = copier(
    async (ctx) => {
      await ctx.client.create(Secret, secret);
      await ctx.client.get(Secret, 'b/copy');
      await ctx.client.delete(Secret, 'b/copy');
      await ctx.list(Namespace);
    },
    [
      { kind: Secret, verbs: ['create'], namespace: 'b' },
      { kind: Secret, verbs: ['get', 'delete'], namespace: 'b', names: ['copy'] },
      { kind: Namespace, verbs: ['list', 'watch'] },
    ],
  );
  expect(await problemOf(controller)).toBeUndefined();
});

test('a test may leave undeclared requests to the server', async () => {
  const controller = copier((ctx) => ctx.apply(secret));
  await using cluster = await TestCluster.start({
    controllers: [controller],
    manager: { undeclaredRequests: 'allow' },
  });
  await cluster.client.create(Namespace, { metadata: { name: 'b' } });
  await cluster.client.create(ConfigMap, { metadata: { name: 'source' } });
  expect((await cluster.appears(Secret, 'b/copy')).metadata.namespace).toBe('b');
});

test('reads of an indexed kind that a controller watches need no permission', async () => {
  const controller = defineController({
    name: 'copier',
    for: ConfigMap,
    watches: [watch(Secret, () => [])],
    indexes: [index(Secret, 'type', (object) => [object.type ?? ''])],
    async reconcile(_, ctx) {
      await ctx.list(Secret, { fields: { type: 'Opaque' } });
    },
  });
  expect(await problemOf(controller)).toBeUndefined();
});
