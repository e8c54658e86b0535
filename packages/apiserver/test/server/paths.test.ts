import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { ask } from './talk.ts';

/** What a real server answers to paths that are not quite right. */
const odd: [path: string, status: number, kind: string][] = [
  ['//api/v1/namespaces', 404, 'text'],
  ['/api//v1/namespaces', 404, 'Status'],
  ['/api/v1//namespaces', 404, 'Status'],
  ['/api/v1/namespaces/', 200, 'NamespaceList'],
  ['/api/v1/namespaces//', 200, 'NamespaceList'],
  ['/api/v1/namespaces//configmaps', 200, 'ConfigMapList'],
  ['/api/v1/namespaces/default//configmaps', 404, 'Status'],
  ['/api/v1/../v1/namespaces', 404, 'Status'],
  ['/api/v1/./namespaces/default', 404, 'Status'],
  ['/api//', 200, 'APIVersions'],
  ['/apis//', 404, 'text'],
  ['/apis//apps/v1/deployments', 404, 'text'],
  ['/apis/apps//v1/deployments', 404, 'Status'],
  ['/apis/apps/v1//deployments', 404, 'Status'],
  ['/apis/foo.example.com//v1/x', 404, 'text'],
  ['/healthz/', 404, 'text'],
  ['/healthz//', 404, 'text'],
  ['/healthz/ping/', 404, 'text'],
  ['/../healthz', 404, 'text'],
  ['/metrics/', 404, 'text'],
  ['//', 404, 'text'],
];

test.each(odd)('%s is answered with %i and a %s · N10', async (path, status, kind) => {
  await using server = await ApiServer.start();
  const answer = await ask(server.transport, 'GET', path);
  expect({ status: answer.status, kind: answer.body.kind ?? 'text' }).toEqual({ status, kind });
  expect({ type: answer.headers['content-type'], text: answer.text }).toMatchObject(
    kind === 'text'
      ? { type: 'text/plain; charset=utf-8', text: '404 page not found\n' }
      : { type: 'application/json' },
  );
});

test('every path that the root lists is there · T9', async () => {
  await using server = await ApiServer.start();
  const { text } = await ask(server.transport, 'GET', '/');
  const { paths } = JSON.parse(text) as { paths: string[] };
  expect(paths).toEqual(paths.toSorted());
  expect(paths).toEqual(expect.arrayContaining(['/api/v1', '/apis/apps/v1', '/healthz/etcd', '/readyz/shutdown']));
  const whole = paths.filter((path) => path !== '/openapi/v3/'); // the last one stands for what is below it
  for (const path of whole) expect([path, (await ask(server.transport, 'GET', path)).status]).toEqual([path, 200]);
});

test('metrics count requests by verb, resource and code, and names that nobody serves as one · T9', async () => {
  await using server = await ApiServer.start();
  await ask(server.transport, 'GET', '/api/v1/namespaces');
  for (let index = 0; index < 50; index += 1) await ask(server.transport, 'GET', `/api/v1/unknown${index}/x`);
  for (let index = 0; index < 50; index += 1) await ask(server.transport, 'GET', `/api/v1/nodes/x/unknown${index}`);
  const { text } = await ask(server.transport, 'GET', '/metrics');
  expect(text).toContain(
    'apiserver_request_total{code="200",group="",resource="namespaces",subresource="",verb="LIST",version="v1"} 1\n',
  );
  expect(text.match(/^apiserver_request_total\{/gm)?.length).toBeLessThan(5);
});
