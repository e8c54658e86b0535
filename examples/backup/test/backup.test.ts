import { expect, test } from 'vitest';
import { isNotFound, Job, mergePatch, PersistentVolumeClaim } from 'reeve';
import { TestCluster, VirtualHost } from 'reeve/testing';
import { Backup, backups } from '../src/backup.ts';
import { enterRun, removeBackup } from '../src/catalogue.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 1);

const nightly = (spec: object = {}) => ({
  metadata: { namespace: 'default', name: 'nightly' },
  spec: { source: 'data', schedule: '0 * * * *', catalogue: 'https://catalogue.example.com', ...spec },
});

/** A cluster in virtual time, with a catalogue that notes what it is asked and fails while it is away. */
async function world() {
  const host = new VirtualHost({ seed: 1, start });
  const catalogue = { asked: [] as string[], isAway: false };
  const note = (what: string): void => {
    catalogue.asked.push(what);
    if (catalogue.isAway) throw new Error('the catalogue is away');
  };
  const cluster = await TestCluster.start({
    host,
    resources: [Backup],
    controllers: [backups],
    nodes: 1,
    workloads: { isLocal: true },
  });
  cluster.effects.standIn(enterRun, ({ backup, job }) => note(`enter ${backup} ${job}`));
  cluster.effects.standIn(removeBackup, ({ backup }) => note(`remove ${backup}`));
  return { host, catalogue, cluster, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() };
}

const wholeDay = { timeout: 600_000 }; // seconds, and minutes on a loaded machine

test(
  'a Backup runs each hour of a day, enters each run once in the catalogue, and keeps the last three Jobs',
  wholeDay,
  async () => {
    await using day = await world();
    const { cluster, host, catalogue } = day;
    await cluster.run(async () => {
      await cluster.client.create(Backup, nightly());
      await host.sleep(24 * hourMs + 60_000);
      const names = Array.from({ length: 24 }, (_, at) => `nightly-${(start + (at + 1) * hourMs) / 1000}`);
      expect(catalogue.asked).toEqual(names.map((name) => `enter default/nightly ${name}`));
      const { items } = await cluster.client.list(Job);
      expect(items.map(({ metadata }) => metadata.name).toSorted()).toEqual(names.slice(-3));
      const { status } = await cluster.client.get(Backup, 'default/nightly');
      expect(status).toEqual({ lastRun: '2026-01-02T00:00:00Z', entered: names.slice(-3) });
      const claim = await cluster.client.get(PersistentVolumeClaim, 'default/nightly-copies');
      expect(claim.spec?.resources?.requests).toEqual({ storage: '1Gi' });
    });
  },
);

test('a catalogue that is away is asked again until it is back, and the run is entered then', async () => {
  await using day = await world();
  const { cluster, host, catalogue } = day;
  catalogue.isAway = true;
  await cluster.run(async () => {
    await cluster.client.create(Backup, nightly({ schedule: '0 0 1 * *' }));
    await cluster.client.patch(Backup, 'default/nightly', mergePatch({ spec: { schedule: '@every 1h' } }));
    await host.sleep(hourMs + 60_000);
    expect(catalogue.asked.length).toBeGreaterThan(3);
    expect(new Set(catalogue.asked).size).toBe(1);
    expect((await cluster.client.get(Backup, 'default/nightly')).status?.entered ?? []).toEqual([]);
    catalogue.isAway = false;
    await cluster.eventually(
      async () => (await cluster.client.get(Backup, 'default/nightly')).status?.entered?.length === 1,
      { timeoutMs: 20 * 60_000 },
    );
  });
});

test('a Backup that is deleted goes when the catalogue has removed it', async () => {
  await using day = await world();
  const { cluster, host, catalogue } = day;
  await cluster.run(async () => {
    await cluster.client.create(Backup, nightly());
    await host.sleep(1000);
    catalogue.isAway = true;
    await cluster.client.delete(Backup, 'default/nightly');
    await host.sleep(30_000);
    expect((await cluster.client.get(Backup, 'default/nightly')).metadata.finalizers).toHaveLength(1);
    catalogue.isAway = false;
    await cluster.disappears(Backup, 'default/nightly', { timeoutMs: 20 * 60_000 });
    expect(catalogue.asked.every((what) => what === 'remove default/nightly')).toBe(true);
    await expect(cluster.client.get(Backup, 'default/nightly')).rejects.toSatisfy(isNotFound);
  });
});

test('a Backup with a schedule that is none is refused', async () => {
  await using day = await world();
  const { cluster } = day;
  await cluster.run(async () => {
    const refused = cluster.client.create(Backup, nightly({ schedule: 'every day' }));
    await expect(refused).rejects.toMatchObject({ code: 'REEVE_INVALID' });
  });
});
