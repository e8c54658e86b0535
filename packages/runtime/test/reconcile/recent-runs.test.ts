import { expect, test } from 'vitest';
import type { KubeObject } from '@reeve/machinery';
import { causeOf, RecentRuns, requestOf } from '@reeve/runtime';
import type { ReconcileRecord } from '@reeve/runtime';

const written = [{ verb: 'apply', kind: 'ConfigMap', key: requestOf('default', 'blog').key }] as const;

const record = (name: string, id: number, writes: ReconcileRecord['writes'] = written): ReconcileRecord => ({
  controller: 'site',
  request: requestOf('default', name),
  id: String(id),
  attempt: 1,
  priority: 0,
  causes: [],
  startedAt: 0,
  durationMs: 1,
  outcome: { type: 'success' },
  reads: [],
  writes,
  steps: [],
});

test('keeps the latest runs of each object', () => {
  const runs = new RecentRuns({ perObject: 2 });
  for (const id of [1, 2, 3]) runs.add(record('blog', id));
  expect(runs.of('site', 'default/blog').map(({ id }) => id)).toEqual(['2', '3']);
  expect(runs.of('other', 'default/blog')).toEqual([]);
});

test('forgets the objects that were not touched for longest', () => {
  const runs = new RecentRuns({ objects: 2 });
  runs.add(record('a', 1));
  runs.add(record('b', 2));
  runs.add(record('a', 3));
  runs.add(record('c', 4));
  expect(runs.all().map(({ request }) => String(request.key))).toEqual(['default/a', 'default/a', 'default/c']);
});

test('remembers the order in which objects were touched, wherever they stood', () => {
  const runs = new RecentRuns({ objects: 3 });
  const touch = (...names: readonly string[]): void => names.forEach((name, at) => runs.add(record(name, at)));
  const objects = (): readonly string[] => [...new Set(runs.all().map(({ request }) => String(request.key)))];
  touch('a', 'b', 'c', 'b', 'b');
  expect(objects()).toEqual(['default/a', 'default/c', 'default/b']);
  touch('a', 'd');
  expect(objects()).toEqual(['default/b', 'default/a', 'default/d']);
  touch('e', 'b');
  expect(objects()).toEqual(['default/d', 'default/e', 'default/b']);
  expect(runs.of('site', 'default/b')).toHaveLength(1);
});

test('of many objects that come and come again it always keeps those touched last', () => {
  const [runs, touched] = [new RecentRuns({ objects: 20 }), new Set<string>()];
  let seed = 7;
  for (let at = 0; at < 2000; at += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const name = `object-${seed % 50}`;
    runs.add(record(name, at));
    touched.delete(`default/${name}`);
    touched.add(`default/${name}`);
    const kept = new Set(runs.all().map(({ request }) => String(request.key)));
    expect([...kept]).toEqual([...touched].slice(-20));
  }
});

test('what is kept with a request leads to its object until that is forgotten', () => {
  const [runs, place] = [new RecentRuns({ objects: 1 }), { note: undefined as unknown }];
  runs.add(record('a', 1), place);
  runs.add(record('a', 2), place);
  expect(runs.of('site', 'default/a').map(({ id }) => id)).toEqual(['1', '2']);
  runs.add(record('b', 3));
  runs.add(record('a', 4), place);
  expect(runs.all().map(({ id }) => id)).toEqual(['4']);
  expect(runs.of('site', 'default/a').map(({ id }) => id)).toEqual(['4']);
});

test('what is kept in places by the way is all there whenever somebody looks, in the order in which it came', () => {
  const [runs, touched] = [new RecentRuns({ objects: 20 }), new Map<string, number>()];
  const places = Array.from({ length: 30 }, () => ({ note: undefined as unknown }));
  let seed = 11;
  for (let id = 1; id <= 3000; id += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const nth = seed % places.length;
    runs.add(record(`object-${nth}`, id, id % 3 === 0 ? written : []), places[nth]);
    touched.delete(`default/object-${nth}`);
    touched.set(`default/object-${nth}`, id);
    if (seed % 50 > 0) continue;
    const latest = new Map(runs.all().map((kept) => [String(kept.request.key), Number(kept.id)]));
    expect([...latest]).toEqual([...touched].slice(-20));
  }
});

test('keeps the first and the latest of runs in a row that found nothing to do', () => {
  const runs = new RecentRuns({ perObject: 4 });
  runs.add(record('blog', 1));
  for (const id of [2, 3, 4, 5, 6]) runs.add(record('blog', id, []));
  expect(runs.of('site', 'default/blog').map(({ id }) => id)).toEqual(['1', '2', '6']);
  runs.add(record('blog', 7));
  runs.add(record('blog', 8, []));
  expect(runs.of('site', 'default/blog').map(({ id }) => id)).toEqual(['2', '6', '7', '8']);
});

test('what was asked for stays as it was, and says what changed, also of the latest run that found nothing to do', () => {
  const runs = new RecentRuns();
  const asked = [1, 2, 3, 4].map((at) => {
    const update = { type: 'update', old: version(at - 1), object: version(at) } as const;
    runs.add({ ...record('blog', at, []), causes: [causeOf('Site', update)] });
    return runs.of('site', 'default/blog');
  });
  const told = asked.map((records) => records.map(({ id, causes: [cause] }) => ({ id, cause: JSON.stringify(cause) })));
  const says = (id: number) => ({
    id: String(id),
    cause: expect.stringContaining(`"to":"${id}","changed":["metadata.labels.at"]`),
  });
  expect(told).toEqual([[says(1)], [says(1), says(2)], [says(1), says(3)], [says(1), says(4)]]);
});

test('a run for several reasons is kept with all of them, and one for none with none', () => {
  const runs = new RecentRuns();
  const update = { type: 'update', old: version(1), object: version(2) } as const;
  const causes = [causeOf('Site', update), { source: 'requeue', type: 'requeue' }] as const;
  for (const id of [1, 2]) runs.add({ ...record('blog', id, []), causes: [causeOf('Site', update)] });
  runs.add({ ...record('blog', 3, []), causes });
  expect(runs.of('site', 'default/blog').at(-1)?.causes).toEqual(causes);
  runs.add({ ...record('blog', 4, []), causes: [] });
  expect(runs.of('site', 'default/blog').at(-1)?.causes).toEqual([]);
});

const version = (at: number): KubeObject => ({
  metadata: { name: 'blog', namespace: 'default', resourceVersion: String(at), labels: { at: String(at) } },
});
