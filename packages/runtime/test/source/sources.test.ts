import { describe, expect, test } from 'vitest';
import { CronSchedule, VirtualHost } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { Channel, ChannelSource, KindSource, predicate, requestOf, silentLogger, TimerSource } from '@reeve/runtime';
import type { GenericEvent, Request, Source } from '@reeve/runtime';

const event = (name: string): GenericEvent<KubeObject> => ({
  type: 'generic',
  object: { metadata: { namespace: 'default', name } },
});

const keyIn = (request: Request | string): string => (typeof request === 'string' ? request : request.key);

/** Starts a source and notes what it asks for. */
function started(host: VirtualHost, source: Source): { keys: string[]; stop: () => void } {
  const keys: string[] = [];
  const stop = new AbortController();
  void source.start({ host, log: silentLogger, signal: stop.signal, enqueue: (request) => keys.push(keyIn(request)) });
  return { keys, stop: () => stop.abort() };
}

describe('a channel', () => {
  test('makes pushing wait while it is full · CR-118', async () => {
    const channel = new Channel<number>(1);
    const done: string[] = [];
    await channel.push(1);
    const second = channel.push(2).then(() => done.push('second'));
    await Promise.resolve();
    expect(done).toEqual([]);
    const iterator = channel[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toBe(1);
    await second;
    expect([done, channel.length]).toEqual([['second'], 1]);
  });

  test('ends its readers when it is closed, after what waits · CR-118', async () => {
    const channel = new Channel<number>();
    await channel.push(1);
    channel.close();
    const seen: number[] = [];
    for await (const value of channel) seen.push(value);
    expect([seen, await channel.push(2)]).toEqual([[1], false]);
  });
});

describe('a channel as a source', () => {
  test('tells what was pushed before it started, and after · CR-118', async () => {
    const host = new VirtualHost();
    const channel = new Channel<GenericEvent<KubeObject>>();
    await channel.push(event('early'));
    const source = new ChannelSource({ events: channel });
    await host.run(async () => {
      const { keys, stop } = started(host, source);
      await host.sleep(1);
      await channel.push(event('late'));
      await host.sleep(1);
      stop();
      expect(keys).toEqual(['default/early', 'default/late']);
      await source.ended;
    });
  });

  test('ends with its channel, and passes only what predicates pass · CR-118', async () => {
    const host = new VirtualHost();
    const channel = new Channel<GenericEvent<KubeObject>>();
    const source = new ChannelSource({
      events: channel,
      predicates: [predicate('good', ({ metadata }) => metadata.name === 'good')],
    });
    await host.run(async () => {
      const { keys } = started(host, source);
      await channel.push(event('bad'));
      await channel.push(event('good'));
      channel.close();
      await source.ended;
      expect(keys).toEqual(['default/good']);
    });
  });
});

describe('a source of a kind', () => {
  test('needs a cache, a kind and a mapper · CR-118', () => {
    expect(() => new KindSource({} as never)).toThrow(/needs a cache/);
    expect(() => new KindSource({ cache: {} } as never)).toThrow(/needs a kind/);
    expect(() => new KindSource({ cache: {}, kind: {} } as never)).toThrow(/needs a mapper/);
  });
});

describe('time as a source', () => {
  test('asks every so often, and survives one who cannot say what', async () => {
    const host = new VirtualHost();
    let turns = 0;
    const requests = () => {
      turns += 1;
      if (turns === 2) throw new Error('not now');
      return [requestOf('default', 'blog')];
    };
    const source = new TimerSource({ everyMs: 1000, requests });
    await host.run(async () => {
      const { keys, stop } = started(host, source);
      await host.sleep(3500);
      stop();
      await source.ended;
      expect([turns, keys]).toEqual([3, ['default/blog', 'default/blog']]);
    });
    expect(source.name).toBe('every 1s');
  });

  test('asks when a schedule is due, in its time zone, and ends when it is told to', async () => {
    const host = new VirtualHost({ start: Date.UTC(2026, 2, 28, 12) });
    const times: string[] = [];
    const requests = () => {
      times.push(new Date(host.clock.now()).toISOString());
      return [requestOf('default', 'blog')];
    };
    const schedule = CronSchedule.parse('30 2 * * *', { timeZone: 'Europe/Berlin' });
    const source = new TimerSource({ schedule, requests });
    await host.run(async () => {
      const { keys, stop } = started(host, source);
      await host.sleep(3 * 86_400_000);
      stop();
      await source.ended;
      expect(keys).toHaveLength(2);
    });
    expect(times).toEqual(['2026-03-30T00:30:00.000Z', '2026-03-31T00:30:00.000Z']);
    expect(source.name).toBe('at 30 2 * * *');
  });

  test('ends by itself where a schedule is never due, and refuses one that is none', async () => {
    const host = new VirtualHost();
    const never = new TimerSource({ schedule: '0 0 30 2 *', requests: () => [requestOf('default', 'blog')] });
    await host.run(async () => {
      expect(started(host, never).keys).toEqual([]);
      await never.ended;
    });
    expect(() => new TimerSource({ schedule: 'now and then', requests: () => [] })).toThrow(/cannot be read/);
  });
});

test.each([Number.NaN, 0, -1, Infinity, '5s'])('a timer of every %s ms is refused', (everyMs) => {
  expect(() => new TimerSource({ everyMs: everyMs as number, requests: () => [] })).toThrow(/everyMs of a timer is/);
});
