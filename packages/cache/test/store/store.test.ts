import {
  deletedFinalStateUnknown,
  deletionHandlingKey,
  deletionHandlingName,
  isDeletedFinalStateUnknown,
  metaNamespaceKey,
  Store,
  ThreadSafeStore,
} from '@reeve/cache';
import { describe, expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';

describe('a store', () => {
  test('adds, updates, gets, lists and deletes by key', () => {
    const store = new Store<Thing>();
    store.add(thing('shop/a', 1));
    store.update(thing('shop/a', 2));
    store.add(thing('node', 3));
    expect(store.size).toBe(2);
    expect(store.getByKey('shop/a')?.value).toBe(2);
    expect(store.get(thing('node'))?.value).toBe(3);
    expect(store.peek('shop', 'a')?.value).toBe(2);
    expect(store.listKeys()).toEqual(['shop/a', 'node']);
    expect(store.list().map(({ value }) => value)).toEqual([2, 3]);
    expect(store.inNamespace('shop').map(({ value }) => value)).toEqual([2]);
    store.delete(thing('shop/a'));
    store.delete(thing('shop/never'));
    expect(store.getByKey('shop/a')).toBeUndefined();
    expect(store.size).toBe(1);
  });

  test('shows every object once, whether it was listed, came or changed', () => {
    const store = new Store<Thing>();
    store.replace([thing('shop/listed', 1), thing('shop/changed', 1), thing('node', 1)], '1');
    store.update(thing('shop/changed', 2));
    store.add(thing('shop/came', 3));
    const seen = () => ({
      list: store.list().map(({ value }) => value),
      values: [...store.values()].map(({ value }) => value),
      inShop: store.inNamespace('shop').map(({ value }) => value),
      byKey: ['shop/listed', 'shop/changed', 'shop/came', 'node'].map((key) => store.getByKey(key)?.value),
      keys: store.listKeys(),
    });
    const keys = ['shop/listed', 'shop/changed', 'shop/came', 'node'];
    expect(seen()).toEqual({
      list: [1, 2, 3, 1],
      values: [1, 2, 3, 1],
      inShop: [1, 2, 3],
      byKey: [1, 2, 3, 1],
      keys,
    });
    store.replace([thing('shop/listed', 5), thing('shop/changed', 6), thing('shop/came', 7), thing('node', 8)], '2');
    store.update(thing('shop/changed', 9));
    expect(seen()).toEqual({
      list: [5, 9, 7, 8],
      values: [5, 9, 7, 8],
      inShop: [5, 9, 7],
      byKey: [5, 9, 7, 8],
      keys,
    });
    store.replace([thing('shop/came', 1)], '3');
    expect([store.size, store.listKeys(), store.getByKey('shop/changed')]).toEqual([1, ['shop/came'], undefined]);
  });

  test('shows nothing by key that was put last and is gone, or was replaced since', () => {
    const store = new Store<Thing>();
    store.add(thing('shop/a', 1));
    store.deleteKey('shop/a');
    expect(store.getByKey('shop/a')).toBeUndefined();
    store.add(thing('shop/a', 2));
    store.replace([thing('shop/a', 3)], '1');
    expect(store.getByKey('shop/a')?.value).toBe(3);
    store.add(thing('shop/b', 4));
    store.add(thing('shop/a', 5));
    expect([store.getByKey('shop/a')?.value, store.getByKey('shop/b')?.value]).toEqual([5, 4]);
    store.replace([], '2');
    expect(store.getByKey('shop/a')).toBeUndefined();
  });

  test('takes names like __proto__ and constructor for names', () => {
    const store = new Store<Thing>();
    for (const key of ['__proto__', 'constructor/toString', '__proto__/__proto__']) store.add(thing(key, key.length));
    expect(store.listKeys().toSorted()).toEqual(['__proto__', '__proto__/__proto__', 'constructor/toString']);
    expect(store.getByKey('toString')).toBeUndefined();
  });

  test('hands out the frozen object itself, and a change to it throws where it happens · SI-15 · LW-25', () => {
    const store = new Store<Thing>();
    store.add(thing('a', 1, { labels: { team: 'estate' } }));
    const stored = store.getByKey('a') as { value: number; metadata: { labels: Record<string, string> } };
    expect(store.getByKey('a')).toBe(stored);
    expect(() => {
      stored.value = 2;
    }).toThrow(TypeError);
    expect(() => {
      stored.metadata.labels['team'] = 'other';
    }).toThrow(TypeError);
    expect(store.getByKey('a')).toEqual(thing('a', 1, { labels: { team: 'estate' } }));
  });

  test('gives lists that later changes do not touch', () => {
    const store = new Store<Thing>();
    store.add(thing('a'));
    const list = store.list();
    store.replace([], '1');
    expect(list).toHaveLength(1);
  });

  test('runs its transform on what is written, not on what is deleted', () => {
    const seen: string[] = [];
    const store = new Store<Thing>({
      transform: (object) => {
        seen.push(object.metadata.name);
        return { ...object, value: object.value + 1 };
      },
    });
    store.add(thing('a'));
    store.update(thing('b'));
    store.replace([thing('c'), thing('d')], '1');
    store.delete(thing('c'));
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
    expect(store.list().map(({ value }) => value)).toEqual([1]);
  });

  test('reports an object without a key, and stays as it was', () => {
    const store = new Store<Thing>();
    const nameless = { ...thing('x'), metadata: {} } as unknown as Thing;
    expect(() => store.add(nameless)).toThrow(expect.objectContaining({ code: 'REEVE_NO_KEY', object: nameless }));
    expect(() => store.replace([thing('a'), nameless], '1')).toThrow('no key');
    expect([store.size, store.resourceVersion]).toEqual([0, '']);
  });

  test('makes what it can of a transaction, and names what was made · SI-13', () => {
    const store = new Store<Thing>();
    const nameless = { ...thing('x'), metadata: {} } as unknown as Thing;
    expect(() =>
      store.transaction([
        { type: 'add', object: thing('a') },
        { type: 'update', object: nameless },
        { type: 'add', object: thing('b') },
        { type: 'delete', object: nameless },
        { type: 'delete', object: thing('a') },
      ]),
    ).toThrow(
      expect.objectContaining({
        code: 'REEVE_TRANSACTION',
        total: 5,
        succeeded: [0, 2, 4],
        errors: [expect.objectContaining({ code: 'REEVE_NO_KEY' }), expect.objectContaining({ code: 'REEVE_NO_KEY' })],
      }),
    );
    expect(store.listKeys()).toEqual(['b']);
    expect(() => store.transaction([{ type: 'add', object: thing('c') }])).not.toThrow();
  });
});

describe('the version of a store', () => {
  const at = (resourceVersion: string) => thing('a', 0, { resourceVersion });

  test('follows lists, writes, deletions with an object, and bookmarks · SI-8', () => {
    const store = new ThreadSafeStore<Thing>();
    const seen: string[] = [store.resourceVersion];
    const note = (change: () => void) => {
      change();
      seen.push(store.resourceVersion);
    };
    note(() => store.replace([['a', at('3')]], '5'));
    note(() => store.update('a', at('6')));
    note(() => store.delete('a'));
    note(() => store.delete('a', at('8')));
    note(() => store.bookmark('9'));
    note(() =>
      store.transaction([
        { type: 'add', key: 'a', object: at('11') },
        { type: 'update', key: 'a', object: at('12') },
        { type: 'delete', key: 'a', object: at('10') },
      ]),
    );
    expect(seen).toEqual(['', '5', '6', '6', '8', '9', '10']);
  });

  test('is moved by lists and bookmarks alone where objects have no metadata · SI-8', () => {
    const store = new ThreadSafeStore<string>();
    store.replace([['a', 'x']], '5');
    store.update('a', 'y');
    store.delete('a', 'z');
    expect(store.resourceVersion).toBe('5');
    store.bookmark('7');
    expect(store.resourceVersion).toBe('7');
  });
});

describe('a store whose user says the keys', () => {
  test('keeps whatever key it is given', () => {
    const store = new ThreadSafeStore<number>({ parity: (value) => [value % 2 === 0 ? 'even' : 'odd'] });
    for (const [at, key] of ['a', '/a', 'a/', 'a/b/c', ''].entries()) store.add(key, at);
    expect(store.listKeys().toSorted()).toEqual(['', '/a', 'a', 'a/', 'a/b/c']);
    expect(store.get('a/b/c')).toBe(3);
    expect(store.indexKeys('parity', 'odd').toSorted()).toEqual(['/a', 'a/b/c']);
    store.addIndexers({ all: () => ['x'] });
    expect(store.byIndex('all', 'x')).toHaveLength(5);
    expect(store.index('parity', 4)).toHaveLength(3);
    expect([store.indexValues('parity'), store.size, Object.keys(store.indexers)]).toEqual([
      ['even', 'odd'],
      5,
      ['parity', 'all'],
    ]);
    expect(store.list()).toHaveLength(5);
    store.resync();
  });
});

describe('keys of what may be deleted', () => {
  test('come from objects, strings and tombstones · SI-9', () => {
    expect(metaNamespaceKey(thing('shop/a'))).toBe('shop/a');
    expect(metaNamespaceKey('as/is')).toBe('as/is');
    expect(deletionHandlingKey(thing('a'))).toBe('a');
    expect(deletionHandlingKey(deletedFinalStateUnknown('shop/b', undefined))).toBe('shop/b');
    expect(deletionHandlingName(deletedFinalStateUnknown('shop/b', thing('other')))).toEqual({
      namespace: 'shop',
      name: 'b',
    });
    expect(deletionHandlingName(thing('a'))).toEqual({ name: 'a' });
  });

  test('are errors for what has none · SI-9', () => {
    expect(() => deletionHandlingKey({ metadata: {} })).toThrow('metadata.name');
    expect(() => deletionHandlingName(deletedFinalStateUnknown('a/b/c', undefined))).toThrow('not a key');
  });

  test('tombstones never nest', () => {
    const once = deletedFinalStateUnknown('a', thing('a', 1));
    expect(deletedFinalStateUnknown('a', once)).toBe(once);
    expect([isDeletedFinalStateUnknown(once), isDeletedFinalStateUnknown(thing('a'))]).toEqual([true, false]);
  });
});
