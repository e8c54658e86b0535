import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { VirtualHost } from '@reeve/machinery';
import { ask, configMaps, create } from '../server/talk.ts';

const pods = '/api/v1/namespaces/default/pods';
const pod = { metadata: { name: 'web' }, spec: { nodeName: 'node', containers: [{ name: 'main', image: 'nginx' }] } };
const token = (fields: string): string =>
  Buffer.from(`{"v":"meta.k8s.io/v1","start":"default/a",${fields}}`).toString('base64url');

test.each([8_640_000_000_001, 9_007_199_254_740_991, 253_402_300_800])(
  'a pod is deleted with a grace period of %d seconds, which ends when it would in 64 bits of nanoseconds',
  async (seconds) => {
    const bugs: unknown[] = [];
    const host = new VirtualHost({ seed: 1 });
    await using server = await ApiServer.start({ host, onBug: (bug) => bugs.push(bug) });
    await ask(server.transport, 'POST', pods, pod);

    const first = await ask(server.transport, 'DELETE', `${pods}/web?gracePeriodSeconds=${seconds}`);
    const second = await ask(server.transport, 'DELETE', `${pods}/web?gracePeriodSeconds=${seconds - 1}`);

    expect([first.status, second.status, bugs]).toEqual([200, 200, []]);
    expect(Date.parse(first.body.metadata.deletionTimestamp ?? '')).toBeGreaterThan(Date.UTC(1700, 0));
    expect(Date.parse(second.body.metadata.deletionTimestamp ?? '')).toBeLessThan(Date.UTC(2400, 0));
  },
);

test.each([
  ['"rv":1e400', 'json: cannot unmarshal number Infinity into Go struct field continueToken.rv of type int64'],
  ['"rv":1.5', 'json: cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64'],
  ['"rv":"5"', 'json: cannot unmarshal string into Go struct field continueToken.rv of type int64'],
  ['"rv":5,"start":7', 'json: cannot unmarshal number 7 into Go struct field continueToken.start of type string'],
])('a continue token with %s is refused', async (fields, problem) => {
  await using server = await ApiServer.start();
  await create(server, 'a');

  const { status, body } = await ask(server.transport, 'GET', `${configMaps}?limit=1&continue=${token(fields)}`);

  expect(status).toBe(400);
  expect(body.message).toBe(`invalid continue token: continue key is not valid: ${problem}`);
});

test('a continue token of a revision that has not been is refused, and one of a negative revision goes on with what is current', async () => {
  await using server = await ApiServer.start();
  await create(server, 'a');
  await create(server, 'b');

  const future = await ask(server.transport, 'GET', `${configMaps}?limit=1&continue=${token('"rv":5000000000000000')}`);
  const current = await ask(server.transport, 'GET', `${configMaps}?limit=5&continue=${token('"rv":-5')}`);

  expect([future.status, future.body.message]).toEqual([
    500,
    'Internal error occurred: etcdserver: mvcc: required revision is a future revision',
  ]);
  expect((current.body.items ?? []).map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
});
