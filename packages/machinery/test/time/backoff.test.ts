import { Backoff, ManualClock, SeededRandom, delayWithReset, type BackoffOptions } from '@reeve/machinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const delays = (options: BackoffOptions, count: number): number[] => {
  const backoff = new Backoff(options, new SeededRandom(1));
  return Array.from({ length: count }, () => backoff.step());
};

/** The steps that are left at the start and after each of three steps. */
const counts = (options: BackoffOptions): number[] => {
  const backoff = new Backoff(options, new SeededRandom(1));
  return [backoff.steps, ...[1, 2, 3].map(() => (backoff.step(), backoff.steps))];
};

const start = (resetMs: number): { clock: ManualClock; delay: () => number } => {
  const clock = new ManualClock();
  const options = { durationMs: 800, factor: 2, steps: 10, capMs: 30_000 };
  return { clock, delay: delayWithReset(options, { clock, random: new SeededRandom(1), resetMs }) };
};

describe('Backoff', () => {
  const cases: [string, BackoffOptions, number[]][] = [
    ['stays without a factor', { durationMs: 10, steps: 3 }, [10, 10, 10, 10]],
    ['stays without steps', { durationMs: 10, factor: 2 }, [10, 10, 10]],
    ['grows by its factor until the steps are used up', { durationMs: 10, factor: 2, steps: 3 }, [10, 20, 40, 80, 80]],
    ['stops at its cap', { durationMs: 10, factor: 3, steps: 9, capMs: 50 }, [10, 30, 50, 50]],
    ['may start above its cap', { durationMs: 100, factor: 3, steps: 9, capMs: 50 }, [100, 50, 50]],
    ['shrinks with a factor below one', { durationMs: 100, factor: 0.5, steps: 2 }, [100, 50, 25, 25]],
  ];
  test.each(cases)('%s', (_, options, expected) => {
    expect(delays(options, expected.length)).toEqual(expected);
  });

  test('a step uses up one of the steps, and the cap uses up all of them', () => {
    expect(counts({ durationMs: 1, factor: 2, steps: 2 })).toEqual([2, 1, 0, 0]);
    expect(counts({ durationMs: 1, factor: 2, steps: 9, capMs: 3 })).toEqual([9, 8, 0, 0]);
    expect(counts({ durationMs: 1, steps: -1 })).toEqual([0, 0, 0, 0]);
  });

  test('jitter adds up to its factor times the duration, and does not add up over the steps', () => {
    const property = fc.property(
      fc.record({ seed: fc.integer(), jitter: fc.double({ min: 0.01, max: 3, noNaN: true }), steps: fc.nat(8) }),
      ({ seed, jitter, steps }) => {
        const backoff = new Backoff({ durationMs: 100, factor: 2, jitter, steps }, new SeededRandom(seed));
        for (let step = 0; step < 10; step += 1) {
          const base = 100 * 2 ** Math.min(step, steps);
          const delay = backoff.step();
          expect(delay >= base && delay < base * (1 + jitter)).toBe(true);
        }
      },
    );
    fc.assert(property, { seed: 42, numRuns: 200 });
  });

  test('jitter is spread over its whole range', () => {
    const spread = delays({ durationMs: 100, jitter: 1 }, 1000);
    expect(Math.min(...spread)).toBeLessThan(102);
    expect(Math.max(...spread)).toBeGreaterThan(198);
  });
});

describe('delayWithReset', () => {
  test('starts over after a time in which nobody asked', async () => {
    const { clock, delay } = start(120_000);
    expect([delay(), delay(), delay()]).toEqual([800, 1600, 3200]);
    await clock.advance(120_000);
    expect(delay()).toBe(6400);
    await clock.advance(120_001);
    expect([delay(), delay()]).toEqual([800, 1600]);
  });

  test('does not start over while failures go on, however long', async () => {
    const { clock, delay } = start(120_000);
    for (let turn = 0; turn < 20; turn += 1) await clock.advance(delay());
    expect(clock.monotonic()).toBeGreaterThan(240_000);
    expect(delay()).toBe(30_000);
  });

  test('never grows with a reset time of 0', () => {
    const { delay } = start(0);
    expect([delay(), delay(), delay()]).toEqual([800, 800, 800]);
  });
});
