/**
 * Random families of objects and random deletions, in any order and interleaving: whatever happens, nobody is left without the owners that it names.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Body } from '../server/talk.ts';
import { configMaps, InCluster, ownedBy } from './in-cluster.ts';

const size = 8;

interface Family {
  /** For each object the owners it names, all of them older. */
  readonly owners: readonly (readonly { readonly index: number; readonly isBlocking: boolean }[])[];
  readonly deletions: readonly {
    readonly index: number;
    readonly policy: 'Background' | 'Foreground' | 'Orphan';
    /** How many turns pass before the next one. */
    readonly turns: number;
  }[];
}

const families: fc.Arbitrary<Family> = fc.record({
  owners: fc.tuple(
    ...Array.from({ length: size }, (_, own) =>
      fc
        .uniqueArray(fc.nat(Math.max(own - 1, 0)), { maxLength: own === 0 ? 0 : 3 })
        .chain((indexes) =>
          fc.tuple(...indexes.map((index) => fc.boolean().map((isBlocking) => ({ index, isBlocking })))),
        ),
    ),
  ),
  deletions: fc.array(
    fc.record({
      index: fc.nat(size - 1),
      policy: fc.constantFrom('Background' as const, 'Foreground' as const, 'Orphan' as const),
      turns: fc.nat(3),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

async function settle(cluster: InCluster, family: Family): Promise<readonly Body[]> {
  const made: Body[] = [];
  for (const [own, owners] of family.owners.entries()) {
    const references = owners.map(({ index, isBlocking }) =>
      ownedBy(made[index] as Body, { blockOwnerDeletion: isBlocking }),
    );
    made.push(await cluster.configMap(`object-${own}`, references));
  }
  for (const { index, policy, turns } of family.deletions) {
    await cluster.delete(`${configMaps}/object-${index}`, policy);
    for (let turn = 0; turn < turns; turn += 1) await cluster.host.clock.next();
  }
  await cluster.settled();
  const { body } = await cluster.ask('GET', configMaps);
  return (body.items ?? []).filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt');
}

test(
  'after any deletions all that is left has its owners, and nothing waits for ever · X7 · X8',
  { timeout: 30_000 },
  async () => {
    await using cluster = await InCluster.start();
    const sizes = new Set<number>();

    await fc.assert(
      fc.asyncProperty(families, async (family) => {
        cluster.server.reset();
        const left = await settle(cluster, family);

        const uids = new Set(left.map(({ metadata }) => metadata.uid));
        const named = left.flatMap(({ metadata }) => metadata.ownerReferences ?? []);
        expect(named.filter(({ uid }) => !uids.has(uid))).toEqual([]);
        expect(left.filter(({ metadata }) => metadata.deletionTimestamp ?? metadata.finalizers)).toEqual([]);
        sizes.add(left.length);
      }),
      { seed: 42, numRuns: 100 },
    );

    expect(sizes.size).toBeGreaterThan(4);
  },
);
