import { describe, expect, test } from 'vitest';
import { SeededRandom } from '@reeve/machinery';
import { ApiServer } from '@reeve/apiserver';
import { verdicts } from './verdicts.ts';

describe('a random definition', () => {
  for (let seed = 1; seed <= 25; seed += 1) {
    test(`says of random objects what the embedded server does with them, seed ${seed}`, async () => {
      await using server = await ApiServer.start();
      const { said, done } = await verdicts(server.transport, new SeededRandom(seed), 'random.example.com', 12);
      expect(said).toEqual(done);
      expect(done).toHaveLength(12);
    });
  }
});
