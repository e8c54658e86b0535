import { DeadlineError, VirtualHost, isNotFound, type Transport } from '@reeve/machinery';
import { Scheme } from '@reeve/machinery';
import { ApiServer } from '@reeve/apiserver';
import { ConfigMap, Namespace, Pod, ServiceAccount } from '@reeve/kinds/core/v1';
import { Deployment } from '@reeve/kinds/apps/v1';
import { Client, fieldConflictsOf, mergePatch } from '@reeve/client';
import { ConflictError, LabelQuery } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ScriptedTransport, cutAfter, type Scripted } from '../scripted-transport.ts';

const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: 'default' } };
const answering = (answer: Scripted | ((count: number) => Scripted) = { json: object }) => {
  const transport = new ScriptedTransport((_request, count) => (typeof answer === 'function' ? answer(count) : answer));
  return { transport, client: new Client({ transport }) };
};
const sent = (transport: ScriptedTransport) =>
  transport.requests.map(({ method, path, body }) => [method, path, body && JSON.parse(Buffer.from(body).toString())]);

describe('a client', () => {
  test('needs a transport, and has a mapper of its own or the one it is given · CR-82', () => {
    expect(() => new Client(undefined as never)).toThrow(/needs a transport/);
    expect(() => new Client({} as never)).toThrow(/needs a transport/);
    const { client, transport } = answering();
    expect(client.mapper).toBeDefined();
    expect(new Client({ transport, mapper: client.mapper }).mapper).toBe(client.mapper);
  });

  test('recognizes objects by its scheme before it asks the server · CR-82', async () => {
    const transport = new ScriptedTransport(() => ({ json: object }));
    const client = new Client({ transport, scheme: new Scheme([ConfigMap]) });
    expect(await client.kindOf(object)).toBe(ConfigMap);
    expect(transport.requests).toEqual([]);
    await expect(client.kindOf({ metadata: {} })).rejects.toMatchObject({ code: 'REEVE_INVALID_INPUT' });
  });

  test('gives the same bound client for the same kind, and the same derived client for the same derivation · LW-1 · LW-3', () => {
    const { client } = answering();
    expect(client.resource(Pod)).toBe(client.resource(Pod));
    expect(client.resource(Pod)).not.toBe(client.resource(ConfigMap));
    const jane = { user: 'jane', groups: ['a'] };
    expect(client.as(jane)).toBe(client.as({ groups: ['a'], user: 'jane' }));
    expect(client.as(jane)).not.toBe(client.as({ user: 'joe' }));
    expect(client.inNamespace('a')).toBe(client.inNamespace('a'));
    expect(client.dryRun()).toBe(client.dryRun());
    expect(client.withFieldManager('m')).toBe(client.withFieldManager('m'));
    expect(client.withFieldValidation('Strict')).toBe(client.withFieldValidation('Strict'));
    expect(client.withUserAgent('me')).toBe(client.withUserAgent('me'));
    expect(client.as(jane).mapper).toBe(client.mapper);
  });

  test('carries a derivation through every door, over the same transport, and leaves the original alone · LW-2 · LW-3', async () => {
    const { client, transport } = answering();
    const derived = client.as({ user: 'jane', groups: ['a', 'b'] }).withUserAgent('gardener/1');
    await derived.get(ConfigMap, 'default/x');
    await derived.resource(ConfigMap).get('default/x');
    await derived.subresource(Deployment, 'scale').get('default/x');
    await derived.raw.get().absPath('/x').do();
    await derived.watch(ConfigMap).open();
    await derived.serverVersion();
    await derived.as({ user: 'joe' }).get(ConfigMap, 'default/x');
    await client.get(ConfigMap, 'default/x');
    const who = transport.requests.map(({ headers }) => [
      headers?.['impersonate-user'],
      headers?.['impersonate-group'],
      headers?.['user-agent'],
    ]);
    const jane = ['jane', ['a', 'b'], 'gardener/1'];
    expect(who).toEqual([
      jane,
      jane,
      jane,
      jane,
      jane,
      jane,
      ['joe', undefined, 'gardener/1'],
      [undefined, undefined, undefined],
    ]);
  });

  test('limits every verb but watch by its timeout, and lets the caller end any call · LW-4 · LW-5', async () => {
    const host = new VirtualHost();
    const stalled: Transport = {
      request: ({ signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    };
    const client = new Client({ transport: stalled, host, timeoutMs: 5000 });
    const calls: Record<string, (options: { signal?: AbortSignal }) => Promise<unknown>> = {
      get: (options) => client.get(ConfigMap, 'default/x', options),
      list: (options) => client.list(ConfigMap, options),
      create: (options) => client.create(ConfigMap, object, options),
      update: (options) => client.update(ConfigMap, object, options),
      patch: (options) => client.patch(ConfigMap, 'default/x', mergePatch({}), options),
      apply: (options) => client.apply(ConfigMap, object, { ...options, fieldManager: 'm' }),
      delete: (options) => client.delete(ConfigMap, 'default/x', options),
      deleteCollection: (options) => client.deleteCollection(ConfigMap, { ...options, namespace: 'default' }),
    };
    await host.run(async () => {
      for (const [verb, call] of Object.entries(calls)) {
        const startedAt = host.clock.monotonic();
        await expect(call({})).rejects.toBeInstanceOf(DeadlineError);
        expect([verb, host.clock.monotonic() - startedAt]).toEqual([verb, 5000]);
        const abort = new AbortController();
        const aborted = call({ signal: abort.signal });
        abort.abort(new Error('enough'));
        await expect(aborted).rejects.toThrow('enough');
      }
      const abort = new AbortController();
      const watch = client.watch(ConfigMap, { signal: abort.signal }).next();
      await host.sleep(60_000);
      abort.abort();
      expect(await watch).toEqual({ done: true, value: undefined });
    });
    await expect(
      client.get(ConfigMap, 'default/x', { signal: AbortSignal.abort(new Error('before')) }),
    ).rejects.toThrow('before');
  });

  test('turns options into parameters, and leaves out what a verb does not take · CR-91', async () => {
    const list = { kind: 'ConfigMapList', metadata: {}, items: [] };
    const { client, transport } = answering((count) => ({ json: count === 2 ? list : object }));
    await client.get(ConfigMap, 'default/x', { resourceVersion: '0' });
    await client.list(ConfigMap, {
      namespace: 'a',
      labels: { k: 'v' },
      fields: 'metadata.name=x',
      limit: 5,
      continue: 't',
      resourceVersion: '7',
      resourceVersionMatch: 'Exact',
      timeoutSeconds: 3,
    });
    await client.create(ConfigMap, object, { dryRun: true, fieldManager: 'm', fieldValidation: 'Strict' });
    await client.update(ConfigMap, object, { dryRun: false, fieldManager: undefined });
    await client.patch(ConfigMap, 'default/x', mergePatch({ a: 1 }), { fieldManager: 'm', force: true });
    await client.apply(
      ConfigMap,
      { metadata: { name: 'x', namespace: 'default' } },
      { fieldManager: 'm', force: true, dryRun: true },
    );
    await client.delete(ConfigMap, 'default/x', {
      dryRun: true,
      gracePeriodSeconds: 0,
      propagation: 'Foreground',
      preconditions: { resourceVersion: '3' },
    });
    const base = '/api/v1/namespaces/default/configmaps';
    const deletion = { apiVersion: 'v1', kind: 'DeleteOptions' };
    expect(sent(transport)).toEqual([
      ['GET', `${base}/x?resourceVersion=0`, undefined],
      [
        'GET',
        '/api/v1/namespaces/a/configmaps?labelSelector=k%3Dv&fieldSelector=metadata.name%3Dx&timeoutSeconds=3&limit=5&continue=t&resourceVersion=7&resourceVersionMatch=Exact',
        undefined,
      ],
      ['POST', `${base}?dryRun=All&fieldManager=m&fieldValidation=Strict`, object],
      ['PUT', `${base}/x`, object],
      ['PATCH', `${base}/x?fieldManager=m`, { a: 1 }],
      ['PATCH', `${base}/x?dryRun=All&fieldManager=m&force=true`, object],
      [
        'DELETE',
        `${base}/x`,
        {
          ...deletion,
          gracePeriodSeconds: 0,
          propagationPolicy: 'Foreground',
          preconditions: { resourceVersion: '3' },
          dryRun: ['All'],
        },
      ],
    ]);
    expect(transport.requests[5]?.headers).toMatchObject({ 'content-type': 'application/apply-patch+yaml' });
  });

  test('takes the propagation policy under the name that Kubernetes gives it, and refuses two that differ', async () => {
    const { client, transport } = answering();
    await client.delete(ConfigMap, 'default/x', { propagationPolicy: 'Orphan' });
    expect(sent(transport)[0]?.[2]).toMatchObject({ propagationPolicy: 'Orphan' });
    const differing = { propagationPolicy: 'Orphan', propagation: 'Foreground' } as const;
    await expect(client.delete(ConfigMap, 'default/x', differing)).rejects.toThrow(
      /propagation is Foreground and propagationPolicy is Orphan/,
    );
  });

  test('refuses selectors that match nothing, and unsafe or missing names, before it asks · LW-10', async () => {
    const { client, transport } = answering();
    const refused = { code: 'REEVE_INVALID_INPUT' };
    await expect(client.list(ConfigMap, { labels: LabelQuery.nothing })).rejects.toMatchObject(refused);
    for (const name of ['', '..', 'a/b', 'a%2fb']) {
      await expect(client.get(ConfigMap, { name, namespace: 'default' })).rejects.toMatchObject(refused);
      await expect(client.delete(ConfigMap, { name, namespace: 'default' })).rejects.toMatchObject(refused);
      await expect(client.patch(ConfigMap, { name, namespace: 'default' }, mergePatch({}))).rejects.toMatchObject(
        refused,
      );
    }
    await expect(client.get(ConfigMap, 'no-namespace')).rejects.toMatchObject(refused);
    await expect(client.get(Namespace, 'a/b')).rejects.toMatchObject(refused);
    await expect(client.update(ConfigMap, { metadata: { namespace: 'default' } })).rejects.toMatchObject(refused);
    await expect(client.create(ConfigMap, { metadata: { name: 'x' } })).rejects.toMatchObject(refused);
    expect(transport.requests).toEqual([]);
  });

  test.each([
    ['half an object', { chunks: cutAfter('{"kind":"ConfigMap","metadata":{') }, 'REEVE_RESPONSE_CUT'],
    ['broken JSON', { headers: { 'content-type': 'application/json' }, text: '{"kind":' }, 'REEVE_UNREADABLE_ANSWER'],
    ['a page', { headers: { 'content-type': 'text/html' }, text: '<html>' }, 'REEVE_UNREADABLE_ANSWER'],
    ['no object', { json: [1] }, 'REEVE_UNREADABLE_ANSWER'],
    ['an object without metadata', { json: { kind: 'Surprise' } }, 'REEVE_UNREADABLE_ANSWER'],
    ['a page that refuses', { status: 502, text: '<html>bad gateway</html>' }, 'REEVE_INTERNAL_ERROR'],
    ['a refusal that breaks off', { status: 404, chunks: cutAfter('{"kind":"Sta') }, 'REEVE_NOT_FOUND'],
  ] satisfies [string, Scripted, string][])(
    'rejects %s with a typed error, and never with a part of an object · LW-10',
    async (_what, answer, code) => {
      await expect(answering(answer).client.get(ConfigMap, 'default/x')).rejects.toMatchObject({ code });
    },
  );

  test('fails clearly when a server sends whole objects instead of their metadata, or no table', async () => {
    const { client } = answering();
    await expect(client.metadata(ConfigMap).get('default/x')).rejects.toThrow(/whole ConfigMap/);
    await expect(client.table(ConfigMap)).rejects.toThrow(/not the Table/);
    await expect(client.list(ConfigMap)).rejects.toThrow(/not a list/);
  });

  test('keeps integers of 64 bits both ways', async () => {
    const { client, transport } = answering({
      headers: { 'content-type': 'application/json' },
      text: '{"metadata":{},"n":9007199254740993}',
    });
    const kind = await client.get(ConfigMap, 'default/x');
    expect((kind as unknown as { n: bigint }).n).toBe(9_007_199_254_740_993n);
    await client.update(ConfigMap, { ...kind, metadata: { name: 'x', namespace: 'default' } });
    expect(Buffer.from(transport.requests[1]?.body ?? []).toString()).toContain('"n":9007199254740993');
  });

  test('hands keys such as __proto__ on as they are', async () => {
    const text = '{"metadata":{"name":"x","labels":{"__proto__":"a"}},"data":{"__proto__":"b","constructor":"c"}}';
    const { client } = answering({ headers: { 'content-type': 'application/json' }, text });
    const found = await client.get(ConfigMap, 'default/x');
    expect(Object.entries(found.data ?? {})).toEqual([
      ['__proto__', 'b'],
      ['constructor', 'c'],
    ]);
  });

  test('reads logs as lines, and follows them', async () => {
    const { client, transport } = answering({ text: 'one\ntwo\n', headers: { 'content-type': 'text/plain' } });
    const log = await client.log(Pod, 'default/x', { follow: true, tailLines: 5, container: 'main' });
    const lines: string[] = [];
    for await (const line of log.lines()) lines.push(line);
    expect(lines).toEqual(['one', 'two']);
    expect(transport.requests[0]?.path).toBe(
      '/api/v1/namespaces/default/pods/x/log?follow=true&tailLines=5&container=main',
    );
  });

  test('posts evictions, bindings and token requests with their types', async () => {
    const { client, transport } = answering({ json: { kind: 'Status', apiVersion: 'v1', status: 'Success' } });
    await client.evict(Pod, 'default/x', { gracePeriodSeconds: 1, dryRun: true });
    await client.subresource(Pod, 'binding').create('default/x', { target: { name: 'n1' } });
    await client.subresource(ServiceAccount, 'token').create('default/x', { spec: { audiences: ['a'] } });
    const metadata = { namespace: 'default', name: 'x' };
    expect(sent(transport)).toEqual([
      [
        'POST',
        '/api/v1/namespaces/default/pods/x/eviction?dryRun=All',
        { apiVersion: 'policy/v1', kind: 'Eviction', metadata, deleteOptions: { gracePeriodSeconds: 1 } },
      ],
      [
        'POST',
        '/api/v1/namespaces/default/pods/x/binding',
        { apiVersion: 'v1', kind: 'Binding', metadata, target: { name: 'n1' } },
      ],
      [
        'POST',
        '/api/v1/namespaces/default/serviceaccounts/x/token',
        { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata, spec: { audiences: ['a'] } },
      ],
    ]);
  });

  test('nests derivations as they were made: the outer one decides first', async () => {
    const { client, transport } = answering();
    const inner = client.withFieldManager('inner');
    await inner.withFieldManager('outer').create(ConfigMap, object);
    await inner.withFieldManager('outer').create(ConfigMap, object, { fieldManager: 'call' });
    await expect(client.inNamespace('a').inNamespace('b').get(ConfigMap, 'x')).rejects.toThrow(
      /bound to the namespace a/,
    );
    expect(transport.requests.map(({ path }) => path.split('?')[1])).toEqual([
      'fieldManager=outer',
      'fieldManager=call',
    ]);
    expect(() => client.withFieldManager('')).toThrow(/field manager/);
  });

  test('reads who owns what from the error of an apply', () => {
    const causes = [
      {
        reason: 'FieldManagerConflict',
        field: '.spec.replicas',
        message: 'conflict with "kubectl" with subresource "scale" using apps/v1 at 2026-01-02T03:04:05Z',
      },
      { reason: 'FieldManagerConflict', field: '.data.a', message: 'conflict with "other"' },
      { reason: 'FieldValueInvalid', field: '.x', message: 'no' },
    ];
    const error = new ConflictError(Deployment, 'default/x', {
      status: { reason: 'Conflict', code: 409, details: { causes } },
    });
    expect(fieldConflictsOf(new Error('outer', { cause: error }))).toEqual([
      {
        field: '.spec.replicas',
        manager: 'kubectl',
        subresource: 'scale',
        apiVersion: 'apps/v1',
        time: '2026-01-02T03:04:05Z',
      },
      { field: '.data.a', manager: 'other' },
    ]);
    expect(fieldConflictsOf(new Error('x'))).toEqual([]);
  });

  test('meets the faults of a server with typed errors', async () => {
    await using server = await ApiServer.start();
    const client = new Client({ transport: server.transport });
    server.faults.add({ verbs: ['get'], times: 1, effect: { type: 'status', code: 429, retryAfterSeconds: 3 } });
    await expect(client.get(ConfigMap, 'default/x')).rejects.toMatchObject({
      code: 'REEVE_TOO_MANY_REQUESTS',
      retryAfterMs: 3000,
    });
    server.faults.add({ verbs: ['get'], times: 1, effect: { type: 'cut' } });
    await expect(client.get(ConfigMap, 'default/x')).rejects.toMatchObject({ code: 'REEVE_RESPONSE_CUT' });
    expect(isNotFound(await client.get(ConfigMap, 'default/x').catch((error: unknown) => error))).toBe(true);
  });
});
