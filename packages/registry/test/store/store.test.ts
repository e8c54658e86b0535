import { expect, test } from 'vitest';
import { ManualClock } from '@reeve/machinery';
import { Store, type Commit } from '@reeve/registry';

const table = 'configmaps';

const makeStore = (window?: { ms?: number; entries?: number }) => {
  const clock = new ManualClock();
  return { clock, store: new Store({ clock, ...(window && { window }) }) };
};

const put = (store: Store, name: string, value: string) =>
  store.commit(table, `default/${name}`, () => ({
    type: 'put',
    object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name }, value },
  }));

const remove = (store: Store, name: string) =>
  store.commit(table, `default/${name}`, (current) =>
    current ? { type: 'delete', object: current.object } : { type: 'keep' },
  );

const valuesAt = (store: Store, revision: number) =>
  store
    .table(table)
    .page({ prefix: '', start: '', revision, isFull: () => false, matches: () => true })
    .items.map(({ object }) => object['value']);

test('every write has a revision of its own, which is the version of its object', () => {
  const { store } = makeStore();
  const first = put(store, 'a', '1');
  const second = put(store, 'b', '1');
  expect(second?.revision).toBe((first?.revision ?? 0) + 1);
  expect(second?.object.metadata.resourceVersion).toBe(String(second?.revision));
  expect(store.revision).toBe(second?.revision);
});

test('what a decision throws leaves everything as it was', () => {
  const { store } = makeStore();
  put(store, 'a', '1');
  const before = store.revision;
  expect(() =>
    store.commit(table, 'default/a', () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(store.revision).toBe(before);
  expect(valuesAt(store, before)).toEqual(['1']);
});

test('a decision to keep writes nothing and tells nobody', () => {
  const { store } = makeStore();
  put(store, 'a', '1');
  const heard: number[] = [];
  store.onChange(table, () => heard.push(store.revision));
  store.commit(table, 'default/a', () => ({ type: 'keep' }));
  expect(heard).toEqual([]);
});

test('stored objects are frozen to their depths', () => {
  const { store } = makeStore();
  const stored = put(store, 'a', '1');
  expect(Object.isFrozen(stored?.object)).toBe(true);
  expect(Object.isFrozen(stored?.object.metadata)).toBe(true);
});

test('a read at an old revision sees what was there then', () => {
  const { store } = makeStore();
  put(store, 'a', '1');
  put(store, 'b', '1');
  const then = store.revision;
  put(store, 'a', '2');
  remove(store, 'b');
  put(store, 'c', '1');
  expect(valuesAt(store, then)).toEqual(['1', '1']);
  expect(valuesAt(store, store.revision)).toEqual(['2', '1']);
});

test('the log holds what an object was before and, for a deletion, its last state under a new version', () => {
  const { store } = makeStore();
  put(store, 'a', '1');
  const deleted = remove(store, 'a');
  const { log } = store.table(table);
  const entry = log.at(log.end - 1);
  if (entry === undefined || entry === 'gone') throw new Error('the deletion is not in the log');
  expect(entry.current.isDeleted).toBe(true);
  expect(entry.current.object['value']).toBe('1');
  expect(entry.current.object.metadata.resourceVersion).toBe(String(deleted?.revision));
  expect(entry.previous?.object['value']).toBe('1');
});

test('history goes when it is both old and long, and reads from before are known to be too old', async () => {
  const { store, clock } = makeStore({ ms: 1000, entries: 10 });
  for (let index = 0; index < 600; index += 1) put(store, `n${index}`, '1');
  expect(store.table(table).log.floor).toBe(0);
  await clock.advance(2000);
  put(store, 'last', '1');
  const { log } = store.table(table);
  expect(log.floor).toBeGreaterThan(500);
  expect(log.at(0)).toBe('gone');
  expect(log.end - log.after(log.floor)).toBe(10);
  expect(store.table(table).count).toBe(601);
});

test('compaction now forgets history and deleted keys, and keeps every object', () => {
  const { store } = makeStore();
  put(store, 'a', '1');
  put(store, 'a', '2');
  put(store, 'b', '1');
  remove(store, 'b');
  store.compact();
  expect(store.table(table).log.floor).toBe(store.revision);
  expect(store.table(table).head('default/b')).toBeUndefined();
  expect(store.table(table).head('default/a')?.previous).toBeUndefined();
  expect(valuesAt(store, store.revision)).toEqual(['2']);
});

test('a snapshot put back is as it was, the revision goes on, and old places in the log are gone', () => {
  const { store } = makeStore();
  put(store, 'a', '1');
  const snapshot = store.snapshot();
  put(store, 'a', '2');
  put(store, 'b', '1');
  const before = store.revision;
  store.restore(snapshot);
  expect(valuesAt(store, store.revision)).toEqual(['1']);
  expect(store.revision).toBeGreaterThan(before);
  expect(store.table(table).log.floor).toBe(store.revision);
});

test('a listener hears changes of its resource, also after a snapshot was put back, and no more once it has left', () => {
  const { store } = makeStore();
  const heard: number[] = [];
  const leave = store.onChange(table, () => heard.push(store.revision));
  put(store, 'a', '1');
  store.restore(store.snapshot());
  put(store, 'b', '1');
  store.commit('secrets', 'default/s', () => ({ type: 'put', object: { metadata: { name: 's' } } }));
  expect(heard).toHaveLength(3);
  leave();
  put(store, 'c', '1');
  expect(heard).toHaveLength(3);
});

test('recorded commits make the same store again', () => {
  const { store } = makeStore();
  const recorded: Commit[] = [];
  store.onCommit((commit) => recorded.push(commit));
  put(store, 'a', '1');
  put(store, 'b', '1');
  put(store, 'a', '2');
  remove(store, 'b');
  const { store: again } = makeStore();
  again.load(recorded);
  expect(valuesAt(again, again.revision)).toEqual(['2']);
  expect(again.revision).toBe(store.revision);
  expect(again.table(table).log.floor).toBe(store.revision);
});
