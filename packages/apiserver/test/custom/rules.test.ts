/**
 * Rules of custom resources (`x-kubernetes-validations`) over the API: in definitions, and on every way to write an object.
 */
import { describe, expect, test } from 'vitest';
import { InCluster } from '../cluster/in-cluster.ts';
import type { Answer } from '../server/talk.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const own = `${definitions}/sizes.rules.example.com`;
const sizes = '/apis/rules.example.com/v1/namespaces/default/sizes';

const ruled = (...rules: string[]) => ({ 'x-kubernetes-validations': rules.map((rule) => ({ rule })) });
const integer = (...rules: string[]) => ({ type: 'integer', ...ruled(...rules) });

function definition(schema: object) {
  const versions = [
    {
      name: 'v1',
      served: true,
      storage: true,
      schema: { openAPIV3Schema: schema },
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
      },
    },
  ];
  const names = { plural: 'sizes', singular: 'size', kind: 'Size' };
  return {
    metadata: { name: 'sizes.rules.example.com' },
    spec: { group: 'rules.example.com', scope: 'Namespaced', names, versions },
  };
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

const schema = object({
  spec: object(
    {
      min: integer('self >= oldSelf'),
      max: integer(),
      replicas: integer('self < 10'),
      note: { type: 'string', maxLength: 9 },
    },
    ruled('!has(self.min) || !has(self.max) || self.min <= self.max'),
  ),
  status: object({ replicas: integer(), left: integer('self > 0') }),
});

const size = (name: string, spec: object) => ({
  apiVersion: 'rules.example.com/v1',
  kind: 'Size',
  metadata: { name },
  spec,
});

async function startDefined(made: object = schema): Promise<InCluster> {
  const cluster = await InCluster.start('envtest');
  await cluster.create(definitions, definition(made));
  await cluster.settled();
  return cluster;
}

/** The status of an answer and its causes, as field and message. */
function outcome({ status, body }: Answer): unknown[] {
  const { details } = body as { details?: { causes?: { field: string; message: string }[] } };
  return [status, ...(details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`)];
}

const wrongOrder = 'spec: Invalid value: failed rule: !has(self.min) || !has(self.max) || self.min <= self.max';
const shrunk = 'spec.min: Invalid value: 0: failed rule: self >= oldSelf';

describe('a rule holds', () => {
  test('for an object that is created, updated, patched or applied', async () => {
    await using cluster = await startDefined();
    expect(outcome(await cluster.ask('POST', sizes, size('a', { min: 3, max: 2 })))).toEqual([422, wrongOrder]);
    await cluster.create(sizes, size('a', { min: 1, max: 2 }));
    const stored = await cluster.get(`${sizes}/a`);
    expect(outcome(await cluster.ask('PUT', `${sizes}/a`, { ...stored, spec: { min: 0, max: 2 } }))).toEqual([
      422,
      shrunk,
    ]);
    expect(outcome(await cluster.merge(`${sizes}/a`, { spec: { min: 0 } }))).toEqual([422, shrunk]);
    const apply = { 'content-type': 'application/apply-patch+yaml' };
    const applied = await cluster.ask('PATCH', `${sizes}/a?fieldManager=me&force=true`, size('a', { min: 5 }), apply);
    expect(outcome(applied)).toEqual([422, wrongOrder]);
    expect(
      outcome(await cluster.ask('PATCH', `${sizes}/b?fieldManager=me`, size('b', { min: 5, max: 1 }), apply)),
    ).toEqual([422, wrongOrder]);
    expect((await cluster.merge(`${sizes}/a`, { spec: { min: 2 } })).status).toBe(200);
  });

  test('for the status, and for what the scale subresource writes', async () => {
    await using cluster = await startDefined();
    const { metadata } = await cluster.create(sizes, size('a', { replicas: 1 }));
    const status = { ...size('a', {}), metadata, status: { left: 0 } };
    expect(outcome(await cluster.ask('PUT', `${sizes}/a/status`, status))).toEqual([
      422,
      'status.left: Invalid value: 0: failed rule: self > 0',
    ]);
    expect(outcome(await cluster.merge(`${sizes}/a/scale`, { spec: { replicas: 10 } }))).toEqual([
      422,
      'spec.replicas: Invalid value: 10: failed rule: self < 10',
    ]);
    expect((await cluster.merge(`${sizes}/a/scale`, { spec: { replicas: 9 } })).status).toBe(200);
  });

  test('for a dry run', async () => {
    await using cluster = await startDefined();
    expect((await cluster.ask('POST', `${sizes}?dryRun=All`, size('a', { min: 3, max: 2 }))).status).toBe(422);
  });

  test('from the moment that its definition has it, and objects that break it keep what is left alone, with a warning · C11', async () => {
    await using cluster = await startDefined(object({ spec: object({ max: integer(), note: { type: 'string' } }) }));
    await cluster.create(sizes, size('a', { max: 0, note: 'old' }));
    const stricter = object({ spec: object({ max: integer('self > 0'), note: { type: 'string' } }) });
    const before = await cluster.get(own);
    expect((await cluster.ask('PUT', own, { ...before, spec: definition(stricter).spec })).status).toBe(200);
    await cluster.settled();

    const kept = await cluster.merge(`${sizes}/a`, { spec: { note: 'new' } });
    expect([kept.status, kept.headers['warning']]).toEqual([
      200,
      [String.raw`299 - "spec.max: Invalid value: 0: failed rule: self > 0"`],
    ]);
    expect(outcome(await cluster.merge(`${sizes}/a`, { spec: { max: -1 } }))).toEqual([
      422,
      'spec.max: Invalid value: -1: failed rule: self > 0',
    ]);
  });
});

describe('a definition', () => {
  const bad = object({
    spec: object({ list: { type: 'array', items: { type: 'string' }, ...ruled('self.all(x, self.all(y, x == y))') } }),
  });

  test('is refused for a rule that does not compile or may cost too much', async () => {
    await using cluster = await InCluster.start('envtest');
    const [status, ...causes] = outcome(
      await cluster.ask('POST', definitions, definition(object({ spec: integer('self.x') }))),
    );
    expect(status).toBe(422);
    expect(causes.join()).toContain(
      `compilation failed: ERROR: <input>:1:5: type 'int' does not support field selection`,
    );
    expect(outcome(await cluster.ask('POST', definitions, definition(bad))).join()).toContain(
      'estimated rule cost exceeds budget',
    );
  });

  test('is refused for a new schema whose rule may cost too much, and keeps the one that it has', async () => {
    await using cluster = await InCluster.start('envtest');
    const list = {
      type: 'array',
      maxItems: 5000,
      items: { type: 'string', maxLength: 5 },
      ...ruled('self.all(x, self.exists(y, x == y))'),
    };
    const costly = object({ spec: object({ list }) });
    const cheap = object({ spec: object({ list: { ...list, maxItems: 10 } }) });
    await cluster.create(definitions, definition(cheap));
    await cluster.settled();
    const stored = await cluster.get(own);
    const refused = await cluster.ask('PUT', own, { ...stored, spec: definition(costly).spec });
    expect(refused.status).toBe(422);
    expect((await cluster.merge(own, { metadata: { labels: { a: 'b' } } })).status).toBe(200);
  });
});
