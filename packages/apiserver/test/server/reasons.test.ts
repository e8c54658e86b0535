import { ApiServer, type Journal } from '@reeve/apiserver';
import { expect, test } from 'vitest';
import { ask, configMap, configMaps, create } from './talk.ts';

/** A journal that takes the first objects of a server and nothing after. */
class LostJournal implements Journal {
  isLost = false;

  async load(): Promise<readonly []> {
    return [];
  }

  async append(): Promise<void> {
    if (this.isLost) throw new Error('the disk is gone');
  }
}

test('each refusal has the HTTP code and the reason that upstream gives to that situation · E2', async () => {
  const journal = new LostJournal();
  await using lossy = await ApiServer.start({ journal });
  await using server = await ApiServer.start({ port: 0 });
  const there = (await create(server, 'there')).body;
  const pods = '/api/v1/namespaces/default/pods';
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  await ask(server.transport, 'POST', pods, { metadata: { name: 'guarded', labels: { app: 'a' } }, spec });
  await ask(server.transport, 'PUT', `${pods}/guarded/status`, {
    metadata: { name: 'guarded', labels: { app: 'a' } },
    spec,
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  });
  const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
  await ask(server.transport, 'POST', budgets, {
    metadata: { name: 'none' },
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'a' } } },
  });
  const [, first = ''] = /"resourceVersion":"(\d+)"/.exec((await ask(server.transport, 'GET', configMaps)).text) ?? [];
  await create(server, 'later');
  server.compact();
  journal.isLost = true;
  server.faults.add({ verbs: ['list'], namespace: 'kube-system', times: 1, effect: { type: 'status', code: 503 } });

  const refusals: [code: number, reason: string, method: string, path: string, body?: unknown, headers?: object][] = [
    [400, 'BadRequest', 'POST', configMaps, '{'],
    [401, 'Unauthorized', 'GET', configMaps, undefined, { authorization: 'Bearer wrong' }],
    [403, 'Forbidden', 'DELETE', '/api/v1/namespaces/default'],
    [404, 'NotFound', 'GET', `${configMaps}/missing`],
    [405, 'MethodNotAllowed', 'PUT', configMaps, configMap('a')],
    [406, 'NotAcceptable', 'GET', configMaps, undefined, { accept: 'text/html' }],
    [409, 'AlreadyExists', 'POST', configMaps, configMap('there')],
    [
      409,
      'Conflict',
      'PUT',
      `${configMaps}/there`,
      { ...there, metadata: { ...there.metadata, resourceVersion: '1' } },
    ],
    [410, 'Expired', 'GET', `${configMaps}?resourceVersion=${first}&resourceVersionMatch=Exact`],
    [413, 'RequestEntityTooLarge', 'POST', configMaps, 'x'.repeat(3 * 1024 * 1024 + 1)],
    [415, 'UnsupportedMediaType', 'POST', configMaps, 'x', { 'content-type': 'text/plain' }],
    [422, 'Invalid', 'POST', configMaps, configMap('No Name')],
    [429, 'TooManyRequests', 'POST', `${pods}/guarded/eviction`, { metadata: { name: 'guarded' } }],
    [503, 'ServiceUnavailable', 'GET', '/api/v1/namespaces/kube-system/secrets'],
    [504, 'Timeout', 'GET', `${configMaps}?resourceVersion=999999999`],
  ];
  const seen = [];
  for (const [, , method, path, body, headers] of refusals) {
    const answer = await ask(server.transport, method, path, body, { ...headers });
    seen.push([answer.status, answer.body.reason, method, path]);
  }
  expect(seen).toEqual(refusals.map(([code, reason, method, path]) => [code, reason, method, path]));
  expect(await create(lossy, 'unheard')).toMatchObject({ status: 500, body: { reason: 'InternalError', code: 500 } });
});
