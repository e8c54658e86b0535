import { describe, expect, test } from 'vitest';
import { SeededRandom } from '@reeve/machinery';
import { compareDefinitions, resourceFromCrd } from '@reeve/define';
import { randomDefinition } from '../random/random-definition.ts';

describe('a random definition', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    test(`comes back from its CustomResourceDefinition as it was, seed ${seed}`, () => {
      const { crd } = randomDefinition(new SeededRandom(seed), 'random.example.com');
      const back = resourceFromCrd(crd);
      expect(back.crd).toEqual(crd);
      expect(compareDefinitions({ crd }, back)).toEqual({ level: 'compatible', changes: [] });
    });
  }
});
