import { queueMetrics } from '@reeve/queue';
import { expect, test } from 'vitest';

test('the metrics have the names, types and labels that dashboards know', () => {
  expect(queueMetrics.map(({ name, type, labels }) => `${name} ${type} ${labels.join()}`)).toEqual([
    'workqueue_depth gauge name,controller,priority',
    'workqueue_adds_total counter name,controller',
    'workqueue_retries_total counter name,controller',
    'workqueue_queue_duration_seconds histogram name,controller',
    'workqueue_work_duration_seconds histogram name,controller',
    'workqueue_unfinished_work_seconds gauge name,controller',
    'workqueue_longest_running_processor_seconds gauge name,controller',
  ]);
});

test('durations fall into twelve buckets from 10 ns to 1000 s', () => {
  for (const { buckets } of queueMetrics.filter(({ type }) => type === 'histogram')) {
    expect(buckets).toEqual([1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000]);
  }
});
