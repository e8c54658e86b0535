import { ManualClock } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import { expect, test } from 'vitest';
import { takeAll } from '../taking.ts';
import { Meter } from './meter.ts';

test('after 25 different priorities all further ones share a gauge, and the first ones go on', () => {
  const meter = new Meter();
  const queue = new WorkQueue<string>({ clock: new ManualClock(), name: 'websites', metrics: meter });
  for (let priority = 0; priority < 40; priority += 1) queue.add(`key-${priority}`, { priority });
  queue.add('another', { priority: 3 });
  const depths = [...meter.values].filter(([id]) => id.startsWith('workqueue_depth'));
  expect(depths).toHaveLength(26);
  expect(meter.value('workqueue_depth{3}')).toBe(2);
  expect(meter.value('workqueue_depth{exceeded_cardinality_limit}')).toBe(15);
  takeAll(queue);
  for (const [id] of depths) expect(meter.value(id)).toBe(0);
});
