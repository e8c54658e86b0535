import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiServer } from '@reeve/apiserver';
import { defineResource, k } from '@reeve/define';
import { apis, CronJob, Database, Tenant, Website } from '../fixtures/apis.ts';
import { ask, install } from '../server.ts';

const table = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

describe('a definition', () => {
  test('is a kind', () => {
    expect(Website).toMatchObject({
      group: 'web.example.com',
      version: 'v1',
      kind: 'Website',
      plural: 'websites',
      scope: 'Namespaced',
    });
    expect(Website.path({ namespace: 'default', name: 'blog', subresource: 'scale' })).toBe(
      '/apis/web.example.com/v1/namespaces/default/websites/blog/scale',
    );
    expect(Tenant.path({ name: 'acme' })).toBe('/apis/estate.example.com/v1/tenants/acme');
  });

  test('has the names that are given, and English plurals otherwise', () => {
    const plural = (kind: string) =>
      defineResource({ group: 'a.example.com', version: 'v1', kind, spec: z.object({}) }).plural;
    expect(['Policy', 'Gateway', 'Ingress', 'Box', 'Batch'].map(plural)).toEqual([
      'policies',
      'gateways',
      'ingresses',
      'boxes',
      'batches',
    ]);
    expect(CronJob).toMatchObject({ shortNames: ['cj'], categories: ['all', 'batch'] });
  });

  test('has a kind for each of its versions', () => {
    expect(Database.version).toBe('v1');
    const old = Database.at('v1beta1');
    expect(old.apiVersion).toBe('data.example.com/v1beta1');
    expect(old.validate({ metadata: { name: 'x' }, spec: { engine: 'postgres' } })).toMatchObject([
      { field: 'spec.storage' },
    ]);
    const wrong = Database.at as (version: string) => unknown;
    expect(() => wrong('v3')).toThrow(/the versions are v1, v1beta1/);
  });

  test('is frozen, and its parts compile when they are first needed', () => {
    expect(Object.isFrozen(Website)).toBe(true);
    expect(Website.engine).toBe(Website.engine);
  });

  test('fills in what is left out, the spec too', () => {
    expect(Website.of({ metadata: { name: 'blog' } })).toEqual({
      apiVersion: 'web.example.com/v1',
      kind: 'Website',
      metadata: { name: 'blog' },
      spec: { image: 'nginx', replicas: 1 },
    });
  });

  test('prunes and validates', () => {
    const { object, unknownFields } = Website.conform({ ...Website.of({ metadata: { name: 'blog' } }), extra: 1 });
    expect(unknownFields).toEqual(['extra']);
    expect(object).not.toHaveProperty('extra');
    expect(Website.validate({ metadata: { name: 'blog' }, spec: { replicas: 11 } })).toMatchObject([
      { field: 'spec.replicas', body: 'Invalid value: 11: spec.replicas in body should be less than or equal to 10' },
    ]);
  });

  test('tolerates on update what was wrong before and has not changed', () => {
    const old = { metadata: { name: 'blog' }, spec: { replicas: 11, image: 'a' } };
    expect(Website.validate({ ...old, spec: { ...old.spec, image: 'b' } }, old)).toEqual([]);
    expect(Website.validate({ ...old, spec: { replicas: 12 } }, old)).toHaveLength(1);
  });
});

describe('the definition object on a server', () => {
  for (const [name, { crd }] of Object.entries(apis)) {
    test(`${name} is accepted unchanged`, async () => {
      await using server = await ApiServer.start();
      const { status, body } = await install(server.transport, crd);
      expect({ status, message: body['message'] }).toEqual({ status: 201, message: undefined });
      expect(body).toMatchObject({ spec: { names: crd.spec.names, versions: crd.spec.versions } });
    });
  }

  test('gives the columns that were asked for, with their types, and the age', async () => {
    await using server = await ApiServer.start();
    await install(server.transport, CronJob.crd);
    const path = CronJob.path({ namespace: 'default' });
    await ask(
      server.transport,
      'POST',
      path,
      CronJob.of({ metadata: { name: 'night' }, spec: { schedule: '0 3 * * *', jobTemplate: {} } }),
    );
    const { body } = await ask(server.transport, 'GET', path, undefined, table);
    expect(body).toMatchObject({
      columnDefinitions: [
        { name: 'Name' },
        { name: 'Schedule', type: 'string' },
        { name: 'Suspend', type: 'boolean' },
        { name: 'Last Schedule', type: 'date' },
        { name: 'Age', type: 'date' },
      ],
      rows: [{ cells: ['night', '0 3 * * *', false, null, expect.any(String)] }],
    });
  });

  test('has scale and status', async () => {
    await using server = await ApiServer.start();
    await install(server.transport, Website.crd);
    await ask(
      server.transport,
      'POST',
      Website.path({ namespace: 'default' }),
      Website.of({ metadata: { name: 'blog' } }),
    );
    const blog = { namespace: 'default', name: 'blog' };
    const status = {
      metadata: { name: 'blog' },
      status: { ready: 1 },
      apiVersion: Website.apiVersion,
      kind: Website.kind,
    };
    const { body: current } = await ask(server.transport, 'GET', Website.path(blog));
    await ask(server.transport, 'PUT', Website.path({ ...blog, subresource: 'status' }), {
      ...current,
      ...status,
      metadata: current['metadata'],
    });
    const { body } = await ask(server.transport, 'GET', Website.path({ ...blog, subresource: 'scale' }));
    expect(body).toMatchObject({ kind: 'Scale', spec: { replicas: 1 }, status: { replicas: 1 } });
  });

  test('gives objects the same defaults and verdicts as the definition does', async () => {
    await using server = await ApiServer.start();
    await install(server.transport, Tenant.crd);
    const specs = [
      { owners: ['a@example.com'] },
      { owners: [] },
      { owners: ['nobody'], ratio: 1 },
      { owners: ['a@example.com'], maxPods: true },
      { owners: ['a@example.com'], network: { cidrs: ['10.0.0.0/8', 'x'] }, extra: 1 },
      { owners: ['a@example.com'], notes: null, quota: { cpu: '1', memory: 'lots' } },
    ];
    for (const [at, spec] of specs.entries()) {
      const object = { apiVersion: Tenant.apiVersion, kind: Tenant.kind, metadata: { name: `t${at}` }, spec };
      const { status, body } = await ask(server.transport, 'POST', Tenant.path(), object);
      const errors = Tenant.validate(object);
      expect({ at, isCreated: status === 201 }).toEqual({ at, isCreated: errors.length === 0 });
      const causes = errors.map(({ type: reason, field, body: message }) => ({ reason, field, message }));
      const expected = errors.length === 0 ? { spec: Tenant.conform(object).object['spec'] } : { details: { causes } };
      expect(body).toMatchObject(expected);
    }
  });
});

describe('conversion, labels and annotations', () => {
  test('are carried', () => {
    const conversion = { strategy: 'None' as const };
    const { crd } = defineResource({
      group: 'a.example.com',
      version: 'v1',
      kind: 'A',
      spec: z.object({ at: k.time().optional() }),
      conversion,
      labels: { team: 'estate' },
      annotations: { note: 'x' },
    });
    expect(crd).toMatchObject({
      metadata: { labels: { team: 'estate' }, annotations: { note: 'x' } },
      spec: { conversion },
    });
  });
});
