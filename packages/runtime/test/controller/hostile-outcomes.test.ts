import { describe, expect, test } from 'vitest';
import { RequeueAfter, WaitUntil } from '@reeve/machinery';
import { Channel, ChannelSource, toMapped } from '@reeve/runtime';
import type { ControllerOptions, FinishedRun, GenericEvent, Logger, Run } from '@reeve/runtime';
import { ManualSource, names, world } from './world.ts';

const thrownBy = (make: () => unknown) => (): never => {
  throw make() as Error;
};

const tooManyRequests = (retryAfterMs: unknown): Error =>
  Object.assign(new Error('busy'), {
    code: 'REEVE_TOO_MANY_REQUESTS',
    reason: 'TooManyRequests',
    httpStatus: 429,
    status: {},
    retryAfterMs,
  });

/** Runs the key `bad` once and then `good`, and says how each run ended. The controller must not end by itself. */
async function besideGood(
  bad: ControllerOptions['reconcile'],
  { forMs = 1000, ...more }: Partial<ControllerOptions> & { forMs?: number } = {},
): Promise<{ readonly finished: readonly FinishedRun[]; readonly bad: readonly FinishedRun[] }> {
  const w = world((run) => (run.request.key === 'default/bad' ? bad(run) : undefined), more);
  await w.during(async () => {
    w.source.ask('bad');
    await w.host.sleep(forMs);
    w.source.ask('good');
    await w.host.sleep(1);
  });
  return { finished: w.finished, bad: w.finished.filter(({ request }) => request.key === 'default/bad') };
}

describe('a delay that is no finite number', () => {
  const cases: Readonly<Record<string, ControllerOptions['reconcile']>> = {
    'returned as Infinity': () => ({ requeueAfterMs: Infinity }),
    'returned as minus Infinity': () => ({ requeueAfterMs: -Infinity }),
    'returned as NaN': () => ({ requeueAfterMs: Number.NaN }),
    'returned later as Infinity': async () => ({ requeueAfterMs: Infinity }),
    'thrown as a RequeueAfter of NaN': thrownBy(() => new RequeueAfter(Number.NaN)),
    'thrown as a RequeueAfter of Infinity': thrownBy(() => new RequeueAfter(Infinity)),
    'thrown with the code of a RequeueAfter and without a delay': thrownBy(() =>
      Object.assign(new Error('soon'), { code: 'REEVE_REQUEUE_AFTER' }),
    ),
    'thrown with the code of a WaitUntil and an Invalid Date': thrownBy(() =>
      Object.assign(new Error('then'), { code: 'REEVE_WAIT_UNTIL', time: new Date(Number.NaN) }),
    ),
    'thrown with the code of a WaitUntil and a symbol': thrownBy(() =>
      Object.assign(new Error('then'), { code: 'REEVE_WAIT_UNTIL', time: Symbol('then') }),
    ),
  };
  for (const [what, bad] of Object.entries(cases))
    test(`a delay that is ${what} fails the run of its key, which backs off, and the controller works on`, async () => {
      const { finished, bad: runs } = await besideGood(bad);
      expect(runs[0]?.outcome).toMatchObject({ type: 'retry', error: { code: 'REEVE_INVALID_INPUT' } });
      expect(runs.length).toBeGreaterThan(2);
      expect(runs.length).toBeLessThan(15); // with back-off
      expect(names(finished)).toContain('default/good');
    });
});

describe('what a server answers', () => {
  for (const [what, retryAfterMs, longestMs] of [
    ['an infinite time', Infinity, 1_000_000],
    ['31 years', 31 * 365 * 86_400_000, 1_000_000],
    ['no number', Number.NaN, 20],
    ['a text', 'soon', 20],
    ['a time in the past', -5, 20],
  ] as const)
    test(`a server that asks to wait for ${what} fails the run, which is tried again at the latest after the longest back-off`, async () => {
      const { finished, bad } = await besideGood(thrownBy(() => tooManyRequests(retryAfterMs)));
      expect(names(finished)).toContain('default/good');
      const [first] = bad;
      expect(first?.outcome).toMatchObject({ type: 'retry' });
      expect((first?.nextRunAt ?? Infinity) - (first?.startedAt ?? 0)).toBeLessThanOrEqual(longestMs);
    });
});

test('a requeue in more than a hundred years is one in a hundred years', async () => {
  const { bad } = await besideGood(() => ({ requeueAfterMs: Number.MAX_VALUE }));
  expect(new Date(bad[0]?.nextRunAt ?? Number.NaN).getUTCFullYear()).toBeLessThan(2200);
});

describe('a delay of no time', () => {
  const cases: Readonly<Record<string, (run: Run) => ReturnType<ControllerOptions['reconcile']>>> = {
    'returned as 0': () => ({ requeueAfterMs: 0 }),
    'returned as -5': () => ({ requeueAfterMs: -5 }),
    'thrown as a RequeueAfter of -5': thrownBy(() => new RequeueAfter(-5)),
    'thrown as a RequeueAfter of 0': thrownBy(() => new RequeueAfter(0)),
    'thrown as a WaitUntil of a time that has passed': thrownBy(() => new WaitUntil(0)),
  };
  for (const [what, bad] of Object.entries(cases))
    test(`a delay of no time that is ${what} is a requeue with back-off, and the log says so once per object`, async () => {
      const said: string[] = [];
      const { bad: runs } = await besideGood(bad, { log: noting(said), forMs: 60_000 });
      expect(new Set(runs.map(({ outcome }) => outcome.type))).toEqual(new Set(['requeue']));
      expect(runs.length).toBeGreaterThan(5);
      expect(runs.length).toBeLessThan(20);
      expect(said.filter((line) => line.includes('a run asked to come back'))).toEqual([
        expect.stringMatching(/^warn a run asked to come back in .* ms, .* back-off/),
      ]);
    });

  test('a delay of less than 10 ms is one of 10 ms', async () => {
    const { bad } = await besideGood(() => ({ requeueAfterMs: 1e-9 }), { forMs: 995 });
    expect(bad).toHaveLength(100);
  });
});

describe('something thrown that cannot be read', () => {
  const throwing = (): never => {
    throw new Error('do not look');
  };
  const proxy = (): object =>
    new Proxy(new Error('hidden'), { get: throwing, has: throwing, getPrototypeOf: throwing, ownKeys: throwing });
  const cases: Readonly<Record<string, () => unknown>> = {
    'an object whose getters throw': () =>
      Object.defineProperties(
        {},
        Object.fromEntries(
          ['code', 'cause', 'message', 'name'].map((name) => [name, { get: throwing, enumerable: true }]),
        ),
      ),
    'an error whose message throws': () => Object.defineProperty(new Error('x'), 'message', { get: throwing }),
    'an error whose cause is a proxy': () => new Error('x', { cause: proxy() }),
    'a proxy whose traps throw': proxy,
    'a revoked proxy': () => {
      const { proxy: revoked, revoke } = Proxy.revocable({}, {});
      revoke();
      return revoked;
    },
    'an object without a prototype': () => Object.create(null) as unknown,
  };
  for (const [what, make] of Object.entries(cases))
    for (const [how, reconcile] of [
      ['throws', thrownBy(make)],
      ['rejects with', () => Promise.reject(make())],
    ] as const)
      test(`a reconciler that ${how} ${what} fails its own object, and the controller works on`, async () => {
        const said: string[] = [];
        const { finished, bad } = await besideGood(reconcile, { log: noting(said) });
        expect(bad[0]?.outcome).toMatchObject({ type: 'retry' });
        expect(bad.length).toBeGreaterThan(2);
        expect(names(finished)).toContain('default/good');
        expect(said.some((line) => line.startsWith('error '))).toBe(true);
      });

  for (const [what, result] of [
    ['a proxy whose traps throw', proxy],
    ['an object whose getters throw', () => Object.defineProperty({}, 'requeueAfterMs', { get: throwing })],
    // eslint-disable-next-line unicorn/no-thenable -- people do
    ['an object whose then throws', () => Object.defineProperty({}, 'then', { get: throwing })],
    ['an object whose priority is infinite', () => ({ requeue: true, priority: Infinity })],
  ] as const)
    test(`a reconciler that returns ${what} fails its own object, and the controller works on`, async () => {
      const { finished, bad } = await besideGood(result);
      expect(bad[0]?.outcome.type).toBe('retry');
      expect(names(finished)).toContain('default/good');
    });
});

describe('what a program brings', () => {
  const throwing = (): never => {
    throw new Error('broken');
  };

  test('a listener of runs that throws is logged, and the controller works on', async () => {
    const said: string[] = [];
    const worked: string[] = [];
    const w = world(({ request }) => void worked.push(request.key), { onRun: throwing, log: noting(said) });
    await w.during(async () => {
      w.source.ask('a');
      await w.host.sleep(1);
      w.source.ask('b');
      await w.host.sleep(1);
    });
    expect(worked).toEqual(['default/a', 'default/b']);
    expect(said.filter((line) => line.startsWith('error '))).toHaveLength(2);
  });

  test('a log that throws ends no controller', async () => {
    const log: Logger = { debug: throwing, info: throwing, warn: throwing, error: throwing, with: () => log };
    const { finished } = await besideGood(
      thrownBy(() => new Error('no')),
      { log },
    );
    expect(names(finished)).toContain('default/good');
  });

  for (const [what, rateLimit] of [
    ['says NaN', { when: () => Number.NaN, forget: () => undefined, failures: () => 0 }],
    ['throws', { when: throwing, forget: throwing, failures: () => 0 }],
  ] as const)
    test(`a key whose rate limit ${what} is tried again after a while, and the controller works on`, async () => {
      const { finished, bad } = await besideGood(
        thrownBy(() => new Error('no')),
        {
          rateLimit: () => rateLimit,
          forMs: 120_000,
        },
      );
      expect(bad.length).toBeGreaterThan(1);
      expect(bad.length).toBeLessThan(20);
      expect(names(finished)).toContain('default/good');
    });

  for (const request of [
    { key: undefined, cluster: '' },
    { key: 7, cluster: '' },
    { key: 'a', cluster: 7 },
    undefined,
    7,
  ])
    test(`a source that asks for ${JSON.stringify(request)} is refused, and the controller works on`, async () => {
      const w = world(() => undefined);
      await w.during(async () => {
        expect(() => w.source.starts[0]?.enqueue(request as never)).toThrow(/a request/);
        w.source.ask('good');
        await w.host.sleep(1);
      });
      expect(names(w.finished)).toEqual(['default/good']);
    });

  test('an event of a channel that a predicate or a mapper cannot take is lost alone', async () => {
    type Named = { readonly metadata: { readonly namespace: string; readonly name: string } };
    const channel = new Channel<GenericEvent<Named>>();
    const said: string[] = [];
    const source = new ChannelSource<Named>({
      events: channel,
      mapper: toMapped(({ metadata: { namespace, name } }) => {
        if (name === 'bad') throw new Error('no mapper for this');
        return [`${namespace}/${name}`];
      }),
    });
    const w = world(() => undefined, { sources: [new ManualSource(), source], log: noting(said) });
    await w.during(async () => {
      for (const name of ['bad', 'good'])
        await channel.push({ type: 'generic', object: { metadata: { namespace: 'default', name } } });
      await channel.push(undefined as never);
      await channel.push({ type: 'generic' } as never);
      await channel.push({ type: 'generic', object: { metadata: { namespace: 'default', name: 'better' } } });
      await w.host.sleep(1);
    });
    expect(names(w.finished)).toEqual(['default/good', 'default/better']);
    expect(said.filter((line) => line.startsWith('error '))).toHaveLength(3);
  });
});

/** A log that notes its lines. */
function noting(said: string[]): Logger {
  const note =
    (level: string) =>
    (message: string): void =>
      void said.push(`${level} ${message}`);
  const log: Logger = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
    with: () => log,
  };
  return log;
}
