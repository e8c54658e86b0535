import { ApiServer } from '@reeve/apiserver';
import { nodeHost } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { startTestWebhook, type Reply, type Review, type TestWebhook } from '../admission/test-webhook.ts';
import { ask, watch, type Answer, type Event } from '../server/talk.ts';

const group = 'example.com';
const widgets = (version: string) => `/apis/${group}/${version}/namespaces/default/widgets`;
type Converted = Record<string, unknown> & { metadata: Record<string, unknown>; spec: Record<string, unknown> };

/** Moves the field of one version to that of the other. */
const renames = (review: Review): Reply => converting(review, (object) => object);

function converting({ request }: Review, change: (object: Converted) => object): Reply {
  const apiVersion = request['desiredAPIVersion'] as string;
  const [from, to] = apiVersion.endsWith('v2') ? ['size', 'bigness'] : ['bigness', 'size'];
  const convertedObjects = (request['objects'] as Converted[]).map((object) => {
    const { [from]: value, ...spec } = object.spec;
    return change({ ...object, apiVersion, spec: { ...spec, ...(value !== undefined && { [to]: value }) } });
  });
  return { response: { result: { status: 'Success' }, convertedObjects } };
}

const schema = (field: string) => ({
  openAPIV3Schema: {
    type: 'object',
    properties: { spec: { type: 'object', properties: { [field]: { type: 'integer' } } } },
  },
});

async function define(server: ApiServer, webhook: TestWebhook, more: object = {}): Promise<Answer> {
  const clientConfig = { url: `${webhook.url}/convert`, caBundle: webhook.caBundle };
  const answer = await ask(server.transport, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      names: { plural: 'widgets', kind: 'Widget' },
      scope: 'Namespaced',
      conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'], ...more } },
      versions: [
        { name: 'v1', served: true, storage: true, schema: schema('size') },
        {
          name: 'v2',
          served: true,
          storage: false,
          schema: schema('bigness'),
          selectableFields: [{ jsonPath: '.spec.bigness' }],
        },
      ],
    },
  });
  while ((await ask(server.transport, 'GET', widgets('v2'))).status !== 200) await nodeHost().yield();
  return answer;
}

const make = (server: ApiServer, version: string, name: string, spec: object): Promise<Answer> =>
  ask(server.transport, 'POST', widgets(version), {
    apiVersion: `${group}/${version}`,
    kind: 'Widget',
    metadata: { name },
    spec,
  });

test('several served versions share the stored one, and a webhook converts reads, lists, writes, selectors and watches of each · C12', async () => {
  await using webhook = await startTestWebhook();
  webhook.on('/convert', renames);
  const bugs: unknown[] = [];
  await using server = await ApiServer.start({ onBug: (error) => bugs.push(error) });
  const { transport } = server;
  await define(server, webhook);
  await make(server, 'v1', 'a', { size: 1 });
  const second = await make(server, 'v2', 'b', { bigness: 2 });
  await make(server, 'v1', 'c', { size: 3 });

  expect(second.body).toMatchObject({ apiVersion: 'example.com/v2', spec: { bigness: 2 } });
  expect((await ask(transport, 'GET', `${widgets('v1')}/b`)).body).toMatchObject({ spec: { size: 2 } });
  webhook.forget();
  const list = await ask(transport, 'GET', widgets('v2'));
  expect(list.body.items?.map((item) => Object(item)['spec'])).toEqual([
    { bigness: 1 },
    { bigness: 2 },
    { bigness: 3 },
  ]);
  expect(webhook.calls.map(({ review }) => (review.request['objects'] as unknown[]).length)).toEqual([2]);
  expect(webhook.calls[0]?.review).toEqual({
    kind: 'ConversionReview',
    apiVersion: 'apiextensions.k8s.io/v1',
    request: {
      uid: expect.any(String),
      desiredAPIVersion: 'example.com/v2',
      objects: [
        expect.objectContaining({ apiVersion: 'example.com/v1', spec: { size: 1 } }),
        expect.objectContaining({ spec: { size: 3 } }),
      ],
    },
    response: { uid: '', convertedObjects: null, result: { metadata: {} } },
  });
  const [sent] = (webhook.calls[0]?.review.request['objects'] ?? []) as { metadata: object }[];
  expect(sent?.metadata).not.toHaveProperty('resourceVersion');
  const selected = await ask(transport, 'GET', `${widgets('v2')}?fieldSelector=spec.bigness%3D2`);
  expect(selected.body.items?.map(({ metadata }) => metadata.name)).toEqual(['b']);

  const from = list.body.metadata.resourceVersion ?? '';
  const merge = { 'content-type': 'application/merge-patch+json' };
  await ask(transport, 'PATCH', `${widgets('v2')}/a`, { spec: { bigness: 10 } }, merge);
  await ask(transport, 'DELETE', `${widgets('v2')}/b`);
  const seen = async (version: string): Promise<unknown[]> => {
    const path = `${widgets(version)}?watch=1&resourceVersion=${from}`;
    const events: Event[] = await watch(transport, path, (each) => each.length === 2);
    return events.map(({ type, object }) => [type, object.metadata.name, Object(object)['spec']]);
  };
  expect(await seen('v1')).toEqual([
    ['MODIFIED', 'a', { size: 10 }],
    ['DELETED', 'b', { size: 2 }],
  ]);
  expect(await seen('v2')).toEqual([
    ['MODIFIED', 'a', { bigness: 10 }],
    ['DELETED', 'b', { bigness: 2 }],
  ]);
  const rows = await ask(transport, 'GET', widgets('v2'), undefined, {
    accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
  });
  expect(rows.status).toBe(200);
  expect(bugs).toEqual([]);
});

test('a conversion may change labels and annotations, and nothing else of the metadata · C12', async () => {
  await using webhook = await startTestWebhook();
  webhook.on('/convert', (review) =>
    converting(review, (object) => ({
      ...object,
      metadata: {
        ...object.metadata,
        labels: { x: 'y' },
        annotations: { z: '1' },
        generation: 77,
        finalizers: ['a.b/c'],
      },
    })),
  );
  await using server = await ApiServer.start();
  await define(server, webhook);
  const made = await make(server, 'v1', 'a', { size: 1 });
  const { metadata } = (await ask(server.transport, 'GET', `${widgets('v2')}/a`)).body;

  expect(metadata).toEqual({ ...made.body.metadata, labels: { x: 'y' }, annotations: { z: '1' } });
});

test('a conversion that fails or changes who an object is gets the real words, and other versions go on · C12', async () => {
  await using webhook = await startTestWebhook();
  const bugs: unknown[] = [];
  await using server = await ApiServer.start({ onBug: (error) => bugs.push(error) });
  const { transport } = server;
  await define(server, webhook);
  webhook.on('/convert', renames);
  const { body } = await make(server, 'v1', 'a', { size: 1 });
  const version = body.metadata.resourceVersion;
  const result = { status: 'Success' };
  const other = (change: object) => (review: Review) =>
    converting(review, (object) => ({ ...object, metadata: { ...object.metadata, ...change } }));
  const named = 'conversion webhook for example.com/v1, Kind=Widget';
  const wrong: readonly (readonly [(review: Review) => Reply, string])[] = [
    [() => ({ response: { result: { status: 'Failed', message: 'cannot' } } }), `${named} failed: cannot`],
    [() => ({ response: {} }), `${named} failed: response.result.status was '', not 'Success'`],
    [({ apiVersion, kind }) => ({ body: { apiVersion, kind } }), `${named} failed: no response provided`],
    [() => ({ response: { uid: 'x', result } }), `${named} failed: expected response.uid=`],
    [() => ({ response: { result, convertedObjects: [] } }), `${named} returned 0 objects, expected 1`],
    [
      ({ request }) => ({ response: { result, convertedObjects: request['objects'] } }),
      `${named} returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v1)`,
    ],
    [other({ name: 'other' }), `${named} returned invalid object: must have the same name: a != other`],
    [other({ namespace: 'other' }), `${named} returned invalid object: must have the same namespace: default != other`],
    [other({ uid: 'other' }), `${named} returned invalid object: must have the same UID:`],
    [
      other({ labels: { 'a b': 'c' } }),
      `${named} returned invalid metadata: metadata.labels: Invalid value: "a b": name part must consist`,
    ],
    [() => ({ bytes: Buffer.from('garbage') }), `${named} failed: couldn't get version/kind; json parse error`],
    [
      () => ({ bytes: Buffer.from('boom'), status: 500 }),
      `${named} failed: an error on the server ("boom") has prevented the request from succeeding`,
    ],
    [() => 'close', `${named} failed: Post "${webhook.url}/convert?timeout=30s": EOF`],
  ];

  for (const [reply, problem] of wrong) {
    webhook.on('/convert', reply);
    const corrupt = `StorageError: corrupt object, Code: 7, Key: /example.com/widgets/default/a, ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=${version}: ${problem}`;
    const got = await ask(transport, 'GET', `${widgets('v2')}/a`);
    expect([got.status, got.body.message]).toEqual([
      500,
      expect.stringContaining(`Internal error occurred: ${corrupt}`),
    ]);
  }
  webhook.on('/convert', () => ({ response: { result: { status: 'Failed', message: 'cannot' } } }));
  const listed = await ask(transport, 'GET', widgets('v2'));
  expect([listed.status, listed.body.reason]).toEqual([500, 'StorageReadError']);
  expect(listed.body.message).toContain(
    'failed to read one or more widgets.example.com from the storage: StorageError: corrupt object, Code: 7, Key: /registry/example.com/widgets/default/a',
  );
  const refused = await make(server, 'v2', 'b', { bigness: 1 });
  expect([refused.status, refused.body.message, refused.body.reason]).toEqual([
    500,
    'conversion webhook for example.com/v2, Kind=Widget failed: cannot',
    undefined,
  ]);

  const later = `watch=1&resourceVersion=${version}`;
  await make(server, 'v1', 'c', { size: 3 });
  const [error] = await watch(transport, `${widgets('v2')}?${later}`);
  expect(error).toMatchObject({
    type: 'ERROR',
    object: { code: 500, message: expect.stringContaining(`${named} failed: cannot`) },
  });
  const [added] = await watch(transport, `${widgets('v1')}?${later}`, (each) => each.length === 1);
  expect(added).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'c' } } });
  webhook.on('/convert', renames);
  expect((await ask(transport, 'GET', `${widgets('v2')}/c`)).body).toMatchObject({ spec: { bigness: 3 } });
  expect(bugs).toEqual([]);
});

test('an open watch converts what comes later, and ends with the reason when that fails · C12', async () => {
  await using webhook = await startTestWebhook();
  webhook.on('/convert', renames);
  await using server = await ApiServer.start();
  await define(server, webhook, { conversionReviewVersions: ['v1beta1'] });
  let tellFirst = (): void => {};
  const first = new Promise<void>((resolve) => (tellFirst = resolve));
  const watching = watch(server.transport, `${widgets('v2')}?watch=1`, (events) => {
    if (events.length === 1) tellFirst();
    return false;
  });
  await make(server, 'v1', 'a', { size: 1 });
  await first;
  webhook.on('/convert', () => 'close');
  await make(server, 'v1', 'b', { size: 2 });

  const events = await watching;
  expect(events.map(({ type }) => type)).toEqual(['ADDED', 'ERROR']);
  expect(Object(events[0]?.object)['spec']).toEqual({ bigness: 1 });
  expect(webhook.calls[0]?.review.apiVersion).toBe('apiextensions.k8s.io/v1beta1');
});

test('a policy that would see another version than the request refuses it, rather than let it pass unseen', async () => {
  await using webhook = await startTestWebhook();
  webhook.on('/convert', renames);
  const bugs: unknown[] = [];
  await using server = await ApiServer.start({ onBug: (error) => bugs.push(error) });
  await define(server, webhook);
  const registration = '/apis/admissionregistration.k8s.io/v1';
  const resourceRules = [{ operations: ['*'], apiGroups: [group], apiVersions: ['v1'], resources: ['widgets'] }];
  await ask(server.transport, 'POST', `${registration}/validatingadmissionpolicies`, {
    metadata: { name: 'p' },
    spec: { validations: [{ expression: 'object.spec.size < 5' }], matchConstraints: { resourceRules } },
  });
  await ask(server.transport, 'POST', `${registration}/validatingadmissionpolicybindings`, {
    metadata: { name: 'p' },
    spec: { policyName: 'p', validationActions: ['Deny'] },
  });

  const own = await make(server, 'v1', 'a', { size: 9 });
  const other = await make(server, 'v2', 'b', { bigness: 9 });

  expect([own.status, other.status]).toEqual([422, 500]);
  expect(other.body.message).toContain('an admission policy matches widgets.v1.example.com, which a webhook converts');
  expect(bugs).toEqual([]);
});
