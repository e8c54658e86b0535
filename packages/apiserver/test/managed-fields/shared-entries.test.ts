/**
 * Entries of managers are made once for all objects that are written alike; each object must still tell who wrote it, and when.
 */
import { ApiServer } from '@reeve/apiserver';
import { VirtualHost } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { configMaps, create } from '../server/talk.ts';
import { merge } from './managed.ts';

/** The first entry of each ConfigMap, by name, as the store holds it. */
function entriesIn(server: ApiServer): Map<string, object> {
  const stored = server.snapshot().resources.get('configmaps') ?? [];
  return new Map(
    stored
      .filter(({ key }) => key.startsWith('default/'))
      .map(({ object: { metadata } }) => [metadata.name ?? '', metadata.managedFields?.[0] ?? {}]),
  );
}

test('objects that one manager writes alike in one second share an entry; later ones have a time of their own · M9', async () => {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host });
  await host.run(async () => {
    await create(server, 'a', { x: '1' });
    await create(server, 'b', { x: '2' });
    await host.sleep(1_000);
    await create(server, 'c', { x: '3' });
  });
  const entries = entriesIn(server);
  expect(entries.get('b')).toBe(entries.get('a'));
  expect(entries.get('c')).not.toBe(entries.get('a'));
  expect(entries.get('c')).toEqual({ ...entries.get('a'), time: expect.not.stringMatching('^$') as string });
  expect(entries.get('c')).not.toEqual(entries.get('a'));
});

test('an object that is changed afterwards leaves the others their entry · M9', async () => {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host });
  await host.run(async () => {
    await create(server, 'a', { x: '1' });
    await create(server, 'b', { x: '2' });
    await merge(server, `${configMaps}/b`, 'other', { data: { x: '3', y: '4' } });
  });
  const entries = entriesIn(server);
  expect(entries.get('a')).toMatchObject({ fieldsV1: { 'f:data': { '.': {}, 'f:x': {} } } });
  expect(entries.get('b')).toMatchObject({ fieldsV1: { 'f:data': {} } });
  expect(entries.get('b')).not.toEqual(entries.get('a'));
});
