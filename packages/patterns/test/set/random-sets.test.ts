import { test } from 'vitest';
import { inWorld } from '../world.ts';
import { playRandomSets } from './random-set-play.ts';

for (const seed of [1, 2, 3, 4, 5, 6])
  test(
    `a random set comes to what the model says after runs that ended anywhere, seed ${seed}`,
    { timeout: 120_000 },
    () =>
      inWorld(
        ({ server, host }) => playRandomSets({ transport: server.transport, host, namespace: 'default' }, seed, 12),
        seed,
      ),
  );
