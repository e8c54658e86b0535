import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { defineResource } from '@reeve/define';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { isForbidden, VirtualHost } from '@reeve/machinery';
import { defineController, Manager, silentLogger } from '@reeve/runtime';
import type { ControllerDefinition, LogFields, Logger, ReconcileRecord } from '@reeve/runtime';

const status = z.object({ ready: z.int().optional() });
const v1 = { spec: z.object({ replicas: z.int().optional() }), status };
const v2 = { spec: z.object({ replicas: z.int().optional(), team: z.string().default('none') }), status };
const Shop = defineResource({
  group: 'shop.example.com',
  kind: 'Shop',
  versions: { v1, v2: { ...v2, storage: true } },
});
const Before = defineResource({ group: 'shop.example.com', kind: 'Shop', version: 'v1', ...v1 });

/** Runs a controller of v2 on objects that were written through v1, one of them before v2 was there. */
async function afterUpgrade(
  controller: ControllerDefinition,
  forbids: (method: string, path: string) => boolean = () => false,
): Promise<{ client: Client; records: ReconcileRecord[]; warnings: [string, LogFields | undefined][] }> {
  const host = new VirtualHost();
  const { transport } = await ApiServer.start({ host });
  const client = new Client({ transport, host });
  const records: ReconcileRecord[] = [];
  const warnings: [string, LogFields | undefined][] = [];
  const log: Logger = {
    ...silentLogger,
    warn: (message, fields) => void warnings.push([message, fields]),
    with: () => log,
  };
  const refusing = new Client({
    transport: {
      request: async (request) => {
        if (!forbids(request.method, request.path)) return await transport.request(request);
        return {
          status: 403,
          headers: { 'content-type': 'application/json' },
          body: (async function* () {
            yield Buffer.from(
              JSON.stringify({
                kind: 'Status',
                apiVersion: 'v1',
                status: 'Failure',
                reason: 'Forbidden',
                code: 403,
                message: 'no',
              }),
            );
          })(),
        };
      },
    },
    host,
  });
  await host.run(async () => {
    await client.create(CustomResourceDefinition, Before.crd);
    await host.sleep(1000);
    await client.create(Before, { metadata: { name: 'early', namespace: 'default' }, spec: { replicas: 1 } });
    await client.apply(CustomResourceDefinition, Shop.crd, { fieldManager: 'test', force: true });
    await host.sleep(1000);
    await client.create(Shop.at('v1'), { metadata: { name: 'late', namespace: 'default' }, spec: { replicas: 1 } });
    const stop = new AbortController();
    const manager = new Manager({
      transport,
      client: refusing,
      host,
      log,
      onReconcile: (record) => records.push(record),
    });
    const running = manager.add(controller).run({ signal: stop.signal });
    await host.sleep(30_000);
    stop.abort();
    await running;
  });
  return { client, records, warnings };
}

const failed = ({ outcome }: ReconcileRecord): boolean => 'error' in outcome;

describe('an object that was written at an older version of its kind', () => {
  test('has the defaults of the newer version in the cache', async () => {
    const teams = new Map<string, string>();
    await afterUpgrade(
      defineController({ for: Shop, reconcile: (shop) => void teams.set(shop.metadata.name, shop.spec.team) }),
    );
    expect(teams).toEqual(
      new Map([
        ['early', 'none'],
        ['late', 'none'],
      ]),
    );
  });

  test('gets its status applied, again and again, and the log says what was moved', async () => {
    const counting = defineController({
      for: Shop,
      async reconcile({ status: { ready = 0 } = {} }, ctx) {
        if (ready < 3) await ctx.status({ ready: ready + 1 });
      },
    });
    const { client, records, warnings } = await afterUpgrade(counting);
    expect(records.filter(failed)).toEqual([]);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]?.[0]).toMatch(/written at another version of its kind/);
    expect(warnings[0]?.[1]).toMatchObject({ from: 'shop.example.com/v1', to: 'shop.example.com/v2' });
    const { metadata, status: said } = await client.get(Shop, 'default/late');
    expect(said?.ready).toBe(3);
    expect(new Set(metadata.managedFields?.map(({ apiVersion }) => apiVersion))).toEqual(
      new Set(['shop.example.com/v2']),
    );
    expect(metadata.managedFields?.some(({ operation }) => operation === 'Update')).toBe(true);
  });

  test('gets its spec applied', async () => {
    const naming = defineController({
      for: Shop,
      async reconcile(shop, ctx) {
        const { name, namespace } = shop.metadata;
        if (shop.spec.team === 'none')
          await ctx.apply(Shop.of({ metadata: { name, namespace }, spec: { team: 'web' } }));
      },
    });
    const { client, records } = await afterUpgrade(naming);
    expect(records.filter(failed)).toEqual([]);
    expect((await client.get(Shop, 'default/late')).spec).toEqual({ replicas: 1, team: 'web' });
  });

  test('that this process may not patch is a failure that says what to allow', async () => {
    const saying = defineController({ for: Shop, reconcile: (_, ctx) => ctx.status({ ready: 1 }) });
    const { records } = await afterUpgrade(saying, (method, path) => method === 'PATCH' && !path.includes('/status'));
    const errors = records.flatMap(({ outcome }) => ('error' in outcome ? [outcome.error] : []));
    expect(errors[0]).toMatchObject({
      code: 'REEVE_FIELD_VERSION',
      message: expect.stringMatching(
        /^Shop default\/early cannot be applied: its managedFields are of shop\.example\.com\/v1.*allow patch of shops/,
      ) as string,
    });
    expect(isForbidden(errors[0])).toBe(true);
  });
});
