import { expect, test } from 'vitest';
import { Deployment } from '@reeve/kinds/apps/v1';
import { change, deployments, sizesOf, template, web } from './web.ts';

test('a replica set that still has pods is kept, however short the history is', async () => {
  await deployments(async (world) => {
    const strategy = { type: 'RollingUpdate' as const, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
    await world.cluster.client.create(Deployment, web(2, { revisionHistoryLimit: 0, strategy }));
    await world.runAll();
    await change(world, { template: template('two') });
    await world.settles();
    await change(world, { paused: true });
    await world.settles();
    expect(await sizesOf(world)).toEqual({ one: 2, two: 1 });
  });
});
