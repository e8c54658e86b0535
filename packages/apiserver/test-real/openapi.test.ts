/**
 * The OpenAPI documents of the embedded server beside those of a real one: the same, but for the words about built-in fields and parameters, which are
 * upstream's.
 */
import { randomBytes } from 'node:crypto';
import { ApiServer } from '@reeve/apiserver';
import { nodeHost, poll } from '@reeve/machinery';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { httpsTransport } from '../../../tools/differential/https-transport.mjs';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { definitionsIn } from '../test/openapi/wire-fields.ts';

const cluster: ProvidedCluster | null = inject('realCluster');
const protobuf = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
const group = `docs-${randomBytes(3).toString('hex')}.example.com`;
const model = `com.example.${group.split('.')[0]}.v1.Ship`;

type Json = Readonly<Record<string, unknown>>;
type Ask = (method: string, path: string, options?: { body?: object; accept?: string }) => Promise<Buffer>;

describe.runIf(cluster)('OpenAPI of a real server and of ours', () => {
  let ours: ApiServer;
  let real: ReturnType<typeof httpsTransport>;
  let askReal: Ask;
  let askOurs: Ask;

  beforeAll(async () => {
    ours = await ApiServer.start();
    real = httpsTransport(cluster as ProvidedCluster);
    askReal = asking(real as unknown as ApiServer['transport']);
    askOurs = asking(ours.transport);
    for (const ask of [askReal, askOurs])
      await ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { body: definition });
    await until(async () => `apis/${group}/v1` in (await indexOf(askReal)));
    await until(async () => String(await askReal('GET', '/openapi/v2')).includes(model));
  });

  afterAll(async () => {
    await askReal('DELETE', `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/ships.${group}`);
    real.close();
    await ours.stop();
  });

  test('the indexes name the same documents, and the documents say the same · O1 · O4', async () => {
    const paths = Object.keys(await indexOf(askOurs));
    const [expected] = [Object.keys(await indexOf(askReal)).filter((path) => isOurs(path))];
    expect(paths).toEqual(expected);
    for (const path of paths) {
      const [theirs, own] = await Promise.all([askReal, askOurs].map((ask) => ask('GET', `/openapi/v3/${path}`)));
      expect(comparable(own), `/openapi/v3/${path}`).toEqual(comparable(theirs));
    }
  });

  test('version 2 says the same in JSON · O2 · O4', async () => {
    const [theirs, own] = await Promise.all([askReal, askOurs].map((ask) => ask('GET', '/openapi/v2')));
    const expected = withoutForeign(resolved(comparable(theirs)));
    const seen = withoutForeign(comparable(own));
    expect(Object.keys(seen['paths'] as Json)).toEqual(Object.keys(expected['paths'] as Json));
    expect(seen).toEqual(expected);
  });

  test('version 2 says the same in protobuf · O3 · O4', async () => {
    const [theirs = Buffer.alloc(0), own = Buffer.alloc(0)] = await Promise.all(
      [askReal, askOurs].map((ask) => ask('GET', '/openapi/v2', { accept: protobuf })),
    );
    const foreign = ([name]: [string, unknown]) => !name.startsWith('com.example.') || name.startsWith(model);
    expect([...definitionsIn(own)].filter(foreign)).toEqual([...definitionsIn(theirs)].filter(foreign));
  });
});

/** Other suites may have definitions of their own on the real server. */
const isOurs = (path: string): boolean => !path.includes('example.com') || path.includes(group);

function asking(transport: ApiServer['transport']): Ask {
  return async (method, path, { body, accept } = {}) => {
    const response = await transport.request({
      method,
      path,
      headers: { 'content-type': 'application/json', ...(accept !== undefined && { accept }) },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
      signal: AbortSignal.timeout(30_000),
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
}

const indexOf = async (ask: Ask): Promise<Json> =>
  (JSON.parse(String(await ask('GET', '/openapi/v3'))) as { paths: Json }).paths;

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const options = { intervalMs: 50, timeoutMs: 60_000, waitingFor: 'the real server to publish the definition' };
  await poll(nodeHost(), isDone, options);
}

/** A document without words, and without the list of kinds that options and events are registered for, served or not. */
function comparable(bytes: Buffer | undefined): Json {
  return stripped(JSON.parse(String(bytes)), false) as Json;
}

function stripped(value: unknown, areNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => stripped(item, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => areNames || key !== 'description')
      .map(([key, item]) => [
        key,
        stripped(withoutKinds(key, item), !areNames && ['properties', 'definitions', 'schemas'].includes(key)),
      ]),
  );
}

function withoutKinds(key: string, value: unknown): unknown {
  if (!/\.(DeleteOptions|WatchEvent)$/.test(key)) return value;
  const { 'x-kubernetes-group-version-kind': _kinds, ...rest } = value as Json;
  return rest;
}

/** The real server names parameters that many operations take; ours writes them out. */
function resolved({ parameters, ...document }: Json): Json {
  const named = parameters as Json;
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref: reference } = value as { $ref?: unknown };
    if (typeof reference === 'string' && reference.startsWith('#/parameters/'))
      return named[reference.slice('#/parameters/'.length)];
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]));
  };
  return walk(document) as Json;
}

function withoutForeign({ paths, definitions, ...rest }: Json): Json {
  const kept = (entries: object, isKept: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => isKept(name)));
  return {
    ...rest,
    paths: kept(paths as object, isOurs),
    definitions: kept(definitions as object, (name) => !name.startsWith('com.example.') || name.startsWith(model)),
  };
}

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `ships.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'ships', kind: 'Ship' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
        selectableFields: [{ jsonPath: '.spec.flag' }],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                properties: {
                  replicas: { type: 'integer', format: 'int32', minimum: 0, default: 1 },
                  flag: { type: 'string', enum: ['red', 'blue'], nullable: true },
                  either: { 'x-kubernetes-int-or-string': true },
                  cargo: {
                    type: 'object',
                    'x-kubernetes-embedded-resource': true,
                    'x-kubernetes-preserve-unknown-fields': true,
                  },
                  free: { 'x-kubernetes-preserve-unknown-fields': true },
                  decks: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: {
                        name: { type: 'string' },
                        length: { type: 'number', exclusiveMinimum: true, minimum: 0 },
                      },
                    },
                  },
                  log: { type: 'object', additionalProperties: { type: 'string', maxLength: 9 } },
                  choice: {
                    type: 'object',
                    anyOf: [{ required: ['a'] }],
                    properties: { a: { type: 'string', pattern: '^x' } },
                  },
                },
              },
              status: { type: 'object', properties: { replicas: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
};
