import { FlowBackoff, ManualClock, SeededRandom } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const start = (options: { jitter?: number } = {}): { clock: ManualClock; backoff: FlowBackoff } => {
  const clock = new ManualClock();
  const jitter = options.jitter && { factor: options.jitter, random: new SeededRandom(1) };
  return { clock, backoff: new FlowBackoff({ clock, initialMs: 1000, maxMs: 10_000, ...(jitter && { jitter }) }) };
};

describe('FlowBackoff', () => {
  test('doubles per id up to the limit', () => {
    const { backoff } = start();
    expect([1, 2, 3, 4, 5, 6].map(() => backoff.next('a'))).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect([backoff.get('a'), backoff.next('b'), backoff.get('c')]).toEqual([10_000, 1000, 0]);
  });

  test('an id is in back-off until its delay has passed since the given moment', async () => {
    const { clock, backoff } = start();
    backoff.next('a');
    const since = clock.monotonic();
    await clock.advance(999);
    expect([backoff.isInBackoffSince('a', since), backoff.isInBackoffSince('other', since)]).toEqual([true, false]);
    expect(backoff.isInBackoffSinceUpdate('a', clock.monotonic())).toBe(true);
    await clock.advance(1);
    expect(backoff.isInBackoffSince('a', since)).toBe(false);
    expect(backoff.isInBackoffSinceUpdate('a', clock.monotonic())).toBe(false);
  });

  test('is forgiven after twice the limit without a failure', async () => {
    const { clock, backoff } = start();
    for (let turn = 0; turn < 6; turn += 1) backoff.next('a');
    await clock.advance(20_000);
    expect(backoff.next('a')).toBe(10_000);
    await clock.advance(20_001);
    expect(backoff.isInBackoffSince('a', clock.monotonic())).toBe(false);
    expect(backoff.next('a')).toBe(1000);
  });

  test('a reset forgives at once', () => {
    const { backoff } = start();
    backoff.next('a');
    backoff.next('a');
    backoff.reset('a');
    expect([backoff.get('a'), backoff.size, backoff.next('a')]).toEqual([0, 0, 1000]);
  });

  test('collecting forgets only the ids that were quiet for long', async () => {
    const { clock, backoff } = start();
    backoff.next('old');
    await clock.advance(15_000);
    backoff.next('new');
    await clock.advance(5001);
    expect(backoff.size).toBe(2);
    backoff.collect();
    expect([backoff.size, backoff.get('old'), backoff.get('new')]).toEqual([1, 0, 1000]);
  });

  test('what counts as forgiven can be decided otherwise', async () => {
    const clock = new ManualClock();
    const backoff = new FlowBackoff({ clock, initialMs: 1, maxMs: 100, hasExpired: (idleMs) => idleMs >= 5 });
    backoff.next('a');
    await clock.advance(4);
    expect(backoff.next('a')).toBe(2);
    await clock.advance(5);
    expect(backoff.next('a')).toBe(1);
  });

  test('jitter adds up to its factor times the last delay, within the limit', () => {
    const { backoff } = start({ jitter: 0.5 });
    const first = backoff.next('a');
    const second = backoff.next('a');
    expect(first > 1000 && first < 1500).toBe(true);
    expect(second > 2 * first && second < 2.5 * first).toBe(true);
    for (let turn = 0; turn < 10; turn += 1) backoff.next('a');
    expect(backoff.get('a')).toBe(10_000);
  });
});
