import { ApiServer } from '@reeve/apiserver';
import { expect, test } from 'vitest';
import { ask, configMaps, create } from './talk.ts';

test('a list selects its state by resourceVersion, match rule and limit: newest, any, not older, exact, and 410 where an exact one is forgotten · L1', async () => {
  await using server = await ApiServer.start();
  const versions: string[] = [];
  for (const name of ['a', 'b', 'c']) versions.push((await create(server, name)).body.metadata.resourceVersion ?? '');
  const [first = '', second = '', third = ''] = versions;
  const listed = async (query: string) => {
    const { status, body } = await ask(server.transport, 'GET', `${configMaps}?${query}`);
    return status === 200 ? (body.items ?? []).map(({ metadata }) => metadata.name).join('') : body.reason;
  };

  expect(await listed('')).toBe('abc');
  expect(await listed('limit=1')).toBe('a');
  expect(await listed('resourceVersion=0&limit=1')).toBe('abc'); // the limit is ignored
  expect(await listed(`resourceVersion=${first}`)).toBe('abc'); // not older than
  expect(await listed(`resourceVersion=${first}&resourceVersionMatch=NotOlderThan`)).toBe('abc');
  expect(await listed('resourceVersion=0&resourceVersionMatch=NotOlderThan')).toBe('abc');
  expect(await listed(`resourceVersion=${second}&limit=5`)).toBe('ab'); // exact, by the limit
  expect(await listed(`resourceVersion=${first}&resourceVersionMatch=Exact`)).toBe('a');
  expect(await listed(`resourceVersion=${second}&resourceVersionMatch=Exact&limit=1`)).toBe('a');

  server.compact();

  expect(await listed(`resourceVersion=${first}&resourceVersionMatch=Exact`)).toBe('Expired');
  expect(await listed(`resourceVersion=${second}&limit=5`)).toBe('Expired');
  expect(await listed(`resourceVersion=${third}&resourceVersionMatch=Exact`)).toBe('abc');
  expect(await listed(`resourceVersion=${first}&resourceVersionMatch=NotOlderThan`)).toBe('abc');
  expect((await ask(server.transport, 'GET', `${configMaps}?resourceVersion=${first}&limit=5`)).status).toBe(410);
});
