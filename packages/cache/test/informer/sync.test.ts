import { KeyedSyncTracker, Lazy, SyncTracker, waitForSync, type Syncing } from '@reeve/cache';
import { expect, test } from 'vitest';

test('a tracker waits for its source and for every item that was begun · SI-40', async () => {
  const tracker = new SyncTracker();
  let isSynced = false;
  const synced = tracker.synced().then(() => (isSynced = true));
  tracker.start(2);
  tracker.finished();
  tracker.upstreamSynced();
  await Promise.resolve();
  expect([tracker.hasSynced, isSynced]).toEqual([false, false]);
  tracker.finished();
  await synced;
  tracker.start(); // later items do not undo it
  expect(tracker.hasSynced).toBe(true);
});

test('a tracker whose items are done waits for its source · SI-40', () => {
  const tracker = new SyncTracker();
  tracker.start();
  tracker.finished();
  expect(tracker.hasSynced).toBe(false);
  tracker.upstreamSynced();
  expect(tracker.hasSynced).toBe(true);
});

test('a tracker refuses to finish more than was begun · SI-40', () => {
  const tracker = new SyncTracker();
  tracker.start();
  tracker.finished();
  expect(() => tracker.finished()).toThrow(expect.objectContaining({ code: 'REEVE_SYNC_COUNT' }));
});

test('a tracker by key takes items in any order, and forgives strangers', async () => {
  const tracker = new KeyedSyncTracker<string>();
  for (const key of ['a', 'b']) tracker.start(key);
  tracker.upstreamSynced();
  tracker.finished('stranger');
  tracker.finished('b');
  expect(tracker.hasSynced).toBe(false);
  tracker.finished('a');
  await tracker.synced();
  expect(tracker.hasSynced).toBe(true);
});

test('a lazy value is computed again only after a notice, and remembers no failure · SI-40', () => {
  let calls = 0;
  const lazy = new Lazy(() => {
    calls += 1;
    if (calls === 1) throw new Error('first');
    return calls;
  });
  expect(() => lazy.get()).toThrow('first');
  expect([lazy.get(), lazy.get(), calls]).toEqual([2, 2, 2]);
  lazy.notify();
  expect([lazy.get(), lazy.get()]).toEqual([3, 3]);
});

const named = (name: string, result: 'synced' | 'never' | Error): Syncing => ({
  name,
  hasSynced: result === 'synced',
  synced: (signal) =>
    result instanceof Error
      ? Promise.reject(result)
      : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true })),
});

test('waiting for several ends at once when all are done · SI-37', async () => {
  const result = await waitForSync([named('Pods', 'synced'), named('Nodes', 'synced')]);
  expect([result.hasSynced, result.missing, result.error]).toEqual([true, [], undefined]);
  expect(() => result.throwIfNotSynced()).not.toThrow();
});

test('an abort names those that are missing, and why, and nobody else · SI-37', async () => {
  const abort = new AbortController();
  const waiting = waitForSync(
    [named('Pods', 'synced'), named('Nodes', 'never'), named('Websites', new Error('no such kind'))],
    abort.signal,
  );
  abort.abort(new Error('30 s are over'));
  const result = await waiting;
  expect(result.missing).toEqual(['Nodes', 'Websites']);
  expect(result.outcomes).toMatchObject([
    { name: 'Pods', hasSynced: true },
    { name: 'Nodes', hasSynced: false, reason: { message: '30 s are over' } },
    { name: 'Websites', hasSynced: false, reason: { message: 'no such kind' } },
  ]);
  expect(result.error?.message).toContain('Nodes (30 s are over), Websites (no such kind)');
  expect(result.error?.message).not.toContain('Pods');
  expect(() => result.throwIfNotSynced()).toThrow(expect.objectContaining({ code: 'REEVE_CACHE_NOT_SYNCED' }));
});
