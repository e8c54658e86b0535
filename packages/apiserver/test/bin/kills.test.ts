import { expect, test } from 'vitest';
import { run } from '../../../../tools/attack/server-kills.mjs';

test(
  'no acknowledged write is lost, no revision is given twice and no watcher misses an event untold when kube-apiserver and etcd are killed',
  { timeout: 60_000 },
  async () => {
    const counts = await run({
      seed: 7,
      kills: 3,
      etcdEvery: 3,
      writers: 12,
      watchers: 3,
      longestMs: 300,
    });

    expect(counts).toMatchObject({ serverKills: 2, etcdKills: 1 });
    expect(counts.acknowledged).toBeGreaterThan(0);
    expect(counts.events).toBeGreaterThan(0);
  },
);

test(
  'every acknowledged write is there, none is half there, no revision is given twice and no watcher misses an event untold when a server on a data folder is killed',
  { timeout: 120_000 },
  async () => {
    const counts = await run({ onData: true, seed: 11, kills: 3, longestMs: 500 });

    expect(counts).toMatchObject({ serverKills: 3, etcdKills: 0 });
    expect(counts.acknowledged).toBeGreaterThan(2000);
    expect(counts.events).toBeGreaterThan(0);
    expect(counts.relists).toBeGreaterThan(0);
  },
);
