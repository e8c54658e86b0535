import { ManualClock } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import { describe, expect, test } from 'vitest';
import { takeAll, takeOne } from '../taking.ts';
import { Meter } from './meter.ts';

const setup = () => {
  const clock = new ManualClock();
  const meter = new Meter();
  return { clock, meter, queue: new WorkQueue<string>({ clock, name: 'websites', metrics: meter }) };
};

const counts = (meter: Meter): object => ({
  adds: meter.value('workqueue_adds_total'),
  retries: meter.value('workqueue_retries_total'),
  depth: meter.value('workqueue_depth{0}'),
  waited: meter.observations.get('workqueue_queue_duration_seconds'),
  worked: meter.observations.get('workqueue_work_duration_seconds'),
});

test('adds, depth, waiting and working times are exact through duplicates, re-adds and done · WQ-22', async () => {
  const { clock, meter, queue } = setup();
  queue.add('a');
  queue.add('a');
  expect(counts(meter)).toEqual({ adds: 1, retries: 0, depth: 1, waited: [], worked: [] });
  await clock.advance(50);
  const first = takeOne(queue);
  expect(counts(meter)).toEqual({ adds: 1, retries: 0, depth: 0, waited: [0.05], worked: [] });
  for (let times = 0; times < 5; times += 1) queue.add('a');
  expect(counts(meter)).toEqual({ adds: 2, retries: 0, depth: 1, waited: [0.05], worked: [] });
  await clock.advance(25);
  first.done();
  expect(counts(meter)).toEqual({ adds: 2, retries: 0, depth: 1, waited: [0.05], worked: [0.025] });
  const second = takeOne(queue);
  expect(counts(meter)).toEqual({ adds: 2, retries: 0, depth: 0, waited: [0.05, 0.025], worked: [0.025] });
  await clock.advance(1);
  second.retry();
  second.done();
  expect(counts(meter)).toEqual({ adds: 2, retries: 1, depth: 0, waited: [0.05, 0.025], worked: [0.025, 0.001] });
});

test('retries count every add that has to wait, and no other · WQ-22', () => {
  const { meter, queue } = setup();
  queue.addRateLimited('a');
  queue.addAfter('b', 10);
  queue.addAfter('c', 0);
  queue.add('d');
  expect(meter.value('workqueue_retries_total')).toBe(2);
});

describe('the depth', () => {
  test('counts a delayed key from when it is ready, be it due or added again, and only once · CR-37', async () => {
    const { clock, meter, queue } = setup();
    const seen = (): number[] => [meter.value('workqueue_depth{0}'), meter.value('workqueue_adds_total'), queue.length];
    queue.tryTake();
    queue.addAfter('due', 10);
    queue.addAfter('again', 20);
    queue.add('ready');
    expect(seen()).toEqual([1, 1, 1]);
    await clock.advance(10);
    expect(seen()).toEqual([2, 2, 2]);
    queue.add('again');
    queue.add('due');
    expect(seen()).toEqual([3, 3, 3]);
    await clock.advance(10);
    expect(seen()).toEqual([3, 3, 3]);
    takeAll(queue);
    expect(seen()).toEqual([0, 3, 0]);
  });

  test('follows a key to another priority, unless it is still delayed · CR-37', async () => {
    const { clock, meter, queue } = setup();
    queue.tryTake();
    queue.add('ready', { priority: -100 });
    queue.addAfter('delayed', 10, { priority: -100 });
    queue.addAll(['ready', 'delayed'], { afterMs: 50, priority: 5 });
    expect([meter.value('workqueue_depth{-100}'), meter.value('workqueue_depth{5}')]).toEqual([0, 1]);
    await clock.advance(10);
    expect([meter.value('workqueue_depth{-100}'), meter.value('workqueue_depth{5}')]).toEqual([0, 2]);
    const item = takeOne(queue);
    queue.add(item.key);
    queue.add(item.key, { priority: 5 });
    expect([meter.value('workqueue_depth{0}'), meter.value('workqueue_depth{5}')]).toEqual([0, 2]);
    item.done();
    takeAll(queue);
    expect([meter.value('workqueue_depth{0}'), meter.value('workqueue_depth{5}')]).toEqual([0, 0]);
  });

  test('goes back to zero when a drain drops what is waiting', async () => {
    const { meter, queue } = setup();
    queue.addAll(['a', 'b']);
    await queue.drain({ signal: AbortSignal.abort() });
    expect(meter.value('workqueue_depth{0}')).toBe(0);
  });
});

describe('metrics', () => {
  test('carry the queue’s name as name and controller', () => {
    const { meter, queue } = setup();
    queue.add('a', { priority: 3 });
    expect(meter.labels).toContainEqual({ metric: 'workqueue_adds_total', name: 'websites', controller: 'websites' });
    expect(meter.labels).toContainEqual({
      metric: 'workqueue_depth{3}',
      name: 'websites',
      controller: 'websites',
      priority: '3',
    });
  });

  test('are kept only for queues with a name', () => {
    const meter = new Meter();
    const queue = new WorkQueue<string>({ clock: new ManualClock(), metrics: meter });
    queue.add('a');
    takeAll(queue);
    expect([meter.labels, meter.values.size]).toEqual([[], 0]);
  });
});
