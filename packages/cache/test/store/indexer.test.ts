import { indexByNamespace, Indexer, namespaceIndex, type IndexFunctionError, type Indexers } from '@reeve/cache';
import { describe, expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';

const words = (object: Thing): string[] => Object.keys(object.metadata.labels ?? {});
const keys = (objects: readonly Thing[]) =>
  objects.map(({ metadata: { namespace, name } }) => `${namespace ?? ''}/${name}`);

const tagged = (key: string, ...labels: string[]) =>
  thing(key, 0, { labels: Object.fromEntries(labels.map((label) => [label, ''])) });

describe('an index', () => {
  test('loses a value with its last object, and keeps it while another has it · SI-10', () => {
    const store = new Indexer<Thing>({ words });
    const [one, other] = [tagged('a', 'red'), tagged('b', 'red')];
    store.add(one);
    store.add(other);
    store.delete(one);
    expect(store.indexValues('words')).toEqual(['red']);
    store.delete(other);
    expect(store.indexValues('words')).toEqual([]);
    expect(store.indexKeys('words', 'red')).toEqual([]);
  });

  test('finds an object under each of its values, and moves it when they change · SI-11', () => {
    const store = new Indexer<Thing>({ words });
    store.add(tagged('a', 'red', 'round'));
    store.add(tagged('b', 'red'));
    expect(store.indexKeys('words', 'red')).toEqual(['a', 'b']);
    expect(store.indexKeys('words', 'round')).toEqual(['a']);
    store.update(tagged('a', 'round', 'green'));
    expect(store.indexKeys('words', 'red')).toEqual(['b']);
    expect(store.indexKeys('words', 'green')).toEqual(['a']);
    expect(store.indexKeys('words', 'round')).toEqual(['a']);
    expect(keys(store.index('words', tagged('x', 'red', 'green', 'round')))).toEqual(['/b', '/a']);
  });

  test('enters an object once under a value that its function repeats', () => {
    const store = new Indexer<Thing>({ twice: () => ['x', 'x'] });
    store.add(thing('a'));
    expect(store.byIndex('twice', 'x')).toHaveLength(1);
    store.delete(thing('a'));
    expect(store.indexValues('twice')).toEqual([]);
  });

  test('can be added to a store that has objects, and covers them at once · SI-12 · LW-27', () => {
    const store = new Indexer<Thing>({ words });
    store.add(tagged('a', 'red'));
    store.addIndexers({ byName: (object) => [object.metadata.name] });
    expect(keys(store.byIndex('byName', 'a'))).toEqual(['/a']);
    store.update(tagged('b'));
    expect(keys(store.byIndex('byName', 'b'))).toEqual(['/b']);
  });

  test('is refused under a name that is taken, together with all that came with it · SI-12', () => {
    const store = new Indexer<Thing>({ words });
    const added: Indexers<Thing> = { fresh: () => ['x'], words: () => ['y'] };
    expect(() => store.addIndexers(added)).toThrow(
      expect.objectContaining({ code: 'REEVE_INDEX_CONFLICT', indexes: ['words'] }),
    );
    expect(Object.keys(store.indexers)).toEqual(['words']);
  });

  test('that does not exist is an error', () => {
    const store = new Indexer<Thing>();
    for (const ask of [
      () => store.byIndex('none', ''),
      () => store.indexKeys('none', ''),
      () => store.indexValues('none'),
      () => store.index('none', thing('a')),
    ]) {
      expect(ask).toThrow(expect.objectContaining({ code: 'REEVE_UNKNOWN_INDEX', index: 'none' }));
    }
  });

  test('by namespace costs nothing and answers like any other · LW-26', () => {
    const store = new Indexer<Thing>({ [namespaceIndex]: indexByNamespace });
    store.replace([thing('shop/a'), thing('shop/b'), thing('bank/a'), thing('node')], '1');
    expect(store.indexKeys(namespaceIndex, 'shop')).toEqual(['shop/a', 'shop/b']);
    expect(keys(store.byIndex(namespaceIndex, 'bank'))).toEqual(['bank/a']);
    expect(keys(store.byIndex(namespaceIndex, ''))).toEqual(['/node']);
    expect(keys(store.index(namespaceIndex, thing('shop/x')))).toEqual(['shop/a', 'shop/b']);
    expect(store.indexValues(namespaceIndex)).toEqual(['shop', 'bank', '']);
    store.delete(thing('bank/a'));
    expect(store.indexValues(namespaceIndex)).toEqual(['shop', '']);
  });
});

describe('an index function that throws', () => {
  const picky = (object: Thing): string[] => {
    if (object.value < 0) throw new Error('negative');
    return [String(object.value)];
  };

  test('is reported, and the object is stored and in the other indexes', () => {
    const errors: IndexFunctionError[] = [];
    const store = new Indexer<Thing>({ picky, words }, { onIndexError: (error) => errors.push(error) });
    store.add(thing('a', 1));
    store.update({ ...tagged('a', 'red'), value: -1 });
    expect(errors).toMatchObject([{ code: 'REEVE_INDEX_FUNCTION', index: 'picky', key: 'a' }]);
    expect(store.getByKey('a')?.value).toBe(-1);
    expect(store.byIndex('picky', '1')).toEqual([]);
    expect(keys(store.byIndex('words', 'red'))).toEqual(['/a']);
    store.update(thing('a', 2));
    expect(keys(store.byIndex('picky', '2'))).toEqual(['/a']);
    expect(store.indexValues('picky')).toEqual(['2']);
  });

  test('makes the call throw where nobody else is told, after all is done', () => {
    const store = new Indexer<Thing>({ picky });
    expect(() => store.replace([thing('a', -1), thing('b', 2)], '7')).toThrow('negative');
    expect([store.listKeys(), store.indexValues('picky'), store.resourceVersion]).toEqual([['a', 'b'], ['2'], '7']);
  });

  test('and answers differently each time leaves nothing stale behind', () => {
    let turn = 0;
    const store = new Indexer<Thing>({ fickle: () => [String((turn += 1))] });
    for (let i = 0; i < 3; i += 1) store.update(thing('a', i));
    expect(store.indexValues('fickle')).toEqual(['3']);
    store.delete(thing('a'));
    expect(store.indexValues('fickle')).toEqual([]);
  });
});

test('a replacement that is prepared in steps is invisible until it is swapped in, and has indexes that came meanwhile', () => {
  const store = new Indexer<Thing>({ words });
  store.replace([tagged('old', 'red')], '1');
  const replacement = store.beginReplace();
  replacement.put('', 'new', tagged('new', 'green'));
  store.addIndexers({ byName: (object) => [object.metadata.name] });
  expect([store.listKeys(), store.indexValues('words'), store.indexValues('byName')]).toEqual([
    ['old'],
    ['red'],
    ['old'],
  ]);
  replacement.swap('2');
  expect([store.listKeys(), store.indexValues('words'), store.indexValues('byName')]).toEqual([
    ['new'],
    ['green'],
    ['new'],
  ]);
  expect(store.resourceVersion).toBe('2');
});
