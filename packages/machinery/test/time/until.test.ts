import { Backoff, VirtualHost, until } from '@reeve/machinery';
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';

/** Runs the loop until the given time and says when the work, which takes its time, was started. */
const startsWithin = async (
  ms: number,
  takesMs: number,
  options: (host: VirtualHost) => { periodMs: number | (() => number); jitter?: number; sliding?: boolean },
): Promise<number[]> => {
  const host = new VirtualHost();
  const controller = new AbortController();
  const starts: number[] = [];
  const work = async (): Promise<void> => {
    starts.push(host.clock.monotonic());
    await host.sleep(takesMs);
  };
  host.clock.setTimer(ms, () => controller.abort());
  await host.run(() => until(host, work, { ...options(host), signal: controller.signal }));
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  return starts;
};

describe('until', () => {
  test('works now and after every period, counted from the end of a run', async () => {
    expect(await startsWithin(400, 30, () => ({ periodMs: 100 }))).toEqual([0, 130, 260, 390]);
  });

  test('counts the period from the start of a run when it does not slide', async () => {
    expect(await startsWithin(350, 30, () => ({ periodMs: 100, sliding: false }))).toEqual([0, 100, 200, 300]);
    expect(await startsWithin(350, 150, () => ({ periodMs: 100, sliding: false }))).toEqual([0, 150, 300]);
  });

  test('takes the period from a back-off', async () => {
    const starts = await startsWithin(200, 0, (host) => {
      const backoff = new Backoff({ durationMs: 10, factor: 2, steps: 3 }, host.random);
      return { periodMs: () => backoff.step() };
    });
    expect(starts).toEqual([0, 10, 30, 70, 150]);
  });

  test('jitter makes every period up to that much longer', async () => {
    const starts = await startsWithin(20_000, 0, () => ({ periodMs: 100, jitter: 0.5 }));
    const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...gaps)).toBeLessThan(150 + 1e-6);
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(40);
  });

  test('does nothing when the signal has aborted before', async () => {
    const host = new VirtualHost();
    await until(host, () => expect.unreachable(), { periodMs: 1, signal: AbortSignal.abort() });
  });

  test('work that is interrupted by the abort ends the loop without an error', async () => {
    const host = new VirtualHost();
    const controller = new AbortController();
    host.clock.setTimer(50, () => controller.abort(new Error('lease lost')));
    const work = (signal: AbortSignal): Promise<void> => host.sleep(1000, signal);
    await host.run(() => until(host, work, { periodMs: 10, signal: controller.signal }));
    expect([host.clock.monotonic(), host.clock.pendingTimers]).toEqual([50, 0]);
  });

  test('what the work throws ends the loop and reaches the caller, also while it is being aborted', async () => {
    const host = new VirtualHost();
    const controller = new AbortController();
    const work = (): void => {
      controller.abort();
      throw new Error('broken');
    };
    await expect(until(host, work, { periodMs: 10, signal: controller.signal })).rejects.toThrow('broken');
  });
});
