import { ManualClock } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import { expect, test } from 'vitest';
import { takeOne } from './taking.ts';

test('a snapshot shows every key, where its next run stands, and why it is wanted', async () => {
  const clock = new ManualClock();
  const queue = new WorkQueue<string, string>({ clock });
  queue.add('held', { cause: 'dealt with' });
  queue.add('again', { priority: 3 });
  takeOne(queue);
  takeOne(queue);
  queue.add('again', { priority: 1, cause: 'changed' });
  queue.add('ready', { cause: 'created' });
  queue.addAfter('later', 500);
  await clock.advance(200);
  expect(queue.snapshot()).toEqual([
    { key: 'held', held: true, next: 'none', priority: 0, causes: [] },
    { key: 'again', held: true, next: 'withheld', priority: 1, causes: ['changed'] },
    { key: 'ready', held: false, next: 'ready', priority: 0, causes: ['created'] },
    { key: 'later', held: false, next: 'delayed', priority: 0, dueInMs: 300, causes: [] },
  ]);
  expect(['later', 'ready', 'nobody'].map((key) => queue.dueInMs(key))).toEqual([300, undefined, undefined]);
});
