import { expect, test } from 'vitest';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { Client } from '@reeve/client';
import { objectSet, purgeOrphan } from '@reeve/patterns';
import { App, config, inWorld } from '../world.ts';

test('an orphan is deleted only when its owner certainly does not exist · LW-129', () =>
  inWorld(async (world) => {
    const app = await world.admin.create(App, { metadata: { namespace: 'default', name: 'web' }, spec: {} });
    await objectSet(world.admin, { owner: app, ownerReferences: false }).apply([config('a')]);
    const child = await world.admin.get(ConfigMap, 'default/a');
    expect(await purgeOrphan(world.admin, ConfigMap, child)).toEqual({
      action: 'kept',
      reason: 'its owner App.apps.example.com/default/web exists',
    });

    await world.admin.delete(App, 'default/web');
    const failing = new Client({
      host: world.host,
      transport: {
        request: (request) =>
          request.path.includes('/apps/web')
            ? Promise.reject(new Error('no route'))
            : world.server.transport.request(request),
      },
    });
    expect((await purgeOrphan(failing, ConfigMap, child)).action).toBe('kept');
    expect((await purgeOrphan(world.admin, ConfigMap, child, { dryRun: true })).action).toBe('deleted');
    expect((await purgeOrphan(world.admin, ConfigMap, config('stranger'))).action).toBe('kept');
    expect(await purgeOrphan(world.admin, ConfigMap, child)).toEqual({
      action: 'deleted',
      reason: 'its owner App.apps.example.com/default/web does not exist',
    });
    await expect(world.admin.get(ConfigMap, 'default/a')).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
  }));
