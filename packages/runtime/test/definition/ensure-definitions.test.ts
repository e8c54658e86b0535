import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource } from '@reeve/define';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { defineController, ensureDefinitions } from '@reeve/runtime';
import { World } from '../manager/website.ts';

const barn = <Spec extends z.ZodRawShape>(spec: Spec) =>
  defineResource({ group: 'estate.example.com', version: 'v1', kind: 'Barn', spec: z.object(spec) });
const Barn = barn({ doors: z.int(), roof: z.string().optional() });
const Mill = defineResource({ group: 'estate.example.com', version: 'v1', kind: 'Mill', spec: z.object({}) });
const red = { metadata: { namespace: 'default', name: 'red' }, spec: { doors: 2 } };

describe('definitions of an operator', () => {
  test('are there and served before its controllers start, and are written again only when they change · LW-134', async () => {
    await using world = await World.start();
    const seen: number[] = [];
    const barns = defineController({ for: Barn, reconcile: ({ spec }) => void seen.push(spec.doors) });
    await world.during(world.manager({ definitions: [Barn, Mill.crd] }).add(barns), async () => {
      await world.host.sleep(2000);
      await world.client.create(Barn, red);
      await world.client.create(Mill, { metadata: { namespace: 'default', name: 'old' }, spec: {} });
      await world.host.sleep(1000);
    });
    expect(seen).toEqual([2]);
    const definitions = (): string[] =>
      world.requests.splice(0).filter((line) => line.includes('customresourcedefinitions'));
    expect(definitions().toSorted()).toEqual([
      'PATCH apiextensions.k8s.io/v1/customresourcedefinitions/barns.estate.example.com',
      'PATCH apiextensions.k8s.io/v1/customresourcedefinitions/mills.estate.example.com',
    ]);
    await world.during(world.manager({ definitions: [Barn, Mill] }), () => world.host.sleep(2000));
    expect(definitions()).toEqual([]);
    await world.during(world.manager({ definitions: [barn({ doors: z.int() }), Mill] }), () => world.host.sleep(2000));
    expect(definitions()).toEqual(['PATCH apiextensions.k8s.io/v1/customresourcedefinitions/barns.estate.example.com']);
    const { spec } = await world.client.get(CustomResourceDefinition, 'barns.estate.example.com');
    const schema = spec.versions[0]?.schema?.openAPIV3Schema?.properties?.['spec'];
    expect(Object.keys(schema?.properties ?? {})).toEqual(['doors']);
  });

  test('whose names are taken are reported · LW-134', async () => {
    await using world = await World.start();
    const other = {
      ...Barn.crd,
      metadata: { name: 'sheds.estate.example.com' },
      spec: { ...Barn.crd.spec, names: { ...Barn.crd.spec.names, plural: 'sheds', singular: 'shed' } },
    };
    await world.host.run(() => ensureDefinitions(world, [Barn]));
    const failing = world.during(world.manager({ definitions: [other] }), () => world.host.sleep(60_000));
    await expect(failing).rejects.toThrow(
      /the definition sheds\.estate\.example\.com is not established: .* give it other names, or remove the other one/,
    );
  });

  test('that take too long are reported', async () => {
    await using world = await World.start();
    world.server.faults.add({
      resources: ['customresourcedefinitions'],
      verbs: ['get'],
      effect: { type: 'latency', ms: 10_000 },
    });
    const failing = world.host.run(() => ensureDefinitions(world, [Barn], { timeoutMs: 5000 }));
    await expect(failing).rejects.toMatchObject({
      code: 'REEVE_NOT_ESTABLISHED',
      definition: 'barns.estate.example.com',
    });
  });

  test('that may not be looked at can be taken for installed · LW-135', async () => {
    await using world = await World.start();
    world.server.faults.add({ resources: ['customresourcedefinitions'], effect: { type: 'status', code: 403 } });
    const of = [Barn];
    const refused = world.during(world.manager({ definitions: of }), () => world.host.sleep(1000));
    await expect(refused).rejects.toMatchObject({ code: 'REEVE_FORBIDDEN' });
    const definitions = { of, whenForbidden: 'assume installed' } as const;
    await world.during(world.manager({ definitions }), () => world.host.sleep(1000));
  });
});

test('kinds are values: two of one name live side by side, and importing them registers nothing · LW-133', async () => {
  await using world = await World.start();
  const other = barn({ doors: z.int(), color: z.string().default('red') });
  await world.host.run(async () => {
    await ensureDefinitions(world, [other]);
    const made = await world.client.create(other, red);
    expect([made.spec.color, (await world.client.get(Barn, 'default/red')).spec]).toEqual([
      'red',
      { doors: 2, color: 'red' },
    ]);
    const kind = await world.client.kindOf({ apiVersion: 'estate.example.com/v1', kind: 'Barn', metadata: {} });
    expect([kind === Barn, kind === other, kind.plural]).toEqual([false, false, 'barns']);
  });
});
