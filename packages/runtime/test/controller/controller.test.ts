import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';
import {
  ConflictError,
  TerminalError,
  RequeueAfter,
  WaitUntil,
  SkipError,
  VirtualHost,
  nodeHost,
  objectKey,
} from '@reeve/machinery';
import { Channel, ChannelSource, Controller, requestOf } from '@reeve/runtime';
import type { GenericEvent, LogFields, Logger, Run, Source } from '@reeve/runtime';
import { ManualSource, names, world } from './world.ts';

test('runs have ids of their own, which look like UUIDs, however many there are', async () => {
  const { source, finished, during, host } = world(() => undefined);
  await during(async () => {
    for (let nth = 0; nth < 5000; nth += 1) source.ask(`site-${nth}`);
    await host.sleep(1000);
  });
  const ids = finished.map(({ id }) => id);
  expect(new Set(ids).size).toBe(5000);
  expect(ids.filter((id) => !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id))).toEqual([]);
  expect(ids.toSorted()).toEqual(ids); // they count
});

test('a run has nothing of the surroundings of whoever asked for it, whether it waits or not', async () => {
  const surroundings = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const { source, during, host } = world(({ request }) => {
    seen.push(surroundings.getStore());
    return request.key.endsWith('waits') ? host.sleep(1) : undefined;
  });
  await during(async () => {
    for (const name of ['is-quick', 'waits', 'is-quick-again']) {
      surroundings.run('a request to a server', () => source.ask(name));
      await host.sleep(1000);
    }
  });
  expect(seen).toEqual([undefined, undefined, undefined]);
});

describe('making a controller', () => {
  const idle = new VirtualHost();

  test('needs a name · CR-1', () => {
    expect(() => new Controller({ name: '', host: idle, reconcile: () => undefined })).toThrow(/needs a name/);
  });

  test('needs a reconciler · CR-2', () => {
    expect(() => new Controller({ name: 'x', host: idle, reconcile: undefined as never })).toThrow(
      /needs a reconcile function/,
    );
  });

  test('fills in what is left out: one at a time, two minutes to sync, five minutes for a run, led, with priorities · CR-7', () => {
    expect(new Controller({ name: 'x', host: idle, reconcile: () => undefined }).settings).toMatchObject({
      maxConcurrent: 1,
      cacheSyncTimeoutMs: 120_000,
      needsLeaderElection: true,
      usesPriorities: true,
      survivesBugs: true,
      warmup: false,
      reconcileTimeoutMs: 300_000,
    });
  });

  test('takes from the manager what it does not say itself · CR-6', () => {
    const manager = {
      maxConcurrent: 5,
      cacheSyncTimeoutMs: 1,
      needsLeaderElection: false,
      warmup: true,
      survivesBugs: false,
      reconcileTimeoutMs: 7,
    };
    expect(new Controller({ name: 'x', host: idle, reconcile: () => undefined }, manager).settings).toMatchObject(
      manager,
    );
    const own = {
      maxConcurrent: 2,
      cacheSyncTimeoutMs: 3,
      needsLeaderElection: true,
      warmup: false,
      survivesBugs: true,
      reconcileTimeoutMs: 9,
    };
    expect(
      new Controller({ name: 'x', host: idle, reconcile: () => undefined, ...own }, manager).settings,
    ).toMatchObject(own);
  });

  test('refuses a concurrency that makes no sense', () => {
    expect(() => new Controller({ name: 'x', host: idle, reconcile: () => undefined, maxConcurrent: 0 })).toThrow(
      /whole number from 1/,
    );
  });

  test('that is never started leaves nothing behind · CR-4', () => {
    const quiet = new VirtualHost();
    const controller = new Controller({ name: 'x', host: quiet, reconcile: () => undefined });
    controller.enqueue(requestOf('default', 'a'));
    expect([quiet.clock.pending(), controller.load]).toEqual([[], { ready: 0, delayed: 0, held: 0 }]);
  });

  test('keeps the rate limiter that is given · CR-5', async () => {
    const asked: string[] = [];
    const rateLimit = () => ({
      when: (key: string) => (asked.push(key), 50),
      forget: () => undefined,
      failures: () => 0,
    });
    const { source, during, host } = world(() => Promise.reject(new Error('no')), { rateLimit });
    await during(async () => {
      source.ask('a');
      await host.sleep(120);
    });
    expect(asked.length).toBeGreaterThanOrEqual(2);
  });
});

describe('a run', () => {
  test('is what the reconciler does with the request · CR-9 · CR-22', async () => {
    const runs: Run[] = [];
    const { source, during, host, finished, counted } = world((run) => void runs.push(run));
    await during(async () => {
      source.ask('a');
      await host.sleep(1);
    });
    expect(runs[0]).toMatchObject({
      request: { key: 'default/a', cluster: '' },
      attempt: 1,
      causes: [{ source: 'manual', type: 'generic' }],
    });
    expect(names(finished)).toEqual(['default/a']);
    expect(counted.results).toEqual(['register site 1', 'success']);
  });

  test('is of the cluster that the request names, and of the same key in each', async () => {
    const requests: Run['request'][] = [];
    const { source, during, host } = world(({ request }) => void requests.push(request));
    await during(async () => {
      for (const cluster of ['', 'east', 'west']) source.starts[0]?.enqueue(requestOf('default', 'a', cluster));
      await host.sleep(1);
    });
    expect(requests).toEqual(['', 'east', 'west'].map((cluster) => requestOf('default', 'a', cluster)));
  });

  test('has an id of its own, that others do not have · CR-31', async () => {
    const ids: string[] = [];
    const { source, during, host } = world(({ id }) => void ids.push(id));
    await during(async () => {
      source.ask('a');
      source.ask('b');
      await host.sleep(1);
    });
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test('lets the event loop have its turn, however many others wait and however short they are', async () => {
    const host = nodeHost();
    const stop = new AbortController();
    const source = new ManualSource();
    const turns: number[] = [];
    let runs = 0;
    const turn = (): void => {
      turns.push(runs);
      if (!stop.signal.aborted) setImmediate(turn);
    };
    const reconcile = (): void => void ((runs += 1) === 20_000 && stop.abort());
    const controller = new Controller({ name: 'site', host, sources: [source], reconcile });
    source.synced = async () => {
      for (let nth = 0; nth < 20_000; nth += 1) source.ask(`site-${nth}`);
      setImmediate(turn);
    };
    await controller.run(stop.signal);
    expect(turns.filter((at) => at > 0 && at < 20_000).length).toBeGreaterThan(1);
  });

  test('is never two for the same request, however many are allowed · CR-34', async () => {
    let [active, most] = [0, 0];
    const { source, during, host, finished } = world(
      async () => {
        most = Math.max(most, (active += 1));
        await host.sleep(10);
        active -= 1;
      },
      { maxConcurrent: 4 },
    );
    await during(async () => {
      source.ask('a');
      await host.sleep(2);
      source.ask('a');
      await host.sleep(50);
    });
    expect([most, finished.length]).toEqual([1, 2]);
  });

  test('may be several for different requests', async () => {
    let [active, most] = [0, 0];
    const { source, during, host } = world(
      async () => {
        most = Math.max(most, (active += 1));
        await host.sleep(10);
        active -= 1;
      },
      { maxConcurrent: 3 },
    );
    await during(async () => {
      for (const name of ['a', 'b', 'c', 'd']) source.ask(name);
      await host.sleep(50);
    });
    expect(most).toBe(3);
  });

  test('that fails is tried again with back-off, and others go on · CR-22 · CR-24', async () => {
    const tried: string[] = [];
    const { source, during, host, counted } = world(({ request, attempt }) => {
      tried.push(`${request.key} ${attempt}`);
      if (request.key === 'default/bad' && attempt < 3) throw new Error('not yet');
    });
    await during(async () => {
      source.ask('bad');
      source.ask('good');
      await host.sleep(1000);
    });
    expect(tried).toEqual(['default/bad 1', 'default/good 1', 'default/bad 2', 'default/bad 3']);
    expect(counted.results.slice(1)).toEqual(['error', 'success', 'error', 'success']);
  });

  test('that cannot get better is not tried again, however deep the error says so · CR-23', async () => {
    const { source, during, host, finished, counted } = world(() => {
      throw new Error('wrapped', { cause: new TerminalError('never') });
    });
    await during(async () => {
      source.ask('a');
      await host.sleep(100_000);
    });
    expect(finished).toHaveLength(1);
    expect([counted.results.at(-1), counted.terminal.length]).toEqual(['error', 1]);
  });

  test('may ask to come back: after a delay, which clears the back-off, or after the back-off · CR-25', async () => {
    const attempts: number[] = [];
    const { source, during, host, counted } = world(({ attempt }) => {
      attempts.push(attempt);
      if (attempts.length === 1) throw new Error('once');
      if (attempts.length === 2) return { requeueAfterMs: 1000 };
      if (attempts.length === 3) return { requeue: true };
      return undefined;
    });
    await during(async () => {
      source.ask('a');
      await host.sleep(900);
      expect(attempts).toEqual([1, 2]);
      await host.sleep(5000);
    });
    expect(attempts).toEqual([1, 2, 1, 2]);
    expect(counted.results.slice(1)).toEqual(['error', 'requeue_after', 'requeue', 'success']);
  });

  test('may throw to come back: after a while, at a time, or not at all · CR-25', async () => {
    const times: number[] = [];
    const { source, during, host, counted } = world(() => {
      times.push(Math.round(host.clock.monotonic()));
      if (times.length === 1) throw new RequeueAfter(1000);
      if (times.length === 2) throw new WaitUntil(host.clock.now() + 5000);
      throw new SkipError('nothing to do');
    });
    await during(async () => {
      source.ask('a');
      await host.sleep(100_000);
    });
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 1000, 6000]);
    expect(counted.results.slice(1)).toEqual(['requeue_after', 'requeue_after', 'success']);
  });

  test('whose server asks to wait waits that long', async () => {
    const times: number[] = [];
    const { source, during, host } = world(() => {
      times.push(Math.round(host.clock.monotonic()));
      if (times.length === 1)
        throw Object.assign(new Error('busy'), {
          code: 'REEVE_TOO_MANY_REQUESTS',
          retryAfterMs: 7000,
          status: {},
          reason: 'TooManyRequests',
          httpStatus: 429,
        });
    });
    await during(async () => {
      source.ask('a');
      await host.sleep(20_000);
    });
    expect(times).toHaveLength(2);
  });

  test('keeps its priority when it comes back, unless the result says another · CR-26', async () => {
    const priorities: number[] = [];
    const { source, during, host } = world(({ priority }) => {
      priorities.push(priority);
      if (priorities.length === 1) throw new Error('no');
      if (priorities.length === 2) return { requeueAfterMs: 5 };
      if (priorities.length === 3) return { requeue: true };
      if (priorities.length === 4) return { requeueAfterMs: 5, priority: 9 };
      return undefined;
    });
    await during(async () => {
      source.ask('a', 3);
      await host.sleep(5000);
    });
    expect(priorities).toEqual([3, 3, 3, 3, 9]);
  });

  test('that returns nonsense is an error that says what to return', async () => {
    for (const nonsense of ['later', 42, { requeueAfterMs: 'soon' }, { priority: Number.NaN }]) {
      const { source, during, host, finished } = world((() => nonsense) as never);
      await during(async () => {
        source.ask('a');
        await host.sleep(1);
      });
      expect(finished[0]?.outcome).toMatchObject({ type: 'retry', error: { code: 'REEVE_INVALID_INPUT' } });
    }
  });
});

test('a controller hands requests out by priority, and in the order of their arrival only when it is told so · CR-8', async () => {
  const orderOf = async (settings: { readonly usesPriorities?: boolean }): Promise<string[]> => {
    const w = world(() => w.host.sleep(10), settings);
    await w.during(async () => {
      w.source.ask('first');
      await w.host.sleep(1);
      for (const [name, priority] of [
        ['low', -100],
        ['usual', 0],
        ['urgent', 50],
      ] as const)
        w.source.ask(name, priority);
      await w.host.sleep(100);
    });
    return names(w.finished);
  };
  const byPriority = ['default/first', 'default/urgent', 'default/usual', 'default/low'];
  expect(await orderOf({})).toEqual(byPriority);
  expect(await orderOf({ usesPriorities: true })).toEqual(byPriority);
  expect(await orderOf({ usesPriorities: false })).toEqual([
    'default/first',
    'default/low',
    'default/usual',
    'default/urgent',
  ]);
});

describe('a bug in the reconciler', () => {
  const bug = () => (undefined as unknown as { field: string }).field;

  test('becomes an error, is counted, and harms nothing else · CR-10', async () => {
    const { source, during, host, counted, finished } = world(({ request }) => {
      if (request.key === 'default/bad') bug();
    });
    await during(async () => {
      source.ask('bad');
      source.ask('good');
      await host.sleep(1);
    });
    expect(names(finished)).toContain('default/good');
    expect(counted.bugs.length).toBeGreaterThanOrEqual(1);
  });

  test('ends the controller where that is asked for · CR-10', async () => {
    const { source, during, host } = world(bug as never, { survivesBugs: false });
    await expect(
      during(async () => {
        source.ask('a');
        await host.sleep(10);
      }),
    ).rejects.toThrow(TypeError);
  });

  test('that throws what is no error is survived', async () => {
    const { source, during, host, finished } = world(() => {
      // eslint-disable-next-line no-throw-literal, typescript/only-throw-error -- people do
      throw 'text';
    });
    await during(async () => {
      source.ask('a');
      await host.sleep(1);
    });
    expect(finished[0]?.outcome).toMatchObject({ type: 'retry', error: 'text' });
  });
});

describe('the time for a run', () => {
  const sleepy =
    (ms: number) =>
    async ({ signal }: Run, host: VirtualHost) =>
      host.sleep(ms, signal);

  test('aborts its signal, and counts a timeout only then · CR-11 · CR-12', async () => {
    const w = world((run) => sleepy(1000)(run, w.host), { reconcileTimeoutMs: 100 });
    await w.during(async () => {
      w.source.ask('a');
      await w.host.sleep(101);
      expect(w.counted.timeouts).toHaveLength(1);
    });
    expect(w.finished[0]?.outcome).toMatchObject({ type: 'retry', error: { code: 'REEVE_DEADLINE' } });
  });

  test('is five minutes unless another is given, also for the second run of a worker', async () => {
    const w = world(async ({ request, signal }) => {
      await w.host.sleep(request.key === 'default/quick' ? 250_000 : 1e9, signal);
    });
    const began: number[] = [];
    await w.during(async () => {
      w.source.ask('quick');
      w.source.ask('stuck');
      began.push(w.host.clock.now());
      await w.host.sleep(600_000);
    });
    const [quick, stuck] = w.finished;
    expect([quick?.outcome.type, quick?.durationMs]).toEqual(['success', 250_000]);
    expect([stuck?.outcome, stuck?.durationMs]).toMatchObject([
      {
        type: 'retry',
        error: { code: 'REEVE_DEADLINE', message: expect.stringContaining('a run of site') as unknown },
      },
      300_000,
    ]);
  });

  test('of zero is no limit · CR-11', async () => {
    const w = world((run) => sleepy(1_000_000)(run, w.host), { reconcileTimeoutMs: 0 });
    await w.during(async () => {
      w.source.ask('a');
      await w.host.sleep(1_000_001);
    });
    expect([w.counted.timeouts, w.counted.results.at(-1)]).toEqual([[], 'success']);
  });

  test('is not over for a run that ends early, aborts itself, or is stopped with the controller · CR-12', async () => {
    const w = world(
      async (run) => {
        if (run.request.key === 'default/own') throw new DOMException('mine', 'AbortError');
        if (run.request.key === 'default/slow') await w.host.sleep(1000, run.signal);
      },
      { reconcileTimeoutMs: 100, maxConcurrent: 3 },
    );
    await w.during(async () => {
      for (const name of ['early', 'own', 'slow']) w.source.ask(name);
      await w.host.sleep(3);
    });
    expect(w.counted.timeouts).toEqual([]);
  });
});

describe('sources', () => {
  test('are started with the queue of the controller, once, and let go · CR-18 · CR-19', async () => {
    const { source, during, controller, host } = world(() => undefined);
    await during(async () => {
      expect(source.starts).toHaveLength(1);
      const late = new ManualSource();
      await controller.watch(late);
      expect(late.starts).toHaveLength(1);
      late.ask('late');
      await host.sleep(1);
      expect(controller.load.ready).toBe(0);
    });
  });

  test('hold runs up until all of them have told what was there, those of one’s own too · CR-16 · CR-21', async () => {
    const w = world(() => undefined);
    let release: () => void = () => undefined;
    w.source.synced = () => new Promise((resolve) => (release = resolve));
    await w.during(async () => {
      w.source.ask('a');
      await w.host.sleep(100);
      expect(w.finished).toEqual([]);
      release();
      await w.host.sleep(1);
      expect(names(w.finished)).toEqual(['default/a']);
    });
  });

  test('that fail to start, or to sync, end the controller with the reason · CR-13', async () => {
    const broken = (what: Partial<Source>): Source => ({ name: 'broken', start: () => undefined, ...what });
    for (const [source, message] of [
      [broken({ start: () => Promise.reject(new Error('no start')) }), /its source broken did not start/],
      [broken({ synced: () => Promise.reject(new Error('no sync')) }), /its source broken did not sync/],
    ] as const) {
      const w = world(() => undefined, { sources: [source] });
      await expect(w.during(() => w.host.sleep(10))).rejects.toThrow(message);
    }
  });

  test('have a limited time to sync, and may use it · CR-13', async () => {
    const slow = (host: () => VirtualHost): Source => ({
      name: 'slow',
      start: () => undefined,
      synced: (signal) => host().sleep(1000, signal),
    });
    const late = world(() => undefined, { cacheSyncTimeoutMs: 500, sources: [slow(() => late.host)] });
    await expect(late.during(() => late.host.sleep(2000))).rejects.toThrow(/did not sync within 0\.5s/);
    const patient = world(() => undefined, { cacheSyncTimeoutMs: 5000, sources: [slow(() => patient.host)] });
    await expect(patient.during(() => patient.host.sleep(2000))).resolves.toBeUndefined();
  });

  test('whose start never returns make the start fail, with what to do · CR-15', async () => {
    const stuck: Source = { name: 'stuck', start: () => new Promise(() => undefined) };
    const w = world(() => undefined, { cacheSyncTimeoutMs: 500, sources: [stuck] });
    await expect(w.during(() => w.host.sleep(2000))).rejects.toThrow(/start\(\) must subscribe and return/);
  });

  test('that are cut short by the end are no error · CR-14', async () => {
    const endless: Source = { name: 'endless', start: () => undefined, synced: () => new Promise(() => undefined) };
    const w = world(() => undefined, { sources: [endless] });
    await expect(w.during(() => w.host.sleep(10))).resolves.toBeUndefined();
  });

  test('may be channels, which deliver; a source without a channel is refused · CR-17', async () => {
    const channel = new Channel<GenericEvent<{ metadata: { namespace: string; name: string } }>>();
    await channel.push({ type: 'generic', object: { metadata: { namespace: 'default', name: 'early' } } });
    const w = world(() => undefined, { sources: [new ChannelSource({ events: channel })] });
    await w.during(async () => {
      await channel.push({ type: 'generic', object: { metadata: { namespace: 'default', name: 'late' } } });
      await w.host.sleep(1);
    });
    expect(names(w.finished)).toEqual(['default/early', 'default/late']);
    expect(() => new ChannelSource({ events: undefined as never })).toThrow(/needs the events/);
  });
});

describe('starting and stopping', () => {
  test('twice is refused · CR-20', async () => {
    const { controller, during } = world(() => undefined);
    await during(async () => {
      await expect(controller.run(new AbortController().signal)).rejects.toMatchObject({
        code: 'REEVE_ALREADY_STARTED',
      });
    });
  });

  test('again after a stop begins with an empty queue, fresh counts and all sources · LW-49', async () => {
    const attempts: number[] = [];
    const w = world(({ attempt }) => {
      attempts.push(attempt);
      throw new Error('not yet');
    });
    const late = new ManualSource();
    await w.during(async () => {
      await w.controller.watch(late);
      w.source.ask('a');
      await w.host.sleep(100);
    });
    const before = attempts.splice(0).length;
    expect(before).toBeGreaterThan(2);
    await w.during(async () => {
      await w.host.sleep(10_000);
      expect([attempts, w.controller.load]).toEqual([[], { ready: 0, delayed: 0, held: 0 }]);
      expect([w.source.starts.length, late.starts.length]).toEqual([2, 2]);
      late.starts[1]?.enqueue(requestOf('default', 'a'));
      await w.host.sleep(1);
    });
    expect(attempts[0]).toBe(1);
  });

  test('waits for the run in progress, and begins no other', async () => {
    const ended: string[] = [];
    const w = world(async ({ request }) => {
      await w.host.sleep(50);
      ended.push(request.key);
    });
    await w.during(async () => {
      w.source.ask('a');
      w.source.ask('b');
      await w.host.sleep(10);
    });
    expect(ended).toEqual(['default/a']);
  });

  test('leaves nothing behind · CR-4', async () => {
    const w = world(() => ({ requeueAfterMs: 1e6 }));
    await w.during(async () => {
      w.source.ask('a');
      await w.host.sleep(10);
    });
    expect(w.host.clock.pending()).toEqual([]);
  });
});

describe('warming up', () => {
  test('starts sources and fills the queue, and works on nothing · CR-28', async () => {
    const w = world(() => undefined, { warmup: true });
    await w.host.run(async () => {
      const stop = new AbortController();
      await w.controller.warmup(stop.signal);
      w.source.ask('a');
      await w.host.sleep(100);
      expect([w.finished.length, w.controller.load.ready]).toEqual([0, 1]);
      const running = w.controller.run(stop.signal);
      await w.host.sleep(1);
      expect([names(w.finished), w.source.starts.length]).toEqual([['default/a'], 1]);
      stop.abort();
      await running;
    });
  });

  test('that is switched off starts nothing · CR-28', async () => {
    const w = world(() => undefined);
    await w.controller.warmup(new AbortController().signal);
    expect(w.source.starts).toEqual([]);
  });

  test('may race with the start: sources start once, later ones at once · CR-29', async () => {
    const w = world(() => undefined, { warmup: true });
    await w.host.run(async () => {
      const stop = new AbortController();
      const both = [w.controller.warmup(stop.signal), w.controller.run(stop.signal)];
      await w.host.sleep(1);
      const late = new ManualSource();
      await w.controller.watch(late);
      expect([w.source.starts.length, late.starts.length]).toEqual([1, 1]);
      stop.abort();
      await Promise.all(both);
    });
  });

  test('fails as a start does · CR-28', async () => {
    const broken: Source = { name: 'broken', start: () => Promise.reject(new Error('no')) };
    const w = world(() => undefined, { warmup: true, sources: [broken] });
    await expect(w.controller.warmup(new AbortController().signal)).rejects.toThrow(/did not start/);
  });
});

describe('counting', () => {
  test('covers every way in which a run can end · CR-27', async () => {
    let turn = 0;
    const { source, during, host, counted } = world(() => {
      turn += 1;
      if (turn === 1) throw new Error('no');
      if (turn === 2) return { requeue: true };
      if (turn === 3) return { requeueAfterMs: 1 };
      return undefined;
    });
    await during(async () => {
      source.ask('a');
      await host.sleep(1000);
    });
    expect(counted.results).toEqual(['register site 1', 'error', 'requeue', 'requeue_after', 'success']);
  });
});

describe('somebody else who is faster', () => {
  test('is told by the type of the error, makes no noise, and is counted apart · LW-47', async () => {
    const said: string[] = [];
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
    const failures = [
      new ConflictError({ kind: 'Website' }, 'default/a'),
      new Error('wrapped', { cause: new ConflictError({ kind: 'Website' }, 'default/a') }),
      new Error('Conflict: the object has been modified'),
    ];
    const w = world(
      () => {
        const failure = failures.shift();
        if (failure) throw failure;
      },
      { log },
    );
    await w.during(async () => {
      w.source.ask('a');
      await w.host.sleep(1000);
    });
    expect(w.finished.map(({ outcome }) => outcome.type)).toEqual(['retry', 'retry', 'retry', 'success']);
    const loud = said.filter((line) => !line.endsWith('has ended')).map((line) => line.split(' ')[0]);
    expect(loud).toEqual(['debug', 'debug', 'error']);
    expect(w.counted.results.filter((result) => result === 'conflict')).toHaveLength(2);
  });
});

describe('a run that goes on although its time is over', () => {
  for (const [limit, limitMs, within] of [
    ['by default', undefined, 300_000 + 10_000 + 30_000],
    ['with a limit of 300 ms', 300, 300 + 10_000 + 300],
  ] as const)
    test(`a run that goes on although its time is over leaves its place to another worker, and the log says which object and since when, ${limit}`, async () => {
      const said: [string, LogFields][] = [];
      const keep = (known: LogFields): Logger => {
        const note = (message: string, fields: LogFields = {}): void =>
          void said.push([message, { ...known, ...fields }]);
        return {
          debug: () => undefined,
          info: note,
          warn: note,
          error: note,
          with: (more) => keep({ ...known, ...more }),
        };
      };
      const w = world(({ request }) => (request.key === 'default/stuck' ? new Promise(() => undefined) : undefined), {
        log: keep({}),
        ...(limitMs !== undefined && { reconcileTimeoutMs: limitMs }),
      });
      const startedAt = w.host.clock.now() + 1;
      await w.host.run(async () => {
        const stop = new AbortController();
        void w.controller.run(stop.signal); // which never ends, as its run does not
        await w.host.sleep(1);
        w.source.ask('stuck');
        w.source.ask('other');
        await w.host.sleep(within + 1);
        stop.abort();
      });
      const [line] = said.filter(([message]) => message.startsWith('a run goes on although its time is over'));
      expect(line?.[1]).toMatchObject({
        controller: 'site',
        key: 'default/stuck',
        since: new Date(startedAt).toISOString(),
      });
      expect([names(w.finished), w.controller.longestRunMs]).toEqual([['default/other'], within + 1]);
    });
});

test('a worker that was replaced works no more when its run has ended after all', async () => {
  let [active, most] = [0, 0];
  const w = world(
    async ({ request }) => {
      if (request.key === 'default/stuck') return await w.host.sleep(100_000);
      most = Math.max(most, (active += 1));
      await w.host.sleep(1000);
      active -= 1;
    },
    { reconcileTimeoutMs: 1000 },
  );
  await w.during(async () => {
    w.source.ask('stuck');
    await w.host.sleep(99_500);
    for (const name of ['a', 'b', 'c', 'd']) w.source.ask(name);
    await w.host.sleep(10_000);
  });
  expect([names(w.finished).length, most]).toEqual([5, 1]);
});

test.each([
  ['wait for nothing', () => undefined],
  ['wait for what is there', () => Promise.resolve()],
])('many runs that %s let others have their turn', async (_, reconcile) => {
  const w = world(reconcile);
  let finishedThen = -1;
  await w.during(async () => {
    for (let nth = 0; nth < 20_000; nth += 1) w.source.ask(`site-${nth}`);
    await w.host.sleep(0);
    finishedThen = w.finished.length;
    await w.host.sleep(1000);
  });
  expect(w.finished).toHaveLength(20_000);
  expect(finishedThen).toBeLessThan(20_000);
});

test('a run says when it began by the wall clock, and follows one that was set a second later', async () => {
  const w = world(() => undefined);
  const began: number[] = [];
  await w.during(async () => {
    for (const [name, jumpMs] of [
      ['before', 0],
      ['set', 3_600_000],
      ['later', 0],
    ] as const) {
      w.host.clock.jump(jumpMs);
      began.push(w.host.clock.now());
      w.source.ask(name);
      await w.host.sleep(600);
    }
  });
  const [before = 0, set = 0, later = 0] = began;
  expect(w.finished.map(({ startedAt }) => startedAt)).toEqual([before, set - 3_600_000, later]);
});

test('a finished run is told as JSON with all that it says', async () => {
  const w = world(() => undefined);
  await w.during(async () => {
    w.source.ask('a');
    await w.host.sleep(1);
  });
  const [run] = w.finished;
  expect(JSON.parse(JSON.stringify(run))).toEqual({
    controller: 'site',
    request: { key: 'default/a', cluster: '' },
    id: run?.id,
    attempt: 1,
    priority: 0,
    causes: [{ source: 'manual', type: 'generic' }],
    startedAt: run?.startedAt,
    durationMs: 0,
    outcome: { type: 'success' },
    reads: [],
    writes: [],
    steps: [],
  });
});

test('a key alone asks for the object in the manager’s own cluster', async () => {
  const w = world(() => undefined);
  await w.during(async () => {
    w.source.starts[0]?.enqueue(objectKey('default', 'a'));
    await w.host.sleep(1);
  });
  expect(w.finished.map(({ request }) => ({ ...request }))).toEqual([{ key: 'default/a', cluster: '' }]);
});

test('a record says when the next run is due by itself, after a requeue as after a failure', async () => {
  const outcomes = [
    () => ({ requeueAfterMs: 3000 }),
    () => {
      throw new Error('not yet');
    },
    () => undefined,
  ];
  const w = world(() => outcomes.shift()?.());
  await w.during(async () => {
    w.source.ask('a');
    await w.host.sleep(10_000);
  });
  const [requeued, failed, done] = w.finished;
  expect(requeued?.nextRunAt).toBe((requeued?.startedAt ?? 0) + 3000);
  expect(failed?.nextRunAt).toBe(done?.startedAt);
  expect(done !== undefined && 'nextRunAt' in done).toBe(false);
});
