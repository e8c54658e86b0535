import { expect, test } from 'vitest';
import type { CronJob } from '@reeve/kinds/batch/v1';
import { formatTime } from '@reeve/machinery';
import { CronSchedule } from '@reeve/machinery';
import { dueRun, untilNextRunMs } from '@reeve/workloads';

const start = Date.UTC(2026, 2, 1);
const hour = 3_600_000;
const cronJob = (lastMs: number | undefined, startingDeadlineSeconds?: number): CronJob => ({
  metadata: { name: 'tick', creationTimestamp: formatTime(start) },
  spec: { schedule: '', jobTemplate: {}, ...(startingDeadlineSeconds && { startingDeadlineSeconds }) },
  ...(lastMs !== undefined && { status: { lastScheduleTime: formatTime(lastMs) } }),
});

test.each([
  ['a month', 'UTC', start, 31 * 24],
  ['the days around a change of clocks', 'Europe/Berlin', Date.UTC(2026, 2, 28), 3 * 24],
])('over %s every hour is due once', (_name, timeZone, beginMs, hours) => {
  const schedule = CronSchedule.parse('@hourly', { timeZone });
  let [now, last, runs] = [beginMs, beginMs, 0];
  while (now < beginMs + hours * hour) {
    now += untilNextRunMs(cronJob(last), schedule, now) ?? 0;
    const due = dueRun(cronJob(last), schedule, now);
    expect(due).toEqual({ type: 'due', timeMs: Math.floor(now / hour) * hour, missedMany: false });
    if (due.type === 'due') last = due.timeMs;
    runs += 1;
  }
  expect(runs).toBe(hours);
});

test.each([
  ['nothing before the first', '0 0 * * *', 5 * hour, undefined, { type: 'none' }],
  [
    'the one that has passed',
    '0 3 * * *',
    5 * hour,
    undefined,
    { type: 'due', timeMs: start + 3 * hour, missedMany: false },
  ],
  [
    'the last of many',
    '*/5 * * * *',
    30 * hour,
    undefined,
    { type: 'due', timeMs: start + 30 * hour, missedMany: true },
  ],
  ['none before the deadline', '0 3 * * *', 5 * hour, 3600, { type: 'none' }],
  [
    'the last of those that are unevenly spaced',
    '0 1,2,20 * * *',
    47 * hour,
    undefined,
    { type: 'due', timeMs: start + 44 * hour, missedMany: false },
  ],
  ['none of a day that never comes', '59 23 31 2 *', 5 * hour, undefined, { type: 'never' }],
])('due is %s', (_name, schedule, afterMs, deadline, expected) => {
  expect(dueRun(cronJob(undefined, deadline), CronSchedule.parse(schedule), start + afterMs)).toEqual(expected);
});
