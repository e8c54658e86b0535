import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Deployment } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { isAbort, isObjectEvent } from '@reeve/machinery';
import { fencepostsOf, isPodActive, isPodReady } from '@reeve/workloads';
import type { World } from '../pod/cluster-of.ts';
import { change, deploymentOf, deployments, sizesOf, template, web } from './web.ts';

/** Watches the pods while something is done, and says after which change there were too many, or too few that serve. */
async function watching(world: World, deployment: Deployment, doing: () => Promise<void>): Promise<string[]> {
  const { replicas, maxSurge, maxUnavailable } = fencepostsOf(deployment);
  const stop = new AbortController();
  const wrong: string[] = [];
  const pods = new Map<string, Pod>();
  const stream = world.cluster.client.watch(Pod, { namespace: 'default', signal: stop.signal });
  const look = async (): Promise<void> => {
    for await (const event of stream) {
      if (!isObjectEvent(event)) continue;
      const name = event.object.metadata.name ?? '';
      if (event.type === 'DELETED') pods.delete(name);
      else pods.set(name, event.object);
      const active = [...pods.values()].filter(isPodActive);
      const serving = active.filter(isPodReady).length;
      if (active.length > replicas + maxSurge) wrong.push(`${active.length} pods`);
      if (pods.size >= replicas && serving < replicas - maxUnavailable) wrong.push(`${serving} that serve`);
    }
  };
  const looking = look().catch((error: unknown) => {
    if (!isAbort(error)) throw error;
  });
  await world.host.sleep(10); // what is there already has been told
  wrong.length = 0;
  await doing();
  await world.settles();
  stop.abort();
  await looking;
  return wrong;
}

/** Lets pods begin to serve in a random order, one at a time, until nothing moves. */
async function serveAll(world: World): Promise<void> {
  for (;;) {
    await world.settles();
    const waiting = (await world.pods()).filter((pod) => !isPodReady(pod));
    const pod = waiting[world.host.random.integer(Math.max(1, waiting.length))];
    if (pod === undefined) return;
    await world.run(pod);
    if (world.host.random.integer(2) === 0) await world.settles();
  }
}

const limit = fc.oneof(
  fc.nat(3),
  fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`),
);
const settings = fc
  .record({ seed: fc.nat(1000), replicas: fc.integer({ min: 1, max: 5 }), maxSurge: limit, maxUnavailable: limit })
  .filter(
    ({ maxSurge, maxUnavailable }) => ![maxSurge, maxUnavailable].every((one) => Number.parseInt(`${one}`) === 0),
  );

test('a rollout that is overtaken by another keeps within its limits at every moment, and ends', async () => {
  await fc.assert(
    fc.asyncProperty(settings, ({ seed, replicas, maxSurge, maxUnavailable }) =>
      deployments(async (world) => {
        const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } } as const;
        const deployment = await world.cluster.client.create(Deployment, web(replicas, { strategy }));
        await serveAll(world);
        const wrong = await watching(world, deployment, async () => {
          await change(world, { template: template('two') });
          await world.settles();
          const [pod] = (await world.pods()).filter((one) => !isPodReady(one));
          if (pod !== undefined) await world.run(pod);
          await change(world, { template: template('three') });
          await serveAll(world);
        });
        expect(wrong).toEqual([]);
        expect(await sizesOf(world)).toEqual({ one: 0, two: 0, three: replicas });
        expect((await deploymentOf(world)).status).toMatchObject({
          availableReplicas: replicas,
          updatedReplicas: replicas,
        });
      }, seed),
    ),
    { seed: 42, numRuns: 4 },
  );
}, 60_000);
