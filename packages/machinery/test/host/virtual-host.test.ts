import { VirtualHost, defineEffect, type Host } from '@reeve/machinery';
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';

/** Several loops that wait for each other, for time, for turns and for chance; everything they do is written down. */
const estate = async (host: Host): Promise<string> => {
  const lines: string[] = [];
  const say = (text: string): number => lines.push(`${host.clock.now()} ${text}`);
  const harvest: string[] = [];
  let wake: (() => void) | undefined;
  const worker = async (name: string): Promise<void> => {
    for (let round = 0; round < 5; round += 1) {
      await host.sleep(10 * host.random.integer(3), new AbortController().signal);
      for (let hop = host.random.integer(4); hop >= 0; hop -= 1) await host.yield();
      harvest.push(`${name}${round} ${host.uuid()}`);
      say(`${name} brings ${round}`);
      wake?.();
    }
  };
  const steward = async (): Promise<void> => {
    for (let taken = 0; taken < 20; taken += 1) {
      while (harvest.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      say(`steward takes ${harvest.shift()}`);
    }
  };
  await Promise.all([...['a', 'b', 'c', 'd'].map(worker), steward()]);
  return lines.join('\n');
};

const transcript = async (seed: number | string): Promise<string> => {
  const trace: string[] = [];
  const host = new VirtualHost({ seed, start: 0, trace: (timer) => trace.push(`${timer.dueMs} ${timer.label}`) });
  const said = await host.run(() => estate(host));
  return [said, ...trace].join('\n');
};

/** The order in which four yields and a timer that are ready at once go on. */
const order = async (options: { seed: number; shuffle?: boolean }): Promise<string> => {
  const host = new VirtualHost(options);
  const log: string[] = [];
  const task = async (name: string): Promise<void> => {
    await host.yield();
    log.push(name);
  };
  void Promise.all(['a', 'b', 'c', 'd'].map(task));
  host.clock.setTimer(0, () => log.push('t'));
  await host.runUntilQuiet();
  return log.join('');
};

describe('VirtualHost', () => {
  test('the same seed replays a program byte for byte, also after other work in the same process', async () => {
    const first = await transcript(7);
    expect(first.split('\n').length).toBeGreaterThan(60);
    expect(await transcript(7)).toBe(first);
    await transcript('other work');
    const [again, beside] = await Promise.all([transcript(7), transcript(9)]);
    expect(again).toBe(first);
    expect(beside).not.toBe(first);
  });

  test('two seeds give different runs', async () => {
    const runs = await Promise.all([1, 2, 3, 4, 5].map(transcript));
    expect(new Set(runs).size).toBe(5);
  });

  test('the seed decides the order of what is ready at the same instant; without shuffling it is first come, first served', async () => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 30; seed += 1) {
      orders.add(await order({ seed }));
      expect(await order({ seed, shuffle: false })).toBe('abcdt');
    }
    expect(orders.size).toBeGreaterThan(15);
  });

  test('a yield lets everything go on that was ready before', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const host = new VirtualHost({ seed });
      const log: string[] = [];
      const loop = async (name: string): Promise<void> => {
        for (let round = 0; round < 3; round += 1) {
          log.push(`${name}${round}`);
          await host.yield();
        }
      };
      await host.run(() => Promise.all(['a', 'b', 'c'].map(loop)));
      expect(log.map((entry) => entry.slice(1)).join('')).toBe('000111222');
    }
  });

  test('UUIDs are version 4, differ from each other and follow the seed', () => {
    const [one, same, other] = [1, 1, 2].map((seed) => new VirtualHost({ seed }));
    const uuids = Array.from({ length: 50 }, () => one?.uuid());
    for (const uuid of uuids) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(uuids).size).toBe(50);
    expect(Array.from({ length: 50 }, () => same?.uuid())).toEqual(uuids);
    expect(other?.uuid()).not.toBe(uuids[0]);
  });

  test('numbers drawn by the program do not change its UUIDs or its schedule', () => {
    const [plain, drawn] = [new VirtualHost({ seed: 4 }), new VirtualHost({ seed: 4 })];
    for (let turn = 0; turn < 100; turn += 1) drawn.random.next();
    expect(drawn.uuid()).toBe(plain.uuid());
  });

  test('a sleep that is aborted rejects with the reason and leaves neither timer nor listener', async () => {
    const host = new VirtualHost();
    const controller = new AbortController();
    const sleeping = host.sleep(1000, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    expect(host.clock.pendingTimers).toBe(0);
    await host.run(() => host.sleep(1000, new AbortController().signal));
    const lasting = new AbortController().signal;
    await host.run(() => host.sleep(1000, lasting));
    expect([...getEventListeners(controller.signal, 'abort'), ...getEventListeners(lasting, 'abort')]).toEqual([]);
  });

  test('slices have a fixed size in bytes, and objects count as well', () => {
    const host = new VirtualHost({ sliceBytes: 1000 });
    const slice = host.startSlice();
    expect([slice.spent(400), slice.spent(599), slice.spent(1), slice.spent(999), slice.spent(1)]).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
    expect(host.startSlice().spent(0, 2)).toBe(true);
  });
});

describe('runUntilQuiet', () => {
  test('turns time from timer to timer until nothing is left, and says how much that was', async () => {
    const host = new VirtualHost();
    const wakes: number[] = [];
    const loop = async (): Promise<void> => {
      for (const pause of [1000, 3_600_000, 86_400_000]) {
        await host.sleep(pause);
        wakes.push(host.clock.monotonic());
      }
    };
    const running = loop();
    expect(await host.runUntilQuiet()).toEqual({ steps: 3, elapsedMs: 90_001_000 });
    await running;
    expect(wakes).toEqual([1000, 3_601_000, 90_001_000]);
  });

  test('waits for chains of promises of any length before it calls the world quiet', async () => {
    const host = new VirtualHost();
    let rang = false;
    const chain = async (): Promise<void> => {
      for (let hop = 0; hop < 20_000; hop += 1) await Promise.resolve();
      await host.sleep(5);
      rang = true;
    };
    void chain();
    await host.runUntilQuiet();
    expect(rang).toBe(true);
  });

  test('background timers fire on the way but do not keep the world busy, unless asked for', async () => {
    const host = new VirtualHost();
    const fired: string[] = [];
    const tick = (): unknown =>
      host.clock.setTimer(10, () => (fired.push(`tick ${host.clock.monotonic()}`), tick()), { background: true });
    tick();
    host.clock.setTimer(25, () => fired.push('work'));
    await host.runUntilQuiet();
    expect(fired).toEqual(['tick 10', 'tick 20', 'work']);
    await expect(host.runUntilQuiet({ includeBackground: true, maxSteps: 10 })).rejects.toMatchObject({
      code: 'REEVE_NOT_QUIET',
    });
    expect(fired).toHaveLength(13);
  });

  test('says what is pending when the steps run out', async () => {
    const host = new VirtualHost();
    const spin = (): unknown => host.clock.setTimer(50, spin, { label: 'requeue blog' });
    spin();
    host.clock.setTimer(7_200_000, () => {}, { label: 'resync', background: true });
    const failure = host.runUntilQuiet({ maxSteps: 100 });
    await expect(failure).rejects.toMatchObject({
      code: 'REEVE_NOT_QUIET',
      message: expect.stringContaining(
        'not quiet after 100 steps; pending: requeue blog at 5050 ms, resync at 7200000 ms (background)',
      ),
      pending: [{ label: 'requeue blog', dueMs: 5050, background: false }, { label: 'resync' }],
    });
  });

  test('does not turn time further than it was given', async () => {
    const host = new VirtualHost();
    let fired = 0;
    for (const delay of [100, 1000, 1001]) host.clock.setTimer(delay, () => (fired += 1));
    await expect(host.runUntilQuiet({ maxTimeMs: 1000 })).rejects.toThrow('not quiet after 1000 ms');
    expect([fired, host.clock.monotonic()]).toEqual([2, 1000]);
  });

  test('stops with the reason of its signal', async () => {
    const host = new VirtualHost();
    const controller = new AbortController();
    const spin = (): unknown => host.clock.setTimer(1, spin);
    spin();
    host.clock.setTimer(50, () => controller.abort(new Error('seen enough')));
    await expect(host.runUntilQuiet({ signal: controller.signal })).rejects.toThrow('seen enough');
  });

  test('a sleep without end does not keep the world busy', async () => {
    const host = new VirtualHost();
    void host.sleep(Infinity);
    expect(await host.runUntilQuiet({ maxTimeMs: 5 })).toEqual({ steps: 0, elapsedMs: 0 });
  });
});

describe('run', () => {
  test('runs a program to its end in virtual time and gives back its result or its error', async () => {
    const host = new VirtualHost();
    expect(await host.run(() => host.sleep(86_400_000).then(() => 'done'))).toBe('done');
    expect(host.clock.monotonic()).toBe(86_400_000);
    const failing = async (): Promise<void> => {
      await host.sleep(5);
      throw new Error('crop failure');
    };
    await expect(host.run(failing)).rejects.toThrow('crop failure');
  });

  test('a program that waits for what never comes is stuck, and is told so', async () => {
    const host = new VirtualHost();
    await expect(host.run(() => new Promise<void>(() => {}))).rejects.toMatchObject({ code: 'REEVE_STUCK' });
    await expect(host.run(() => host.sleep(Infinity), { maxTimeMs: 5 })).rejects.toMatchObject({ code: 'REEVE_STUCK' });
  });

  test('a program that never ends is not quiet', async () => {
    const host = new VirtualHost();
    const forever = async (): Promise<void> => {
      for (;;) await host.yield();
    };
    await expect(host.run(forever, { maxSteps: 50 })).rejects.toThrow(/after 50 steps; pending: yield at 0 ms/);
  });
});

describe('effects', () => {
  const createRecord = defineEffect('dns.createRecord', async (_name: string): Promise<number> => {
    throw new Error('a virtual world must not reach the real one');
  });

  test('a stand-in is performed instead of the effect; the last one registered counts', async () => {
    const { effects } = new VirtualHost();
    effects.standIn(createRecord, () => 1);
    effects.standIn(createRecord, async (name) => name.length);
    expect(await effects.perform(createRecord, 'blog')).toBe(4);
  });

  test('an effect without a stand-in rejects, naming it and what to register', async () => {
    const { effects } = new VirtualHost();
    await expect(effects.perform(createRecord, 'blog')).rejects.toMatchObject({
      code: 'REEVE_MISSING_STAND_IN',
      effect: 'dns.createRecord',
      message: expect.stringMatching(/"dns.createRecord" has no stand-in.*host\.effects\.standIn\(effect/),
    });
  });

  test('nothing is performed once the signal has aborted', async () => {
    const { effects } = new VirtualHost();
    effects.standIn(createRecord, () => expect.unreachable());
    await expect(effects.perform(createRecord, 'x', AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });
});
