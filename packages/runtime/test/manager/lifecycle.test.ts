import { describe, expect, test } from 'vitest';
import { VirtualHost } from '@reeve/machinery';
import { Lifecycle } from '@reeve/runtime';
import type { LifecycleOptions, Runnable, RunnableGroupName } from '@reeve/runtime';

const groups: readonly RunnableGroupName[] = ['leader', 'others', 'caches', 'webhooks', 'servers'];

/** A runnable that notes when it starts and ends, and takes a while for both. */
function noting(
  host: VirtualHost,
  notes: string[],
  name: string,
  more: Partial<Runnable> & { endMs?: number; failAfterMs?: number } = {},
): Runnable {
  const { endMs = 10, failAfterMs, ...rest } = more;
  return {
    name,
    run: async (signal) => {
      notes.push(`${name} starts`);
      if (failAfterMs !== undefined) {
        await host.sleep(failAfterMs);
        throw new Error(`${name} failed`);
      }
      await host.sleep(1e9, signal).catch(() => undefined);
      await host.sleep(endMs);
      notes.push(`${name} ends`);
    },
    ...rest,
  };
}

interface World {
  readonly host: VirtualHost;
  readonly notes: string[];
  readonly lifecycle: Lifecycle;
  add(name: string, more?: Parameters<typeof noting>[3]): void;
  /** Runs it for so long, then stops it. */
  runFor(ms: number): Promise<void>;
}

function world(
  options: Partial<LifecycleOptions> = {},
  { host, notes }: Pick<World, 'host' | 'notes'> = { host: new VirtualHost(), notes: [] },
): World {
  const lifecycle = new Lifecycle({ host, ...options });
  return {
    host,
    notes,
    lifecycle,
    add: (name, more) => lifecycle.add(noting(host, notes, name, more)),
    runFor: (ms) =>
      host.run(async () => {
        const stop = new AbortController();
        const running = lifecycle.run(stop.signal);
        host.clock.setTimer(ms, () => stop.abort());
        await running;
      }),
  };
}

describe('a manager', () => {
  test('starts servers, webhooks, caches, others and leaders in this order, and stops what stands on others first · CR-57 · CR-58', async () => {
    const { add, notes, runFor } = world();
    for (const group of groups) add(group, { group });
    await runFor(100);
    expect(notes.filter((note) => note.endsWith('starts'))).toEqual([
      'servers starts',
      'webhooks starts',
      'caches starts',
      'others starts',
      'leader starts',
    ]);
    expect(notes.filter((note) => note.endsWith('ends'))).toEqual([
      'others ends',
      'leader ends',
      'caches ends',
      'webhooks ends',
      'servers ends',
    ]);
  });

  test('waits until a group is ready before it starts the next · CR-67', async () => {
    const { host, add, notes, runFor } = world();
    add('cache', {
      group: 'caches',
      ready: async (signal) => (notes.push('syncing'), await host.sleep(50, signal), void notes.push('synced')),
    });
    add('other', { group: 'others' });
    await runFor(100);
    expect(notes.slice(0, 4)).toEqual(['cache starts', 'syncing', 'synced', 'other starts']);
  });

  test('ends with the error of a group that does not become ready, and starts nothing after it · CR-57 · CR-67', async () => {
    const { add, notes, runFor } = world();
    add('cache', { group: 'caches', ready: () => Promise.reject(new Error('no sync')) });
    add('other', { group: 'others' });
    await expect(runFor(100)).rejects.toThrow('no sync');
    expect(notes).not.toContain('other starts');
  });

  test('runs what nobody said may run twice only where this process leads · CR-67', async () => {
    const { add, notes, runFor } = world({
      election: {
        description: 'lease',
        run: async (_, signal) => void (await new Promise((resolve) => signal.addEventListener('abort', resolve))),
      },
    });
    add('plain');
    add('other', { group: 'others' });
    await runFor(100);
    expect(notes).toEqual(['other starts', 'other ends']);
  });

  test('starts what is added later at once · CR-61', async () => {
    const { host, lifecycle, notes, runFor } = world();
    host.clock.setTimer(20, () => lifecycle.add(noting(host, notes, 'late', { group: 'caches' })));
    await runFor(100);
    expect(notes).toEqual(['late starts', 'late ends']);
  });

  test('runs once · CR-61', async () => {
    const { lifecycle, runFor } = world();
    await runFor(10);
    await expect(lifecycle.run(new AbortController().signal)).rejects.toMatchObject({ code: 'REEVE_ALREADY_STARTED' });
  });

  test('refuses what is added while it stops · CR-60 · CR-67', async () => {
    const { host, lifecycle, notes, add, runFor } = world();
    add('slow', { group: 'others', endMs: 50 });
    let refusal: unknown;
    host.clock.setTimer(40, () => {
      try {
        lifecycle.add(noting(host, notes, 'late', { group: 'others' }));
      } catch (error) {
        refusal = error;
      }
    });
    await runFor(20);
    expect(refusal).toMatchObject({ code: 'REEVE_SHUTTING_DOWN' });
    expect(notes).toEqual(['slow starts', 'slow ends']);
  });
});

describe('a failure', () => {
  test('ends the manager with its error, and the others are awaited · CR-59', async () => {
    const { add, notes, runFor } = world();
    add('server', { group: 'servers' });
    add('broken', { group: 'others', failAfterMs: 30 });
    add('leader', { group: 'leader' });
    await expect(runFor(1000)).rejects.toThrow('broken failed');
    expect(notes).toEqual(['server starts', 'broken starts', 'leader starts', 'leader ends', 'server ends']);
  });

  test('after the first is only told · CR-59', async () => {
    const late: unknown[] = [];
    const { add, runFor } = world({ onLateError: (error) => late.push(error) });
    add('first', { group: 'others', failAfterMs: 10 });
    add('second', { group: 'others', failAfterMs: 20 });
    await expect(runFor(1000)).rejects.toThrow('first failed');
    expect(late).toEqual([new Error('second failed')]);
  });

  test('is told when it happens, not when everything has ended', async () => {
    const { add, runFor, host, notes } = world({ onFirstError: () => notes.push(`told at ${host.clock.monotonic()}`) });
    add('broken', { group: 'others', failAfterMs: 10 });
    add('slow', { group: 'caches', endMs: 5000 });
    await expect(runFor(1000)).rejects.toThrow('broken failed');
    expect(notes.slice(-2)).toEqual(['told at 10', 'slow ends']);
  });

  test('to stop is told together with it · CR-59', async () => {
    const { add, runFor } = world({ gracePeriodMs: 100 });
    add('broken', { group: 'others', failAfterMs: 10 });
    add('slow', { group: 'caches', endMs: 5000 });
    await expect(runFor(1000)).rejects.toMatchObject({
      errors: [{ message: 'broken failed' }, { code: 'REEVE_GRACE_PERIOD', running: ['slow'] }],
    });
  });

  test('that is a cancellation is none · CR-59', async () => {
    const { host, lifecycle } = world();
    lifecycle.add({
      name: 'cancelled',
      group: 'others',
      run: () => Promise.reject(new DOMException('stopped', 'AbortError')),
    });
    await expect(host.run(() => lifecycle.run(new AbortController().signal))).resolves.toBeUndefined();
  });

  test('of a runnable that throws what cannot be read ends the manager in order', async () => {
    const { lifecycle, add, notes, runFor } = world();
    const throwing = (): never => {
      throw new Error('do not look');
    };
    add('cache', { group: 'caches' });
    lifecycle.add({
      name: 'odd',
      run: () => Promise.reject(new Proxy({}, { get: throwing, getPrototypeOf: throwing, has: throwing })),
    });
    lifecycle.add({ name: 'odder', run: () => Promise.reject(Object.create(null) as Error) });
    await expect(runFor(100)).rejects.toThrow('the object that was thrown cannot be read');
    expect(notes).toEqual(['cache starts', 'cache ends']);
  });

  test('in warm-up is one · CR-67', async () => {
    const { lifecycle, host, runFor, notes } = world();
    lifecycle.add(noting(host, notes, 'cold', { warmup: () => Promise.reject(new Error('too cold')) }));
    await expect(runFor(100)).rejects.toThrow('too cold');
  });
});

describe('the grace period', () => {
  test('of zero does not wait · CR-60', async () => {
    const { add, notes, runFor } = world({ gracePeriodMs: 0 });
    add('slow', { group: 'others', endMs: 5000 });
    await runFor(10);
    expect(notes).toEqual(['slow starts']);
  });

  test('that is negative waits for ever · CR-60', async () => {
    const { add, notes, runFor } = world({ gracePeriodMs: -1 });
    add('slow', { group: 'others', endMs: 500_000 });
    await runFor(10);
    expect(notes).toEqual(['slow starts', 'slow ends']);
  });

  test('is 30 seconds, and an error that names what still runs after it · CR-60', async () => {
    const { add, runFor } = world();
    add('slow', { group: 'others', endMs: 60_000 });
    await expect(runFor(10)).rejects.toThrow('not all runnables ended within the grace period of 30s: slow still run');
  });
});

describe('an election', () => {
  /** One that is won after a while, and may be lost after another. */
  const election = (
    host: VirtualHost,
    notes: string[],
    lostAfterMs = 1e9,
  ): NonNullable<LifecycleOptions['election']> => ({
    description: 'default/estate',
    run: async (leading, signal) => {
      await host.sleep(20, signal).catch(() => undefined);
      if (!signal.aborted) await leading();
      await host.sleep(lostAfterMs, signal).catch(() => undefined);
      notes.push('lease given up');
    },
  });

  function elected(lostAfterMs?: number): World {
    const host = new VirtualHost();
    const notes: string[] = [];
    return world({ election: election(host, notes, lostAfterMs) }, { host, notes });
  }

  test('is told when it is won', async () => {
    const { lifecycle, notes, runFor, add } = elected();
    add('leader');
    void lifecycle.elected.then(() => notes.push('elected'));
    await runFor(100);
    expect(notes).toEqual(['leader starts', 'elected', 'leader ends', 'lease given up']);
  });

  test('keeps the lease until everything has ended · CR-54', async () => {
    const { add, notes, runFor } = elected();
    add('cache', { group: 'caches', endMs: 500 });
    add('leader', { endMs: 500 });
    await runFor(100);
    expect(notes.slice(-3)).toEqual(['leader ends', 'cache ends', 'lease given up']);
  });

  test('that is lost ends the manager with an error, and waits for nobody · CR-54', async () => {
    const { add, notes, runFor } = elected(100);
    add('leader', { endMs: 5000 });
    await expect(runFor(10_000)).rejects.toMatchObject({
      code: 'REEVE_LEADER_LOST',
      message: expect.stringContaining('default/estate') as unknown,
    });
    expect(notes).toEqual(['leader starts', 'lease given up']);
  });

  test('that is lost stops what leads at once, while the election still ends and others take their time', async () => {
    const host = new VirtualHost();
    const notes: string[] = [];
    const lost = new AbortController();
    const { add, lifecycle } = world(
      {
        election: {
          description: 'default/estate',
          run: async (leading, signal) => {
            await leading(lost.signal);
            await host.sleep(1e9, signal).catch(() => undefined);
            await host.sleep(5000);
            notes.push('election ends');
          },
        },
      },
      { host, notes },
    );
    add('leader', { endMs: 0 });
    add('other', { group: 'others', endMs: 60_000 });
    await host.run(async () => {
      const running = lifecycle.run(new AbortController().signal).catch((error: unknown) => error);
      await host.sleep(100);
      lost.abort();
      await host.sleep(1);
      expect(notes).toEqual(['other starts', 'leader starts', 'leader ends']);
      expect(await running).toMatchObject({ code: 'REEVE_LEADER_LOST' });
    });
  });

  test('is told whether what leads has stopped, so that the lease is not given back before', async () => {
    for (const [endMs, hasStopped] of [
      [10, true],
      [60_000, false],
    ] as const) {
      const host = new VirtualHost();
      const told: boolean[] = [];
      const { add, runFor } = world(
        {
          election: {
            description: 'default/estate',
            run: async (leading, signal, haveStopped) => {
              await leading();
              await host.sleep(1e9, signal).catch(() => undefined);
              told.push(haveStopped());
            },
          },
        },
        { host, notes: [] },
      );
      add('leader', { endMs });
      await runFor(100).catch(() => undefined);
      await host.run(() => host.sleep(1));
      expect(told).toEqual([hasStopped]);
    }
  });

  test('that has not been won when the manager stops starts no leader · CR-54', async () => {
    const { add, notes, runFor } = elected();
    add('leader');
    await runFor(5);
    expect(notes).toEqual(['lease given up']);
  });

  test('is preceded by warm-up · CR-66', async () => {
    const { add, notes, runFor } = elected();
    add('controller', { warmup: async () => void notes.push('warm') });
    await runFor(100);
    expect(notes.slice(0, 2)).toEqual(['warm', 'controller starts']);
  });
});

test('nothing is left behind when a manager has stopped · CR-64', async () => {
  const { host, add, runFor } = world();
  for (const group of groups) add(group, { group, warmup: (signal) => host.sleep(1e6, signal).catch(() => undefined) });
  await runFor(50);
  expect(host.clock.pending()).toEqual([]);
});
