/**
 * Objects that look alike are owned alike without being worked out anew; those that only seem to look alike are not mixed up.
 */
import { ApiServer } from '@reeve/apiserver';
import { expect, test } from 'vitest';
import { ask } from '../server/talk.ts';
import { owners } from './managed.ts';

/** The fields that who creates an object comes to own. */
async function ownedBy(server: ApiServer, path: string, object: object): Promise<readonly string[]> {
  const { body, status } = await ask(server.transport, 'POST', `${path}?fieldManager=me`, object);
  expect(status).toBe(201);
  return Object.values(owners(body)).flat();
}

const events = '/api/v1/namespaces/default/events';
const configMaps = '/api/v1/namespaces/default/configmaps';

const event = (name: string, more: object = {}): object => ({
  metadata: { name },
  involvedObject: { namespace: 'default' },
  ...more,
});

test('a field that says what an empty object says belongs to nobody, whatever was created before', async () => {
  await using server = await ApiServer.start();
  const said = await ownedBy(server, events, event('a', { reportingComponent: 'me' }));
  const unsaid = await ownedBy(server, events, event('b', { reportingComponent: '' }));
  expect(said).toContain('.reportingComponent');
  expect(unsaid).not.toContain('.reportingComponent');
  expect(await ownedBy(server, events, event('c', { reportingComponent: 'you' }))).toEqual(said);
});

test('items of lists are owned by what is in them', async () => {
  await using server = await ApiServer.start();
  const held = (name: string, ...finalizers: string[]) =>
    ownedBy(server, configMaps, { metadata: { name, finalizers } });
  const first = await held('a', 'example.com/one');
  expect(first.join()).toContain('example.com/one');
  expect((await held('b', 'example.com/two')).join()).toContain('example.com/two');
  expect(await held('c', 'example.com/one')).toEqual(first);
});

test('names and values are not taken for each other', async () => {
  await using server = await ApiServer.start();
  const data = (name: string, values: object) => ownedBy(server, configMaps, { metadata: { name }, data: values });
  const one = await data('a', { a: 'b' });
  expect(await data('b', { b: 'a' })).not.toEqual(one);
  expect(await data('c', { a: 'x', b: 'y' })).not.toEqual(one);
  expect(await data('d', { a: 'another' })).toEqual(one);
});
