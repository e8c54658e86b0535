import { expect, test } from 'vitest';
import { RecentRuns, requestOf } from '@reeve/runtime';
import type { ReconcileRecord } from '@reeve/runtime';

const record = (name: string, id: number): ReconcileRecord => ({
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
  writes: [],
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
