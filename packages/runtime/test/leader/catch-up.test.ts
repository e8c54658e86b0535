import { cached } from '@reeve/cache';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { describe, expect, test } from 'vitest';
import { defineController, Lease, Metrics } from '@reeve/runtime';
import type { Logger } from '@reeve/runtime';
import { World } from '../manager/website.ts';

const election = { name: 'garden', namespace: 'default', identity: 'standby' };

interface StandbyOptions {
  /** True lets its watch say nothing from some bytes on. */
  readonly isSilent?: boolean;
  readonly catchUpMs?: number;
  /** What it holds; everything unless given. */
  readonly labels?: Record<string, string>;
}

/** A standby that holds config maps while another leads, and what it saw when it first acted. */
async function standby({ isSilent, labels, ...more }: StandbyOptions, body: (world: World) => Promise<void>) {
  await using world = await World.start();
  const said: string[] = [];
  const note = (message: string): void => void said.push(message);
  const log: Logger = { debug: () => undefined, info: note, warn: note, error: note, with: () => log };
  const first: { atMs?: number; names?: readonly string[] } = {};
  const maps = defineController({
    for: ConfigMap,
    async reconcile(_map, ctx) {
      const all =
        first.names ??
        (await ctx.list(ConfigMap, { namespace: 'default' })).map(({ metadata }) => metadata.name ?? '').toSorted();
      first.names ??= all;
      first.atMs ??= world.host.clock.monotonic();
    },
  });
  const metrics = new Metrics({ process: false });
  const manager = world.manager({
    log,
    leaderElection: { ...election, ...more },
    cache: { kinds: [cached(ConfigMap, labels && { labels })] },
    metricsServer: { address: '0', metrics },
  });
  await world.host.run(async () => {
    const leads = { holderIdentity: 'other', leaseDurationSeconds: 15, leaseTransitions: 1 };
    await world.client.create(Lease, { metadata: { name: 'garden', namespace: 'default' }, spec: leads });
    await world.client.create(ConfigMap, map('old'));
  });
  if (isSilent === true) silence(world);
  const startedMs = world.host.clock.monotonic();
  await world.during(manager.add(maps), () => body(world));
  return { said, ...first, atMs: (first.atMs ?? NaN) - startedMs, metrics: await metrics.text() };
}

const map = (name: string, size = 10) => ({
  metadata: { name, namespace: 'default' },
  data: { words: 'word '.repeat(size) },
});

/** From here on the watch of the standby brings nothing, and says nothing either. */
const silence = (world: World): void =>
  void world.server.faults.add({
    verbs: ['watch'],
    resources: ['configmaps'],
    effect: { type: 'stall', afterBytes: 3000 },
  });

describe('a standby that is elected', () => {
  test('acts at once where its cache is as new as the server', async () => {
    const { names, atMs, said, metrics } = await standby({}, async ({ client, host }) => {
      await client.create(ConfigMap, map('new'));
      await host.sleep(30_000);
    });
    expect(names).toEqual(['new', 'old']);
    expect(atMs).toBeLessThan(20_000);
    expect(said).toContain('what is held is as new as what the server has');
    expect(metrics).toContain('reeve_leader_catch_up_seconds 0');
  });

  test('waits for what the leader before has made while its own watch was silent', async () => {
    const { names, atMs, metrics } = await standby({ isSilent: true }, async ({ client, host, server }) => {
      await client.create(ConfigMap, map('new', 1000));
      server.faults.clear(); // for streams that are opened from now on
      await host.sleep(150_000);
    });
    expect(names).toEqual(['new', 'old']);
    expect(atMs).toBeGreaterThan(20_000);
    expect(metrics).toMatch(/reeve_leader_catch_up_seconds [1-9]/);
  });

  test('waits to hear of what is gone, too', async () => {
    const { names } = await standby({ isSilent: true }, async ({ client, host, server }) => {
      const passing = await client.create(ConfigMap, map('passing', 1000));
      await client.delete(ConfigMap, passing);
      await client.delete(ConfigMap, 'default/old');
      server.faults.clear();
      await host.sleep(150_000);
    });
    expect(names).toEqual([]);
  });

  test('waits no longer than it is allowed to, and says what lags behind', async () => {
    const { names, atMs, said, metrics } = await standby(
      { isSilent: true, catchUpMs: 5000 },
      async ({ client, host }) => {
        await client.create(ConfigMap, map('new', 1000));
        await host.sleep(40_000);
      },
    );
    expect(names).toEqual(['old']);
    expect(atMs).toBeLessThan(25_000);
    expect(said.join()).toContain('leads although what is held may be older');
    expect(metrics).toContain('reeve_leader_catch_up_incomplete_total{kind="ConfigMap"} 1');
  });

  test('does not look where it is told not to', async () => {
    const { names, said } = await standby({ isSilent: true, catchUpMs: 0 }, async ({ client, host }) => {
      await client.create(ConfigMap, map('new', 1000));
      await host.sleep(30_000);
    });
    expect(names).toEqual(['old']);
    expect(said.join()).not.toContain('what is held');
  });

  test('compares only what its cache is about', async () => {
    const labels = { team: 'garden' };
    const { names, atMs } = await standby({ labels }, async ({ client, host }) => {
      await client.create(ConfigMap, { ...map('new'), metadata: { ...map('new').metadata, labels } });
      await client.create(ConfigMap, map('of others'.replace(' ', '-')));
      await host.sleep(30_000);
    });
    expect(names).toEqual(['new']);
    expect(atMs).toBeLessThan(20_000);
  });
});
