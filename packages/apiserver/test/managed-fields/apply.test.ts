/**
 * Server-side apply on our own: the order and times of managers on a clock that stands still, and what must hold whatever is applied.
 */
import { ApiServer } from '@reeve/apiserver';
import { VirtualHost } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ask, configMap, configMaps, type Body } from '../server/talk.ts';
import { apply, entriesOf, merge, owners } from './managed.ts';

const one = `${configMaps}/one`;

/** A server that has loaded all it needs for writing, which takes real time. */
async function startOn(host: VirtualHost): Promise<ApiServer> {
  const server = await ApiServer.start({ host });
  await ask(server.transport, 'POST', configMaps, configMap('first'));
  return server;
}

describe('the entries of managers', { timeout: 30_000 }, () => {
  test('stand by operation, then by the second of their last change, then by name · M9', async () => {
    const host = new VirtualHost({ seed: 1 });
    await using server = await startOn(host);
    let found: Body | undefined;
    await host.run(async () => {
      await apply(server, one, 'late', configMap('one', { a: '1' }));
      await merge(server, one, 'z', { data: { z: '1' } });
      await merge(server, one, 'y', { data: { y: '1' } });
      await host.sleep(1_000);
      await merge(server, one, 'b', { data: { b: '1' } });
      await apply(server, one, 'early', configMap('one', { e: '1' }));
      await apply(server, one, 'agreeing', configMap('one', { a: '1' }));
      found = (await ask(server.transport, 'GET', one)).body;
    });
    const body = found ?? { metadata: {} };
    expect(entriesOf(body).map(({ manager }) => manager)).toEqual(['agreeing', 'late', 'early', 'y', 'z', 'b']);
    expect(entriesOf(body)[0]?.time).toBeUndefined();
  });

  test('keep their time when a write changes nothing · M9 · M5', async () => {
    const host = new VirtualHost({ seed: 1 });
    await using server = await startOn(host);
    const bodies: Body[] = [];
    await host.run(async () => {
      bodies.push((await apply(server, one, 'a', configMap('one', { a: '1' }))).body);
      await host.sleep(5_000);
      bodies.push((await apply(server, one, 'a', configMap('one', { a: '1' }))).body);
      bodies.push((await merge(server, one, 'b', { data: { a: '1' } })).body);
    });
    const [first] = bodies;
    expect(first?.data).toEqual({ a: '1' });
    for (const body of bodies) expect(body.metadata).toEqual(first?.metadata);
  });

  test('of updates beyond ten are put together, the oldest first · P10', async () => {
    const host = new VirtualHost({ seed: 1 });
    await using server = await startOn(host);
    let found: Record<string, string[]> = {};
    await host.run(async () => {
      await apply(server, one, 'applier', configMap('one', { a: '1' }));
      for (let index = 0; index < 13; index += 1) {
        await host.sleep(1_000);
        found = owners((await merge(server, one, `m${index}`, { data: { [`k${index}`]: '1' } })).body);
      }
    });
    expect(Object.keys(found)).toHaveLength(11);
    expect(found['ancient-changes Update']).toEqual(['.data.k0', '.data.k1', '.data.k2', '.data.k3']);
    expect(found['m4 Update']).toEqual(['.data.k4']);
  });
});

describe('whatever is applied', { timeout: 30_000 }, () => {
  const managers = ['a', 'b', 'c'] as const;
  // A map without anything in it is a field of its own while it is applied, and gone when it is stored: upstream is of two minds about it.
  const data = fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.constantFrom('1', '2'), { minKeys: 1 });
  const step = fc.record({
    manager: fc.constantFrom(...managers),
    data,
    isForced: fc.boolean(),
    isUpdate: fc.boolean(),
  });
  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
  const steps = fc.array(step, { minLength: 1, maxLength: 8 });

  /** Runs a property on one server, each time with an object of another name. */
  async function forAll(holds: (server: ApiServer, path: string, name: string, run: readonly Step[]) => Promise<void>) {
    await using server = await ApiServer.start();
    let count = 0;
    const property = fc.asyncProperty(steps, async (run) => {
      const name = `o${(count += 1)}`;
      await holds(server, `${configMaps}/${name}`, name, run);
    });
    await fc.assert(property, { seed: 42, numRuns: 15 });
  }

  test('every field that is owned is there, and force makes an owner · P5', async () => {
    await forAll(async (server, path, name, run) => {
      for (const { manager, data: own, isForced, isUpdate } of run) {
        const { status, body } = isUpdate
          ? await merge(server, path, manager, { data: own })
          : await apply(server, path, manager, configMap(name, own), isForced ? '&force=true' : '');
        if (status >= 300) continue;
        for (const fields of Object.values(owners(body)))
          for (const field of fields.filter((each) => each.startsWith('.data.')))
            expect(body.data).toHaveProperty(field.slice('.data.'.length));
        if (isUpdate) continue;
        expect(owners(body)[`${manager} Apply`] ?? []).toEqual(
          expect.arrayContaining(Object.keys(own).map((key) => `.data.${key}`)),
        );
        expect(body.data ?? {}).toEqual(expect.objectContaining(own));
      }
    });
  });

  test('applying the same again changes nothing · P5', async () => {
    await forAll(async (server, path, name, run) => {
      for (const { manager, data: own } of run) {
        const first = await apply(server, path, manager, configMap(name, own), '&force=true');
        const again = await apply(server, path, manager, configMap(name, own));
        expect(again.body).toEqual(first.body);
      }
    });
  });

  test('a conflict names who owns the field, and only fields with another value · P5', async () => {
    await forAll(async (server, path, name, run) => {
      for (const { manager, data: own, isForced } of run) {
        const before = (await ask(server.transport, 'GET', path)).body;
        const { status, body } = await apply(
          server,
          path,
          manager,
          configMap(name, own),
          isForced ? '&force=true' : '',
        );
        if (status !== 409) continue;
        for (const { field = '', message = '' } of body.details?.causes ?? []) {
          const owner = /"(\w)"/.exec(message)?.[1] ?? '';
          expect(owners(before)[`${owner} Apply`]).toContain(field);
          expect(owner).not.toBe(manager);
          expect(before.data?.[field.slice('.data.'.length)]).not.toBe(own[field.slice('.data.'.length)]);
        }
      }
    });
  });

  test('managers that do not disagree may come in any order · P5', async () => {
    await using server = await ApiServer.start();
    const shares = fc.tuple(
      data,
      fc.shuffledSubarray([...managers], { minLength: 3 }),
      fc.shuffledSubarray([...managers], { minLength: 3 }),
    );
    let count = 0;
    await fc.assert(
      fc.asyncProperty(shares, async ([all, order, other]) => {
        const outcomes = [];
        for (const sequence of [order, other]) {
          const name = `s${(count += 1)}`;
          for (const manager of sequence)
            await apply(server, `${configMaps}/${name}`, manager, configMap(name, shareOf(all, manager)));
          const { body } = await ask(server.transport, 'GET', `${configMaps}/${name}`);
          outcomes.push({ data: body.data, owners: owners(body) });
        }
        expect(outcomes[1]).toEqual(outcomes[0]);
      }),
      { seed: 42, numRuns: 15 },
    );
  });

  /** What one manager cares for; some of it two of them do. */
  function shareOf(all: Record<string, string>, manager: string): Record<string, string> {
    const left = { a: 'x', b: 'y', c: 'z' }[manager];
    return { [`own-${manager}`]: '1', ...Object.fromEntries(Object.entries(all).filter(([key]) => key !== left)) };
  }
});

describe('what comes from outside', () => {
  test('keys that a program might trip over are fields like any other · P5', async () => {
    await using server = await ApiServer.start();
    const text =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"},"data":{"__proto__":"1","constructor":"2"}}';
    const { status, text: answer } = await apply(server, one, 'a', text);
    expect(status).toBe(201);
    expect(answer).toContain('"f:__proto__":{}');
    expect((await apply(server, one, 'a', configMap('one', { x: '1' }))).text).not.toContain('__proto__');
  });

  test('an object that nests very deep is stored without managers, and is not applied', async () => {
    await using server = await ApiServer.start();
    await ask(server.transport, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
    const things = '/apis/example.com/v1/things';
    const deep = `${'{"a":'.repeat(800)}1${'}'.repeat(800)}`;
    const body = (name: string) =>
      `{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"${name}"},"spec":${deep}}`;
    await expect.poll(async () => (await ask(server.transport, 'GET', things)).status).toBe(200);
    const created = await ask(server.transport, 'POST', things, body('one'));
    expect([created.status, created.body.metadata.managedFields]).toEqual([201, undefined]);
    const applied = await apply(server, `${things}/two`, 'a', body('two'));
    expect(applied.status).toBe(500);
    expect(applied.body.message).toContain('exceeded max depth');
  });
});

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
