import { beforeAll, describe, expect, test } from 'vitest';
import { calmState, runChaos, stateProblems } from '@reeve/testing';
import type { ChaosState } from '@reeve/testing';
import { estate } from './estate.mjs';

let right: ChaosState;
beforeAll(async () => {
  right = await calmState(estate);
});

describe('an operator in a storm', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    test(`comes to the right state, writes within its lease only, and then no more: seed ${seed}`, async () => {
      const { problems } = await runChaos(estate, { seed }, right);
      expect(problems).toEqual([]);
    });
  }

  test('does the same again with the same seed, and something else with another', async () => {
    const [one, same, other] = [
      await runChaos(estate, { seed: 3 }, right),
      await runChaos(estate, { seed: 3 }, right),
      await runChaos(estate, { seed: 4 }, right),
    ];
    expect(same.writes).toEqual(one.writes);
    expect(other.writes).not.toEqual(one.writes);
  });
});

describe('the state that is right', () => {
  test('is what the last words of the users say, and what others broke is repaired', () => {
    expect([...right.keys()].filter((name) => !name.includes('kube'))).toEqual([
      'Shop default/books',
      'Shop default/tools',
      'Deployment default/books',
      'Deployment default/tools',
      'Service default/books',
      'Service default/tools',
      'ConfigMap default/books-theme',
    ]);
    expect(right.get('Shop default/books')).toMatchObject({ status: { replicas: 5, theme: 'blue' } });
    expect(right.get('Shop default/tools')).toMatchObject({ status: { replicas: 4 } });
    expect(right.get('Deployment default/tools')).toMatchObject({ spec: { replicas: 4 } });
    expect(right.get('ConfigMap default/books-theme')).toMatchObject({ data: { theme: 'blue' } });
  });

  test('is told from one that lacks something, has too much, differs, or has lost an owner', () => {
    const service = right.get('Service default/books') ?? {};
    const without = new Map([...right].filter(([name]) => name !== 'Service default/books'));
    const changed = new Map([...right, ['Service default/books', { ...service, spec: {} }]]);
    const ownerless = new Map([...right].filter(([name]) => name !== 'Shop default/books'));
    expect(stateProblems(right, right, estate)).toEqual([]);
    expect(stateProblems(without, right, estate).join()).toMatch(/Service default\/books is not as it should be/);
    expect(stateProblems(right, without, estate).join()).toMatch(/Service default\/books is not as it should be/);
    expect(stateProblems(changed, right, estate).join()).toMatch(/spec.ports\[0\].port: nothing, expected 80/);
    expect(stateProblems(ownerless, ownerless, estate)).toContain(
      'Service default/books belongs to Shop books, which is gone',
    );
  });
});
