import { expect, test } from 'vitest';
import { ConfigMap, Secret } from '@reeve/kinds/core/v1';
import { isInvalid } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { defineController, PartialFailureError } from '@reeve/runtime';
import type { ReconcileContext } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 1 } };

const configMap = (name: string, namespace = 'default'): ConfigMap =>
  ConfigMap.of({ metadata: { name, namespace }, data: { of: name } });

/** What one run of a controller that owns ConfigMaps gives back or throws. */
async function applied(world: World, run: (ctx: ReconcileContext<typeof Website>) => Promise<unknown>) {
  const seen: { outcome?: unknown } = {};
  const controller = defineController({
    for: Website,
    owns: [ConfigMap],
    async reconcile(_, ctx) {
      if ('outcome' in seen) return;
      seen.outcome = undefined;
      seen.outcome = await run(ctx).catch((error: unknown) => error);
    },
  });
  await world.during(world.manager().add(controller), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(20_000);
  });
  return seen.outcome;
}

const ownersOf = ({ metadata }: KubeObject): readonly (string | undefined)[] =>
  (metadata.ownerReferences ?? []).map(({ kind, name, controller }) => `${kind} ${name} ${String(controller)}`);

test('apply sets the owner on objects of kinds that the controller owns, and on others only when it is told to', async () => {
  await using world = await World.start();
  const secret = (name: string): Secret => Secret.of({ metadata: { name } });
  const outcome = await applied(world, async ({ apply }) => [
    await apply(configMap('usual')),
    await apply(configMap('free'), { owner: false }),
    await apply(secret('usual')),
    await apply(secret('owned'), { owner: true }),
    ...(await apply([configMap('one'), configMap('two')], { owner: false })),
  ]);
  const owner = ['Website blog true'];
  expect((outcome as KubeObject[]).map(ownersOf)).toEqual([owner, [], [], owner, [], []]);
});

test('apply with an owner in another namespace is refused, and without one it is not', async () => {
  await using world = await World.start();
  const refused = await applied(world, ({ apply }) => apply(configMap('far', 'kube-system')));
  expect(refused).toMatchObject({ code: 'REEVE_CROSS_NAMESPACE_OWNER' });
  await using other = await World.start();
  const far = await applied(other, ({ apply }) => apply(configMap('far', 'kube-system'), { owner: false }));
  expect(far).toMatchObject({ metadata: { namespace: 'kube-system', name: 'far' } });
});

test('apply of 25 objects sends ten at once, and gives the results in the order of the objects', async () => {
  await using world = await World.start();
  world.server.faults.add({ resources: ['configmaps'], verbs: ['patch'], effect: { type: 'latency', ms: 1000 } });
  const names = Array.from({ length: 25 }, (_, at) => `map-${at}`);
  const outcome = await applied(world, ({ apply }) => apply(names.map((name) => configMap(name))));
  expect((outcome as ConfigMap[]).map(({ metadata }) => metadata.name)).toEqual(names);
  expect(Math.round((world.records[0]?.durationMs ?? 0) / 1000)).toBe(3);
});

test('an object that cannot be applied is named, and the others are applied with their results', async () => {
  await using world = await World.start();
  const objects = [configMap('first'), configMap('Not A Name'), configMap('last')];
  const error = await applied(world, ({ apply }) => apply(objects));
  expect(error).toBeInstanceOf(PartialFailureError);
  const { message, failures, results } = error as PartialFailureError;
  expect(message).toMatch(/^applying failed: ConfigMap default\/Not A Name: .*Not A Name/);
  expect(failures.map(({ name }) => name)).toEqual(['ConfigMap default/Not A Name']);
  expect(isInvalid(error)).toBe(true);
  expect(results).toMatchObject([{ metadata: { name: 'first' } }, undefined, { metadata: { name: 'last' } }]);
  expect((await world.client.get(ConfigMap, 'default/last')).data).toEqual({ of: 'last' });
});

test('apply of no objects sends nothing', async () => {
  await using world = await World.start();
  expect(await applied(world, ({ apply }) => apply([]))).toEqual([]);
  expect(world.requests.filter((request) => request.includes('configmaps'))).toEqual([]);
});
