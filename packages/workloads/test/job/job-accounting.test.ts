import { expect, test } from 'vitest';
import { Job } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { SeededRandom } from '@reeve/machinery';
import type { World } from '../pod/cluster-of.ts';
import { activePods, conditionsOf, exit, jobs, pi, theJob } from './job-world.ts';

/** Waits for the Job to have active pods or to be over. */
const goesOn = (world: World): Promise<boolean> =>
  world.cluster.eventually(
    async () => {
      const { status } = await theJob(world);
      return (await activePods(world)).length > 0 || (status?.conditions ?? []).some(({ type }) => type === 'Complete');
    },
    { timeoutMs: 3_600_000, intervalMs: 2000 },
  );

test.each([1, 2, 3])(
  'each pod is counted once, whatever fails and whoever is started anew (seed %i)',
  async (seed) => {
    await jobs(async (world) => {
      const { cluster } = world;
      const random = new SeededRandom(seed);
      await cluster.client.create(Job, pi({ completions: 5, parallelism: 3, backoffLimit: 1000 }));
      const effect = { type: 'status', code: 500 } as const;
      const ended = { succeeded: 0, failed: 0 };
      while (!(await conditionsOf(world)).includes('Complete True CompletionsReached')) {
        cluster.faults.clear();
        cluster.faults.add({ verbs: ['patch', 'create'], resources: ['pods'], probability: 0.3, effect });
        cluster.faults.add({ verbs: ['update'], resources: ['jobs'], probability: 0.3, effect });
        if (random.integer(4) === 0) await cluster.restore(cluster.snapshot());
        await goesOn(world);
        const active = await activePods(world);
        expect(active.length).toBeLessThanOrEqual(3);
        for (const pod of active) {
          const fails = random.integer(3) === 0;
          await exit(world, pod, fails ? 1 : 0);
          ended[fails ? 'failed' : 'succeeded'] += 1;
        }
      }
      cluster.faults.clear();
      await world.settles();
      const { status } = await theJob(world);
      expect({ succeeded: status?.succeeded ?? 0, failed: status?.failed ?? 0 }).toEqual(ended);
      expect(status?.uncountedTerminatedPods).toEqual({});
      expect((await world.pods()).flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual([]);
    }, seed);
  },
  30_000,
);

test('a burst of changes never makes a pod too many', async () => {
  await jobs(async (world) => {
    const { client } = world.cluster;
    let most = 0;
    const watching = (async () => {
      const there = new Set<string>();
      for await (const { type, object } of client.watch(Pod, { namespace: 'default' })) {
        const { name = '', finalizers } = (object as Pod).metadata;
        if (type === 'DELETED') there.delete(name);
        else if (finalizers !== undefined) there.add(name);
        most = Math.max(most, there.size);
        if (name === 'over') return;
      }
    })();
    const job = await client.create(Job, pi({ completions: 8, parallelism: 4 }));
    for (let at = 0; at < 20; at += 1) {
      await client.patch(Job, job, { type: 'merge', patch: { metadata: { annotations: { at: `${at}` } } } });
    }
    await world.settles();
    expect(await activePods(world)).toHaveLength(4);
    const spec = { containers: [{ name: 'c', image: 'busybox' }] };
    await client.create(Pod, Pod.of({ metadata: { name: 'over', namespace: 'default' }, spec }));
    await watching;
    expect(most).toBe(4);
  });
});
