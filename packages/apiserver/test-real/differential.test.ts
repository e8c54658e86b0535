/**
 * Random sequences of requests against a real server and ours: the same answers, the same events. A failure prints its seed and the shortest
 * sequence that shows it; `node tools/differential/live.mjs --seed N --steps M` runs it again.
 */
import { ApiServer } from '@reeve/apiserver';
import { describe, expect, inject, test } from 'vitest';
import { compareLive } from '../../../tools/differential/compare-live.mjs';
import { httpsTransport } from '../../../tools/differential/https-transport.mjs';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';

const cluster: ProvidedCluster | null = inject('realCluster');
const seeds = [1, 2, 3, 4];
const steps = 50;

describe.runIf(cluster)('a real server and ours', () => {
  test.for(seeds)('answer a random sequence alike, seed %i', async (seed) => {
    const real = httpsTransport(cluster as ProvidedCluster);
    try {
      const difference = await compareLive({ real, startOurs: () => ApiServer.start() }, { seed, steps });
      expect(difference ?? '').toBe('');
    } finally {
      real.close();
    }
  });
});
