/** A manager is made of what it was given, elects as it was told, and leaves nothing behind. */
import { describe, expect, test } from 'vitest';
import { Client } from '@reeve/client';
import { NotFoundError } from '@reeve/machinery';
import { defineController, Lease } from '@reeve/runtime';
import type { LeaderLock, LeaderRecord, LogFields, Logger } from '@reeve/runtime';
import { Website, websites, World } from './website.ts';

/** Timers of the server: what it forgets after a while, and requests that take too long. */
const ofTheServer = /request deadlines|expir/;

const election = { name: 'site', namespace: 'default' };

/** A log that keeps its lines. */
class Lines implements Logger {
  readonly lines: string[] = [];
  readonly #fields: LogFields;

  constructor(lines: string[] = [], fields: LogFields = {}) {
    this.lines = lines;
    this.#fields = fields;
  }

  with(fields: LogFields): Logger {
    return new Lines(this.lines, { ...this.#fields, ...fields });
  }

  debug(): void {}
  info(text: string): void {
    this.lines.push(`${JSON.stringify(this.#fields['controller'])} ${text}`);
  }
  warn(text: string): void {
    this.info(text);
  }
  error(text: string): void {
    this.info(text);
  }
}

describe('a manager', () => {
  test('gives back what it was made of, and controllers log through its log · CR-65', async () => {
    await using world = await World.start();
    const log = new Lines();
    const client = new Client({ transport: world.server.transport, host: world.host });
    const manager = world.manager({ client, log });
    expect([manager.client, manager.host, manager.log]).toEqual([client, world.host, log]);
    manager.add(defineController({ for: Website, reconcile: (_site, ctx) => ctx.log.info('looked at it') }));
    expect([...manager.controllers.keys()]).toEqual(['website']);
    await world.during(manager, async () => {
      await world.client.create(Website, { metadata: { namespace: 'default', name: 'blog' }, spec: {} });
      await world.host.sleep(100);
    });
    expect(log.lines).toContain('"website" looked at it');
  });

  test.each([
    ['without an election', {}],
    ['with one', { leaderElection: election }],
  ])('that warmed up leaves nothing behind %s · CR-30', async (_, options) => {
    await using world = await World.start();
    await world.during(world.manager({ ...options, controllers: { warmup: true } }).add(websites), () =>
      world.host.sleep(20_000),
    );
    await world.host.run(() => world.host.sleep(60_000));
    const left = world.host.clock.pending().filter(({ label }) => !ofTheServer.test(label ?? ''));
    expect(left).toEqual([]);
  });
});

describe('an election', () => {
  test('is for a Lease with the labels that were given, released in the end · CR-55', async () => {
    await using world = await World.start();
    const leaderElection = { ...election, labels: { team: 'garden' }, identity: 'me' };
    await world.during(world.manager({ leaderElection }), async () => {
      await world.host.sleep(100);
      expect(await world.client.get(Lease, 'default/site')).toMatchObject({
        metadata: { labels: { team: 'garden' } },
        spec: { holderIdentity: 'me' },
      });
    });
    expect((await world.host.run(() => world.client.get(Lease, 'default/site'))).spec?.holderIdentity ?? '').toBe('');
  });

  test.each([
    ['a renewal that takes longer than the lease', { ...election, leaseDurationMs: 5000, renewDeadlineMs: 10_000 }],
    ['retries later than the deadline', { ...election, renewDeadlineMs: 2000, retryPeriodMs: 5000 }],
    ['no namespace', { name: 'site', namespace: '' }],
  ])('with %s fails at once · CR-55', async (_, leaderElection) => {
    await using world = await World.start();
    expect(() => world.manager({ leaderElection })).toThrow(/lease|renew|retr|namespace/i);
  });

  test('gives a request half of the deadline for renewal · CR-55', async () => {
    for (const [ms, isElected] of [
      [4500, true],
      [5500, false],
    ] as const) {
      await using world = await World.start();
      world.server.faults.add({ resources: ['leases'], effect: { type: 'latency', ms } });
      const manager = world.manager({ leaderElection: { ...election, renewDeadlineMs: 10_000 } });
      let hasWon = false;
      manager.elected.then(
        () => (hasWon = true),
        () => undefined,
      );
      await world.during(manager, () => world.host.sleep(12_000)).catch(() => undefined);
      expect(hasWon).toBe(isElected);
    }
  });

  test('may be for a lock of one’s own · CR-55', async () => {
    await using world = await World.start();
    const lock = new Held('me');
    const manager = world.manager({ leaderElection: { ...election, lock } });
    await world.during(manager, () => world.host.sleep(1000));
    expect(lock.writes).toBeGreaterThan(0);
    expect(world.requests.filter((path) => path.includes('leases'))).toEqual([]);
  });
});

/** A lock that nobody else wants. */
class Held implements LeaderLock {
  readonly identity: string;
  readonly description = 'a lock in memory';
  writes = 0;
  #record: LeaderRecord | undefined;

  constructor(identity: string) {
    this.identity = identity;
  }

  get(): ReturnType<LeaderLock['get']> {
    const record = this.#record;
    if (record === undefined) return Promise.reject(new NotFoundError('Lock', 'memory'));
    return Promise.resolve({ record, raw: JSON.stringify(record) });
  }

  create(record: LeaderRecord): Promise<void> {
    this.writes += 1;
    this.#record = record;
    return Promise.resolve();
  }

  update(record: LeaderRecord): Promise<void> {
    return this.create(record);
  }

  recordEvent(): void {}
}
