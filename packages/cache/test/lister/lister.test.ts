import { Indexer, listAll, listAllByNamespace, Lister } from '@reeve/cache';
import { LabelQuery, parseLabelSelector } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';

const things = [
  thing('shop/a', 1, { labels: { app: 'web' } }),
  thing('shop/b', 2, { labels: { app: 'db' } }),
  thing('bank/a', 3, { labels: { app: 'web' } }),
];
const stocked = () => {
  const store = new Indexer<Thing>({ app: (object) => [object.metadata.labels?.['app'] ?? ''] });
  store.replace(things, '1');
  return store;
};
const values = (objects: readonly Thing[]) => objects.map(({ value }) => value);
const web = parseLabelSelector('app=web');

test('listing everything, by labels, by namespace, and by both · SI-16', () => {
  const store = stocked();
  expect(values(listAll(store))).toEqual([1, 2, 3]);
  expect(values(listAll(store, LabelQuery.everything))).toEqual([1, 2, 3]);
  expect(values(listAll(store, web))).toEqual([1, 3]);
  expect(values(listAllByNamespace(store, 'shop'))).toEqual([1, 2]);
  expect(values(listAllByNamespace(store, 'shop', web))).toEqual([1]);
  expect(values(listAllByNamespace(store, '', web))).toEqual([1, 3]);
  expect(values(listAllByNamespace(store, 'nowhere'))).toEqual([]);
});

test('a selector that matches nothing does not look at the store · SI-16', () => {
  const untouchable = {
    list: (): Thing[] => {
      throw new Error('looked');
    },
  };
  expect(listAll(untouchable, LabelQuery.nothing)).toEqual([]);
  expect(listAllByNamespace(untouchable, 'shop', LabelQuery.nothing)).toEqual([]);
});

test('a store without a namespace index is searched · SI-16', () => {
  expect(values(listAllByNamespace({ list: () => [...things] }, 'shop', web))).toEqual([1]);
});

test('a lister reads by key, namespace, labels and index, and says NotFound as a server does', () => {
  const lister = new Lister<Thing>('Thing', stocked());
  expect(lister.get('shop/a')).toBe(lister.find('shop/a'));
  expect(() => lister.get('shop/none')).toThrow(
    expect.objectContaining({ code: 'REEVE_NOT_FOUND', kind: 'Thing', key: 'shop/none' }),
  );
  expect(lister.inNamespace('shop').get('b').value).toBe(2);
  expect(lister.inNamespace('shop').find('c')).toBeUndefined();
  expect(values(lister.list({ labels: web }))).toEqual([1, 3]);
  expect(values(lister.inNamespace('bank').list())).toEqual([3]);
  expect(values(lister.inNamespace('shop').list({ labels: web }))).toEqual([1]);
  expect(values(lister.byIndex('app', 'web'))).toEqual([1, 3]);
  expect(values(lister.byIndex('app', 'web', { labels: parseLabelSelector('app=db') }))).toEqual([]);
  expect(lister.current(thing('bank/a'))?.value).toBe(3);
});
