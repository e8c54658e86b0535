import { describe, expect, test } from 'vitest';
import { NotFoundError, VirtualHost } from '@reeve/machinery';
import { ElectionHealth, LeaderElector, Lease, recordOf, specOf } from '@reeve/runtime';
import type { LeaderLock, LeaderRecord, ObservedRecord } from '@reeve/runtime';
import { Election, place } from './election.ts';

const other = (duration: number) => ({
  holderIdentity: 'other',
  leaseDurationSeconds: duration,
  acquireTime: '2026-01-01T00:00:00.000000Z',
  renewTime: '2026-01-01T00:00:00.000000Z',
  leaseTransitions: 4,
});

/** Runs a candidate until the body ends, and ends it then. */
async function during(
  election: Election,
  run: (signal: AbortSignal) => Promise<void>,
  body: () => Promise<void>,
): Promise<void> {
  await election.run(async () => {
    const stop = new AbortController();
    const running = run(stop.signal);
    try {
      await body();
    } finally {
      stop.abort();
      await running;
    }
  });
}

describe('trying to lead', () => {
  test('without a Lease: creates it with two calls and no transitions · LE-1', async () => {
    await using election = await Election.start();
    const one = election.candidate('one');
    await during(election, one.run, async () => {
      await election.pass(1000);
      expect(one.calls).toEqual(['get', 'create', 'update']); // the third is the first renewal
      expect(await election.spec()).toMatchObject({
        holderIdentity: 'one',
        leaseDurationSeconds: 15,
        leaseTransitions: 0,
      });
      expect(one.elector.isLeader).toBe(true);
      expect(one.heard).toEqual(['leader one', 'started']);
    });
  });

  for (const [what, spec] of [
    ['an empty Lease', undefined],
    ['an empty record', {}],
  ] as const) {
    test(`with ${what}: takes it over, which counts as a transition · LE-2`, async () => {
      await using election = await Election.start();
      await election.left(spec);
      const one = election.candidate('one');
      await during(election, one.run, async () => {
        await election.pass(1000);
        expect(one.calls).toEqual(['get', 'update', 'update']);
        expect(await election.spec()).toMatchObject({ holderIdentity: 'one', leaseTransitions: 1 });
      });
    });
  }

  test('waits as long as the record says, not as long as it was told · LE-3', async () => {
    await using election = await Election.start();
    await election.left(other(3));
    const one = election.candidate('one', { leaseDurationMs: 10_000, renewDeadlineMs: 8000, retryPeriodMs: 1000 });
    await during(election, one.run, async () => {
      await election.pass(2900);
      expect(one.elector.isLeader).toBe(false);
      await election.pass(3000);
      expect(one.elector.isLeader).toBe(true);
    });
  });

  test('takes over from somebody who has not been heard of for long · LE-4', async () => {
    await using election = await Election.start();
    await election.left(other(15));
    const one = election.candidate('one');
    await during(election, one.run, async () => {
      await election.pass(25_000);
      expect(one.elector.isLeader).toBe(true);
      expect(await election.spec()).toMatchObject({ holderIdentity: 'one', leaseTransitions: 5 });
    });
  });

  test('takes an empty seat at once, whatever its times say · LE-5', async () => {
    await using election = await Election.start();
    await election.left({ ...other(60), holderIdentity: '', renewTime: '2099-01-01T00:00:00.000000Z' });
    const one = election.candidate('one');
    await during(election, one.run, async () => {
      await election.pass(10);
      expect(one.elector.isLeader).toBe(true);
    });
  });

  test('leaves a record alone that it sees for the first time, with one call, and reports who leads · LE-6', async () => {
    await using election = await Election.start();
    await election.left(other(15));
    const one = election.candidate('one');
    await during(election, one.run, async () => {
      await election.pass(1000);
      expect(one.calls).toEqual(['get']);
      expect(one.elector.leader).toBe('other');
      expect(one.heard).toEqual(['leader other']);
    });
  });

  test('renews what it holds: neither transitions nor the time of acquiring change · LE-7', async () => {
    await using election = await Election.start();
    await election.left({ ...other(15), holderIdentity: 'one' });
    const one = election.candidate('one');
    await during(election, one.run, async () => {
      await election.pass(1000);
      expect(await election.spec()).toMatchObject({
        holderIdentity: 'one',
        leaseTransitions: 4,
        acquireTime: '2026-01-01T00:00:00.000000Z',
      });
      expect(one.calls).toEqual(['get', 'update', 'update']);
    });
  });

  test('tells of each new leader once, with no surplus calls · LE-8', async () => {
    await using election = await Election.start();
    await election.left(other(15));
    const one = election.candidate('one');
    await during(election, one.run, async () => {
      await election.pass(40_000);
    });
    expect(one.heard.filter((word) => word.startsWith('leader'))).toEqual(['leader other', 'leader one']);
    expect(one.calls.filter((call) => call === 'create')).toEqual([]);
  });

  test('that somebody else coordinates: renews what it was given, and takes nothing · LE-9', async () => {
    await using election = await Election.start();
    await election.left(other(1));
    const one = election.candidate('one', { coordinated: true });
    await during(election, one.run, async () => {
      await election.pass(30_000);
      expect(one.elector.isLeader).toBe(false);
      const lease = await election.client.get(Lease, place);
      await election.client.update(Lease, { ...lease, spec: { ...other(15), holderIdentity: 'one' } });
      await election.pass(5000);
      expect(one.heard).toContain('started');
    });
  });
});

describe('another that is preferred', () => {
  test('is let to lead: the lock of one who was chosen before is not renewed · LE-9', async () => {
    const host = new VirtualHost();
    const held = { ...recordOf(other(15)), holder: 'one' };
    const memory = new LockInMemory('one', held);
    const heard: string[] = [];
    const callbacks = { onStartedLeading: () => void heard.push('started'), onLost: () => void heard.push('lost') };
    const elector = new LeaderElector({ lock: memory, host, callbacks, coordinated: true });
    await host.run(async () => {
      const stop = new AbortController();
      const running = elector.run(stop.signal);
      await host.sleep(5000);
      expect(heard).toEqual(['started']);
      memory.record = { ...memory.record, preferredHolder: 'two' };
      await host.sleep(15_000);
      expect(heard).toEqual(['started', 'lost']);
      stop.abort();
      await running;
    });
  });
});

/** A lock that is a variable: servers keep a preferred holder only where coordinated elections are switched on. */
class LockInMemory implements LeaderLock {
  readonly description = 'memory';
  readonly identity: string;
  record: LeaderRecord;

  constructor(identity: string, record: LeaderRecord) {
    this.identity = identity;
    this.record = record;
  }

  async get(): Promise<ObservedRecord> {
    return { record: this.record, raw: JSON.stringify(this.record) };
  }

  async create(record: LeaderRecord): Promise<void> {
    this.record = record;
  }

  async update(record: LeaderRecord): Promise<void> {
    this.record = record;
  }

  recordEvent(): void {}
}

describe('the record', () => {
  for (const record of [
    {
      holder: 'a',
      leaseDurationSeconds: 15,
      acquireTime: 1_767_225_600_000.25,
      renewTime: 1_767_225_601_000,
      transitions: 3,
      strategy: 'OldestEmulationVersion',
      preferredHolder: 'b',
    },
    {
      holder: '',
      leaseDurationSeconds: 0,
      acquireTime: undefined,
      renewTime: undefined,
      transitions: 0,
      strategy: undefined,
      preferredHolder: undefined,
    },
  ]) {
    test(`survives the way into a Lease and back: ${record.holder || 'nobody'} · LE-10`, () => {
      expect(recordOf(specOf(record))).toEqual(record);
    });
  }

  test('of a Lease without fields is empty · LE-10', () => {
    expect(recordOf()).toEqual({ holder: '', leaseDurationSeconds: 0, transitions: 0 });
  });
});

describe('giving up', () => {
  test('empties the record, keeps the count, and is reported · LE-11', async () => {
    await using election = await Election.start();
    const one = election.candidate('one', { releaseOnCancel: true });
    await during(election, one.run, () => election.pass(3000));
    expect(await election.spec()).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 0 });
    expect(one.heard).toEqual(['leader one', 'started', 'work ended', 'leader ', 'lost', 'stopped']);
  });

  test('reads the Lease first · LE-12', async () => {
    await using election = await Election.start();
    const one = election.candidate('one', { releaseOnCancel: true });
    await during(election, one.run, () => election.pass(1000));
    expect(one.calls).toEqual(['get', 'create', 'update', 'get', 'update']);
  });

  test('leaves a Lease alone that another holds by now · LE-12', async () => {
    await using election = await Election.start();
    const one = election.candidate('one', { releaseOnCancel: true });
    await during(election, one.run, async () => {
      await election.pass(1000);
      const lease = await election.client.get(Lease, place);
      await election.client.update(Lease, { ...lease, spec: other(15) });
    });
    expect(await election.spec()).toMatchObject({ holderIdentity: 'other' });
  });

  test('tries again when it meets another writer · LE-13', async () => {
    await using election = await Election.start();
    const one = election.candidate('one', { releaseOnCancel: true });
    await during(election, one.run, async () => {
      await election.pass(1000);
      election.server.faults.add({
        verbs: ['update'],
        resources: ['leases'],
        times: 1,
        effect: { type: 'status', code: 409 },
      });
    });
    expect(await election.spec()).toMatchObject({ holderIdentity: '' });
    expect(one.calls).toEqual(['get', 'create', 'update', 'get', 'update', 'get', 'update']);
  });

  for (const verb of ['update', 'get'] as const) {
    test(`in the middle of a slow ${verb} still gives up · LE-14`, async () => {
      await using election = await Election.start();
      const one = election.candidate('one', { releaseOnCancel: true });
      await during(election, one.run, async () => {
        await election.pass(1900);
        if (verb === 'get')
          election.server.faults.add({
            verbs: ['update'],
            resources: ['leases'],
            times: 1,
            effect: { type: 'status', code: 500 },
          });
        election.server.faults.add({
          verbs: [verb],
          resources: ['leases'],
          times: 1,
          effect: { type: 'latency', ms: 5000 },
        });
        await election.pass(500);
      });
      expect(await election.spec()).toMatchObject({ holderIdentity: '' });
      expect(one.heard).toEqual(['leader one', 'started', 'work ended', 'leader ', 'lost', 'stopped']);
      expect(one.events).toEqual(['one became leader', 'one stopped leading']);
    });
  }

  test('is left to time unless asked for', async () => {
    await using election = await Election.start();
    const one = election.candidate('one');
    await during(election, one.run, () => election.pass(1000));
    expect(await election.spec()).toMatchObject({ holderIdentity: 'one' });
  });

  test('without ever having led tells only that it has ended', async () => {
    await using election = await Election.start();
    await election.left(other(15));
    const one = election.candidate('one', { releaseOnCancel: true });
    await during(election, one.run, () => election.pass(1000));
    expect(one.heard).toEqual(['leader other', 'stopped']);
  });
});

describe('settings', () => {
  test('need an identity · LE-15', async () => {
    await using election = await Election.start();
    expect(() => election.candidate('')).toThrow(/needs an identity/);
  });

  for (const [settings, message] of [
    [{ leaseDurationMs: 10_000, renewDeadlineMs: 10_000 }, /must last longer than the renew deadline/],
    [{ renewDeadlineMs: 2000, retryPeriodMs: 2000 }, /longer than 1\.2 retry periods/],
    [{ leaseDurationMs: 500, renewDeadlineMs: 100, retryPeriodMs: 10 }, /at least a second/],
    [{ retryPeriodMs: 0 }, /retry period/],
    [{ retryPeriodMs: Number.NaN }, /retry period/],
    [{ leaseDurationMs: Infinity }, /a finite number/],
  ] as const) {
    test(`that cannot work are refused: ${JSON.stringify(settings)}`, async () => {
      await using election = await Election.start();
      expect(() => election.candidate('one', settings)).toThrow(message);
    });
  }
});

describe('renewing', () => {
  test('writes without reading while the lease holds · LE-16', async () => {
    await using election = await Election.start();
    const one = election.candidate('one');
    await during(election, one.run, async () => {
      await election.pass(3000);
      expect(one.calls).toEqual(['get', 'create', 'update', 'update']);
    });
  });

  test('reads when a direct write fails · LE-17', async () => {
    await using election = await Election.start();
    const one = election.candidate('one');
    await during(election, one.run, async () => {
      await election.pass(1000);
      election.server.faults.add({
        verbs: ['update'],
        resources: ['leases'],
        times: 1,
        effect: { type: 'status', code: 409 },
      });
      await election.pass(4500);
      expect(one.calls.slice(0, 7)).toEqual(['get', 'create', 'update', 'update', 'get', 'update', 'update']);
    });
  });

  test('that fails for the renew deadline ends the lead before another can have it', async () => {
    await using election = await Election.start();
    const one = election.candidate('one');
    const two = election.candidate('two');
    const lead: string[] = [];
    await during(election, one.run, async () => {
      await election.pass(3000);
      election.server.faults.add({ verbs: ['update'], resources: ['leases'], effect: { type: 'status', code: 500 } });
      await election.pass(12_000);
      lead.push(...one.heard);
      election.server.faults.clear();
      const stop = new AbortController();
      const running = two.run(stop.signal);
      await election.pass(20_000);
      expect(two.elector.isLeader).toBe(true);
      stop.abort();
      await running;
    });
    expect(lead).toEqual(['leader one', 'started', 'work ended', 'lost', 'stopped']);
  });

  test('leading ends when the answer to a renewal takes longer than the renew deadline', async () => {
    await using election = await Election.start();
    const one = election.candidate('one');
    await during(election, one.run, async () => {
      await election.pass(3000);
      expect(one.elector.leadsUntil - election.host.clock.monotonic()).toBeLessThanOrEqual(15_000);
      election.server.faults.add({
        verbs: ['update'],
        resources: ['leases'],
        times: 1,
        effect: { type: 'latency', ms: 11_000 },
      });
      await election.pass(16_000);
      expect(one.heard).toContain('lost');
    });
  });

  test('leading work is aborted at the renew deadline after the last renewal, when nothing is answered any more', async () => {
    await using election = await Election.start();
    const aborted: number[] = [];
    const one = election.candidate('one', {
      releaseOnCancel: true,
      callbacks: {
        onStartedLeading: (signal) =>
          new Promise((resolve) => {
            const note = (): void => {
              aborted.push(election.host.clock.monotonic());
              resolve();
            };
            signal.addEventListener('abort', note, { once: true });
          }),
      },
    });
    await during(election, one.run, async () => {
      await election.pass(3000);
      const renewedAt = one.elector.leadsUntil - 15_000;
      election.server.faults.add({ resources: ['leases'], effect: { type: 'latency', ms: 600_000 } });
      await election.pass(60_000);
      expect(aborted.map((at) => at - renewedAt)).toEqual([10_000]);
      expect(one.elector.leadsUntil).toBeLessThan(election.host.clock.monotonic());
    });
  });

  test('a lock that ignores its signal and never answers holds up nobody who leads', async () => {
    const host = new VirtualHost();
    const heard: string[] = [];
    let isStuck = false;
    const never = (): Promise<never> => new Promise(() => undefined);
    let record: LeaderRecord | undefined;
    const lock: LeaderLock = {
      identity: 'one',
      description: 'default/estate',
      get: () =>
        isStuck
          ? never()
          : record === undefined
            ? Promise.reject(new NotFoundError('Lease', 'estate'))
            : Promise.resolve({ record, raw: JSON.stringify(record) }),
      create: async (next) => (isStuck ? never() : void (record = next)),
      update: async (next) => (isStuck ? never() : void (record = next)),
      recordEvent: (message) => heard.push(message),
    };
    const elector = new LeaderElector({ lock, host, callbacks: { onStartedLeading: () => undefined } });
    await host.run(async () => {
      const running = elector.run(new AbortController().signal);
      await host.sleep(1000);
      isStuck = true;
      await host.sleep(11_000);
      expect(heard).toEqual(['became leader', 'stopped leading']);
      await running;
    });
  });

  for (const [what, takesOver] of [
    ['while another took the Lease', true],
    ['although nobody else took the Lease', false],
  ] as const)
    test(`leading ends within one retry period when the event loop was blocked for longer than the renew deadline, ${what}`, async () => {
      await using election = await Election.start();
      const jumped = { ms: 0 };
      const { clock } = election.host;
      const own = Object.create(election.host, {
        clock: {
          value: {
            now: () => clock.now(),
            monotonic: () => clock.monotonic() + jumped.ms,
            setTimer: clock.setTimer.bind(clock),
          },
        },
      }) as VirtualHost;
      const one = election.candidate('one', { host: own });
      await during(election, one.run, async () => {
        await election.pass(3000);
        expect(one.elector.isLeader).toBe(true);
        if (takesOver) await election.handTo('two');
        jumped.ms = 20_000;
        await election.pass(2000);
        expect(one.heard).toEqual(['leader one', 'started', 'work ended', 'lost', 'stopped']);
        expect(one.elector.leadsUntil).toBe(-Infinity);
      });
    });

  test('leading ends within one retry period when somebody else is written into the Lease', async () => {
    await using election = await Election.start();
    const one = election.candidate('one', { releaseOnCancel: true });
    await during(election, one.run, async () => {
      await election.pass(3000);
      await election.handTo('two');
      await election.pass(2000);
      expect(one.heard).toEqual(['leader one', 'started', 'leader two', 'work ended', 'lost', 'stopped']);
      expect((await election.spec()).holderIdentity).toBe('two');
    });
  });

  test('a lease counts from before its write, however late the answer comes', async () => {
    await using election = await Election.start();
    const one = election.candidate('one');
    await during(election, one.run, async () => {
      await election.pass(3000);
      const before = one.elector.leadsUntil;
      election.server.faults.add({ verbs: ['update'], resources: ['leases'], effect: { type: 'latency', ms: 3000 } });
      await election.pass(6000);
      const renewals = (one.elector.leadsUntil - before) / 1000;
      expect(one.elector.leadsUntil).toBeGreaterThan(before);
      expect(one.elector.leadsUntil - 15_000).toBeLessThanOrEqual(election.host.clock.monotonic() - 3000);
      expect(renewals).toBe(2); // it was sent a retry period after the one before
    });
  });

  test('the Lease is kept, and renewed, until leading work has ended, and given back then', async () => {
    await using election = await Election.start();
    const one = election.candidate('one', {
      releaseOnCancel: true,
      callbacks: {
        onStartedLeading: async (signal) => {
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
          await election.pass(20_000);
        },
      },
    });
    await election.run(async () => {
      const stop = new AbortController();
      const running = one.run(stop.signal);
      await election.pass(3000);
      stop.abort();
      for (let second = 0; second < 19; second += 1) {
        await election.pass(1000);
        const { holderIdentity, renewTime } = await election.spec();
        const renewedMs = recordOf({ renewTime: renewTime ?? '' }).renewTime ?? 0;
        expect([holderIdentity, election.host.clock.now() - renewedMs <= 3000]).toEqual(['one', true]);
      }
      await running;
      expect((await election.spec()).holderIdentity).toBe('');
    });
  });

  test('a Lease that was lost is not given back', async () => {
    await using election = await Election.start();
    const one = election.candidate('one', { releaseOnCancel: true });
    await during(election, one.run, async () => {
      await election.pass(3000);
      election.server.faults.add({
        verbs: ['update'],
        resources: ['leases'],
        times: 1,
        effect: { type: 'latency', ms: 30_000 },
      });
      await election.pass(60_000);
      expect(one.heard.at(-1)).toBe('stopped');
      expect((await election.spec()).holderIdentity).toBe('one');
    });
  });
});

describe('health', () => {
  test('can be asked while the lead is being renewed · LE-18', async () => {
    await using election = await Election.start();
    const one = election.candidate('one');
    await during(election, one.run, async () => {
      for (let at = 0; at < 20; at += 1) {
        await election.pass(501);
        expect(one.elector.check(0)).toBeUndefined();
      }
    });
  });

  test('without an election is good · LE-19', () => {
    expect(() => new ElectionHealth(0).check()).not.toThrow();
  });

  test('is bad, naming the lease, when the lead is long out of date; within tolerance it is good · LE-19', async () => {
    await using election = await Election.start();
    await election.left({ ...other(15), holderIdentity: 'one' });
    const one = election.candidate('one', { callbacks: { onStartedLeading: () => undefined } });
    const [strict, patient] = [new ElectionHealth(0), new ElectionHealth(60_000)];
    for (const health of [strict, patient]) health.watch(one.elector);
    await during(election, one.run, async () => {
      await election.pass(100);
      expect(() => strict.check()).not.toThrow();
      election.server.faults.add({ resources: ['leases'], effect: { type: 'status', code: 500 } });
      await election.pass(30_000);
      expect(() => strict.check()).toThrow('failed election to renew leadership on lease default/estate');
      expect(() => patient.check()).not.toThrow();
    });
  });

  test('of one who does not lead is good, however old the record · LE-19', async () => {
    await using election = await Election.start();
    await election.left(other(60));
    const one = election.candidate('one');
    await during(election, one.run, async () => {
      await election.pass(50_000);
      expect(one.elector.check(0)).toBeUndefined();
    });
  });
});

describe('two candidates', () => {
  test('never lead at the same time, and the second leads soon after the first gave up', async () => {
    await using election = await Election.start();
    const [one, two] = [
      election.candidate('one', { releaseOnCancel: true }),
      election.candidate('two', { releaseOnCancel: true }),
    ];
    await election.run(async () => {
      const [stopOne, stopTwo] = [new AbortController(), new AbortController()];
      const running = [one.run(stopOne.signal), two.run(stopTwo.signal)];
      await election.pass(30_000);
      expect([one, two].filter(({ elector }) => elector.isLeader)).toHaveLength(1);
      const [first, second, stopFirst, stopSecond] = one.elector.isLeader
        ? [one, two, stopOne, stopTwo]
        : [two, one, stopTwo, stopOne];
      stopFirst.abort();
      await election.pass(5000);
      expect([first.heard.at(-1), second.elector.isLeader]).toEqual(['stopped', true]);
      expect(second.elector.transitions).toBe(1);
      stopSecond.abort();
      await Promise.all(running);
    });
  });
});
