import { ManualClock } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import { expect, test } from 'vitest';
import { takeOne } from '../taking.ts';
import { Meter } from './meter.ts';

const setup = () => {
  const clock = new ManualClock();
  const meter = new Meter();
  const queue = new WorkQueue<string>({ clock, name: 'websites', metrics: meter });
  const gauges = (): number[] => [
    meter.value('workqueue_unfinished_work_seconds'),
    meter.value('workqueue_longest_running_processor_seconds'),
  ];
  return { clock, queue, gauges };
};

test('unfinished work and the longest run grow twice a second, and fall to zero when work ends · WQ-23', async () => {
  const { clock, queue, gauges } = setup();
  queue.addAll(['a', 'b']);
  const first = takeOne(queue);
  await clock.advance(500);
  expect(gauges()).toEqual([0.5, 0.5]);
  const second = takeOne(queue);
  await clock.advance(499);
  expect(gauges()).toEqual([0.5, 0.5]);
  await clock.advance(1);
  expect(gauges()).toEqual([1.5, 1]);
  first.done();
  await clock.advance(500);
  expect(gauges()).toEqual([1, 1]);
  second.done();
  await clock.advance(500);
  expect(gauges()).toEqual([0, 0]);
});

test('nothing is measured any more after a shutdown, though work goes on · WQ-24', async () => {
  const { clock, queue, gauges } = setup();
  queue.addAll(['a', 'b']);
  takeOne(queue);
  await clock.advance(500);
  queue.shutDown();
  takeOne(queue);
  expect(clock.pendingTimers).toBe(0);
  await clock.advance(5000);
  expect(gauges()).toEqual([0.5, 0.5]);
});

test('nothing is measured while no key is in work, and measuring keeps no process alive · LW-40', async () => {
  const { clock, queue } = setup();
  queue.addAll(['a', 'b']);
  expect(clock.pendingTimers).toBe(0);
  const item = takeOne(queue);
  expect([clock.pendingTimers, clock.pendingForegroundTimers]).toEqual([1, 0]);
  item.done();
  await clock.advance(500);
  expect(clock.pendingTimers).toBe(0);
  takeOne(queue);
  expect(clock.pendingTimers).toBe(1);
});
