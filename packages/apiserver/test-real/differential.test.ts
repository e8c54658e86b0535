/**
 * Random sequences of requests against a real server and ours: the same answers, the same events. A failure prints its seed and the shortest
 * sequence that shows it; `node tools/differential/live.mjs [--applies] --seed N --steps M` runs it again.
 */
import { ApiServer } from '@reeve/apiserver';
import { describe, expect, inject, test } from 'vitest';
import { compareLive, compareProbe } from '../../../tools/differential/compare-live.mjs';
import { randomApplies } from '../../../tools/differential/random-applies.mjs';
import { httpsTransport } from '../../../tools/differential/https-transport.mjs';
import { randomManifests } from '../../../tools/differential/random-manifests.mjs';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';

const cluster: ProvidedCluster | null = inject('realCluster');
const seeds = [1, 2, 3, 4];
const steps = 50;
const manifests = 150;
const applySeeds = [1, 2, 3, 4, 5, 6];
const applySteps = 60;

describe.runIf(cluster)('a real server and ours', () => {
  test.for(applySeeds)('agree on who manages what after random applies, seed %i · P5 · P6 · P7 · M9', async (seed) => {
    const real = httpsTransport(cluster as ProvidedCluster);
    try {
      const servers = { real, startOurs: () => ApiServer.start() };
      const difference = await compareLive(servers, { seed, steps: applySteps, make: randomApplies });
      expect(difference ?? '').toBe('');
    } finally {
      real.close();
    }
  });

  test.for(seeds)('answer a random sequence alike, seed %i', async (seed) => {
    const real = httpsTransport(cluster as ProvidedCluster);
    try {
      const difference = await compareLive({ real, startOurs: () => ApiServer.start() }, { seed, steps });
      expect(difference ?? '').toBe('');
    } finally {
      real.close();
    }
  });

  test.for(seeds)('judge good manifests with random mistakes alike, seed %i', { timeout: 60_000 }, async (seed) => {
    const real = httpsTransport(cluster as ProvidedCluster);
    try {
      const servers = { real, startOurs: () => ApiServer.start() };
      const difference = await compareProbe(servers, randomManifests(seed, manifests));
      expect(difference ?? '').toBe('');
    } finally {
      real.close();
    }
  });
});
