import { expect, test } from 'vitest';
import { World } from '../world.ts';
import { playRandomSets } from './random-set-play.ts';

test.each([1, 2, 3, 4, 5, 6])(
  'a random set comes to what the model says after runs that ended anywhere, seed %i',
  async (seed) => {
    await using world = await World.start(seed);
    const { server, host } = world;
    const ground = { transport: server.transport, host, namespace: 'default' };
    expect(await host.run(() => playRandomSets(ground, seed, 12))).toEqual([]);
  },
  120_000,
);
