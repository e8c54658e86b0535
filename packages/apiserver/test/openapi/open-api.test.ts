/**
 * The OpenAPI documents that the server publishes: complete, cached by what they say, and in step with definitions.
 */
import { ApiServer } from '@reeve/apiserver';
import { describe, expect, test } from 'vitest';
import { ask } from '../server/talk.ts';
import { definitionsIn } from './wire-fields.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const protobuf = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
const boat = 'com.example.sea.v1.Boat';

interface Document {
  readonly paths: Record<string, { serverRelativeURL: string } & Record<string, unknown>>;
  readonly components: { schemas: Record<string, Record<string, unknown>> };
  readonly definitions: Record<string, Record<string, unknown>>;
}

const boats = (properties: object, version: object = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'boats.sea.example.com' },
  spec: {
    group: 'sea.example.com',
    scope: 'Namespaced',
    names: { plural: 'boats', kind: 'Boat' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
        ...version,
      },
    ],
  },
});

async function read(server: ApiServer, path: string): Promise<Document> {
  return JSON.parse((await ask(server.transport, 'GET', path)).text) as Document;
}

/** Serves boats. */
async function define(server: ApiServer, definition: object): Promise<void> {
  await ask(server.transport, 'POST', crds, definition);
  await turn();
}

/** What follows from a write to a definition happens a turn later. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('OpenAPI v3', () => {
  test('has an index whose every entry leads to a document by its hash · O1', async () => {
    await using server = await ApiServer.start();
    const { paths } = await read(server, '/openapi/v3');
    const urls = Object.values(paths).map(({ serverRelativeURL }) => serverRelativeURL);

    const answers = await Promise.all(urls.map((url) => ask(server.transport, 'GET', url)));

    expect(urls.length).toBe(49);
    for (const { status, headers, text } of answers) {
      expect([status, headers['cache-control']]).toEqual([200, 'public, immutable']);
      expect(JSON.parse(text)).toMatchObject({ openapi: '3.0.0' });
    }
  });

  test('points from a hash that is gone to the present document, and saves who has it the reading · O1', async () => {
    await using server = await ApiServer.start();
    const { headers } = await ask(server.transport, 'GET', '/openapi/v3/apis/apps/v1');

    const moved = await ask(server.transport, 'GET', '/openapi/v3/apis/apps/v1?hash=OLD');
    const known = await ask(server.transport, 'GET', '/openapi/v3/apis/apps/v1', undefined, {
      'if-none-match': String(headers['etag']),
    });

    expect(moved).toMatchObject({ status: 301, text: '' });
    expect(moved.headers['location']).toBe(
      `/openapi/v3/apis/apps/v1?hash=${String(headers['etag']).replaceAll('"', '')}`,
    );
    expect(known).toMatchObject({ status: 304, text: '' });
  });

  test('follows a definition as it comes, changes and goes, and leaves the rest as it was · O4 · O1', async () => {
    await using server = await ApiServer.start();
    const before = await read(server, '/openapi/v3');

    await define(server, boats({ length: { type: 'integer' } }));
    const defined = await read(server, '/openapi/v3');
    await ask(
      server.transport,
      'PATCH',
      `${crds}/boats.sea.example.com`,
      { spec: { versions: boats({ draught: { type: 'integer' } }).spec.versions } },
      { 'content-type': 'application/merge-patch+json' },
    );
    await turn();
    const changed = await read(server, '/openapi/v3');
    const document = await read(server, '/openapi/v3/apis/sea.example.com/v1');
    await ask(server.transport, 'DELETE', `${crds}/boats.sea.example.com`);
    await turn();

    const key = 'apis/sea.example.com/v1';
    const { [key]: own, ...others } = defined.paths;
    expect(others).toEqual(before.paths);
    expect(changed.paths[key]).not.toEqual(own);
    expect(document.components.schemas[boat]).toMatchObject({
      properties: { spec: { properties: { draught: { type: 'integer' } } } },
      'x-kubernetes-group-version-kind': [{ group: 'sea.example.com', kind: 'Boat', version: 'v1' }],
    });
    expect(await read(server, '/openapi/v3')).toEqual(before);
  });
});

describe('OpenAPI v2', () => {
  test('is one JSON document of everything that is served · O2', async () => {
    await using server = await ApiServer.start();

    const { headers, text } = await ask(server.transport, 'GET', '/openapi/v2');

    const { definitions, paths } = JSON.parse(text) as Document;
    expect(headers['content-type']).toBe('application/json');
    expect(definitions['io.k8s.api.apps.v1.Deployment']).toMatchObject({
      properties: { spec: { $ref: '#/definitions/io.k8s.api.apps.v1.DeploymentSpec' } },
    });
    expect(Object.keys(paths)).toContain('/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale');
    expect(text).not.toContain('#/components/');
  });

  test('comes in protobuf to who asks, with the same content · O3', async () => {
    await using server = await ApiServer.start();
    await define(server, boats({ length: { type: 'integer', minimum: 1 }, name: { type: 'string' } }));

    const json = await read(server, '/openapi/v2');
    const response = await server.transport.request({
      method: 'GET',
      path: '/openapi/v2',
      headers: { accept: protobuf },
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);

    expect(response.headers['content-type']).toBe(protobuf.replace('@', '.'));
    const found = definitionsIn(Buffer.concat(chunks));
    expect([...found.keys()]).toEqual(Object.keys(json.definitions));
    for (const [name, { properties, extensions }] of found) {
      const schema = json.definitions[name] ?? {};
      expect([name, properties]).toEqual([name, Object.keys(schema['properties'] ?? {})]);
      expect([name, extensions]).toEqual([name, Object.keys(schema).filter((key) => key.startsWith('x-'))]);
    }
  });

  test('is not sent again in either form to who has it, and is another with a definition · O2 · O3', async () => {
    await using server = await ApiServer.start();
    const { headers } = await ask(server.transport, 'GET', '/openapi/v2');
    const known = { 'if-none-match': String(headers['etag']) };

    const again = await ask(server.transport, 'GET', '/openapi/v2', undefined, known);
    const inProtobuf = await ask(server.transport, 'GET', '/openapi/v2', undefined, { ...known, accept: protobuf });
    const other = await ask(server.transport, 'GET', '/openapi/v2', undefined, { accept: 'application/yaml' });
    await define(server, boats({}));
    const changed = await ask(server.transport, 'GET', '/openapi/v2', undefined, known);

    expect([again.status, inProtobuf.status, other.status, changed.status]).toEqual([304, 304, 406, 200]);
  });

  test('leaves out of a definition what it cannot say, so that older clients refuse nothing · O4', async () => {
    await using server = await ApiServer.start();
    const properties = {
      either: { 'x-kubernetes-int-or-string': true },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: { type: 'string' } } },
      maybe: { type: 'string', nullable: true },
      choice: { type: 'object', oneOf: [{ required: ['a'] }], properties: { a: { type: 'string', default: 'x' } } },
    };
    await define(server, boats(properties));

    const { definitions } = await read(server, '/openapi/v2');

    expect(definitions[boat]).toMatchObject({
      properties: {
        spec: {
          properties: {
            either: { 'x-kubernetes-int-or-string': true },
            free: { 'x-kubernetes-preserve-unknown-fields': true },
            maybe: {},
            choice: { type: 'object', properties: { a: { type: 'string' } } },
          },
        },
      },
    });
    expect(JSON.stringify(definitions[boat])).not.toMatch(/oneOf|nullable|default|anyOf/);
  });
});
