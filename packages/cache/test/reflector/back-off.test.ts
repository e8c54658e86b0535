/** How long a reflector waits, and what it does then: reopen the watch, or list. */
import { RetryWithDeadline } from '@reeve/cache';
import { ManualClock, TooManyRequestsError, VirtualHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ReflectorRun } from './reflector-run.ts';
import { Channel, ScriptedSource, Thing, event, listAt, refusal, thing } from './script.ts';

const refused = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));

describe('a server that cannot be reached', () => {
  for (const failures of [5, 40]) {
    test(`${failures} refused connections back off twofold up to the cap, then steadily, without a list · RE-11`, async () => {
      const script = new ScriptedSource({
        lists: [() => listAt('1')],
        watches: [...Array.from({ length: failures }, () => refused), () => new Channel()],
      });
      await using run = new ReflectorRun({ source: script.source }).start();
      await run.pass(60_000 * failures);

      const bases = Array.from({ length: failures }, (_, nth) => Math.min(800 * 2 ** nth, 30_000));
      expect(script.lists).toHaveLength(1);
      expect(run.delays()).toHaveLength(failures);
      for (const [nth, delay] of run.delays().entries()) {
        expect(delay).toBeGreaterThanOrEqual(bases[nth] ?? NaN);
        expect(delay).toBeLessThanOrEqual(2 * (bases[nth] ?? NaN));
      }
      expect(run.reflector.state.type).toBe('watching');
    });
  }

  test('the delays start over after two quiet minutes', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('1')],
      watches: [refused, refused, refused, () => first, refused, () => new Channel()],
    });
    const first = new Channel();
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.pass(20_000);
    await run.pass(130_000);
    first.end();
    await run.pass(5000);

    expect(run.delays()).toHaveLength(4);
    expect(run.delays()[3]).toBeLessThanOrEqual(1600);
  });

  test('the state says what the problem is, how long it waits and what comes next', async () => {
    const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [refused] });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(run.reflector.state).toMatchObject({ type: 'backingOff', problem: 'unreachable', next: 'watch' });
  });
});

describe("a user's own back-off", () => {
  test('a shape replaces the built-in one · RE-12', async () => {
    const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [refused] });
    const backoff = { durationMs: 10, factor: 3, steps: 3 };
    await using run = new ReflectorRun({ source: script.source, backoff }).start();
    await run.pass(1000);

    expect(run.delays().slice(0, 5)).toEqual([10, 30, 90, 270, 270]);
  });

  test('a function says every delay · RE-12', async () => {
    const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [refused] });
    await using run = new ReflectorRun({ source: script.source, backoff: () => 7 }).start();
    await run.pass(70);

    expect(new Set(run.delays())).toEqual(new Set([7]));
    expect(script.watches).toHaveLength(11);
  });
});

describe('a server that asks to slow down', () => {
  test('429 on opening a watch backs off and opens it again, without a list · RE-13', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('1')],
      watches: [() => Promise.reject(new TooManyRequestsError(Thing, '')), () => new Channel()],
    });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.pass(2000);

    expect(script.order).toEqual(['list "0"', 'watch "1"', 'watch "1"']);
    expect(run.delays()).toHaveLength(1);
  });

  test('429 as an event backs off and opens the watch again from the last version, without a list · RE-13', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('1')],
      watches: [
        () => new Channel(event('ADDED', thing('a', '5')), refusal(429, 'TooManyRequests')),
        () => new Channel(),
      ],
    });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.pass(2000);

    expect(script.order).toEqual(['list "0"', 'watch "1"', 'watch "5"']);
    expect(run.delays()).toHaveLength(1);
  });

  test('it waits as long as the server asks, when that is longer', async () => {
    const slow = new TooManyRequestsError(Thing, '', {
      status: { apiVersion: 'v1', kind: 'Status', code: 429, details: { retryAfterSeconds: 20 } },
    });
    const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => Promise.reject(slow)] });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(run.delays()).toEqual([20_000]);
  });
});

describe('internal errors on a watch', () => {
  const failAfter = (host: VirtualHost, ms: number) => async (): Promise<Channel> => {
    await host.sleep(ms);
    return new Channel(refusal(500, 'InternalError'));
  };
  const cases = [
    ['no window: none', 0, [1000, 1000], 1],
    ['a window of 30 s, one failure a second: 31', 30_000, Array.from({ length: 60 }, () => 1000), 32],
    [
      'a quiet minute opens a new window: 40',
      30_000,
      [...Array.from({ length: 10 }, () => 1000), 61_000, ...Array.from({ length: 60 }, () => 1000)],
      42,
    ],
  ] as const;
  for (const [what, maxInternalErrorRetryMs, pauses, watches] of cases) {
    test(`${what} · RE-14`, async () => {
      const host = new VirtualHost();
      const script = new ScriptedSource({
        lists: [() => listAt('1')],
        watches: pauses.map((ms) => failAfter(host, ms)),
      });
      await using run = new ReflectorRun({ host, source: script.source, maxInternalErrorRetryMs });
      await host.run(() => run.cycle());

      expect(script.watches).toHaveLength(watches);
      expect(script.lists).toHaveLength(1);
    });
  }

  test('retrying with a deadline: none without an error, some within the window, none past it, and anew after a quiet time · RE-44', async () => {
    const clock = new ManualClock();
    const isRetryable = (error: unknown): boolean => error === 'again';
    const retry = new RetryWithDeadline({ windowMs: 10_000, resetMs: 60_000, isRetryable, clock });
    expect(retry.shouldRetry()).toBe(false);
    retry.after('other');
    expect(retry.shouldRetry()).toBe(false);

    retry.after('again');
    expect(retry.shouldRetry()).toBe(true);
    await clock.advance(10_000);
    retry.after('again');
    expect(retry.shouldRetry()).toBe(true);
    await clock.advance(1);
    retry.after('again');
    expect(retry.shouldRetry()).toBe(false);

    const patient = new RetryWithDeadline({ windowMs: 10_000, resetMs: 60_000, isRetryable, clock });
    patient.after('again');
    await clock.advance(60_000);
    patient.after('again');
    expect(patient.shouldRetry()).toBe(true);
    await clock.advance(10_001);
    expect(patient.shouldRetry()).toBe(false);
  });
});

describe('a delay that a server or a function asks for', () => {
  const delays = {
    'a Retry-After of 31 years': [999_999_999, 800, 300_000],
    'a Retry-After that is Infinity': [Infinity, 800, 300_000],
    'a Retry-After that is no number': [NaN, 800, 300_000],
    'a back-off function that answers NaN': [0, NaN, 300_000],
    'a back-off function that answers Infinity': [0, Infinity, 300_000],
    'a back-off function that answers a negative number': [0, -5, 0],
  } as const;
  for (const [what, [retryAfterSeconds, backoffMs, expected]] of Object.entries(delays)) {
    test(`${what} is a delay of ${expected} ms`, async () => {
      const throttled = { ...refusal(429, 'TooManyRequests').object, details: { retryAfterSeconds } };
      const script = new ScriptedSource({
        lists: [() => listAt('1')],
        watches: [() => new Channel({ type: 'ERROR', object: throttled } as never), () => new Channel()],
      });
      await using run = new ReflectorRun({ source: script.source, backoff: () => backoffMs }).start();
      await run.pass(expected);

      expect(run.delays()).toEqual([expected]);
      expect(script.watches).toHaveLength(2);
    });
  }
});
