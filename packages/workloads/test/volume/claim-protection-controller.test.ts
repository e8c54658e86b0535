import { expect, test } from 'vitest';
import { PersistentVolumeClaim, Pod } from '@reeve/kinds/core/v1';
import { withWorkloads } from '../node/node-world.ts';

test('a claim that is deleted stays while a pod uses it, and goes then', async () => {
  await withWorkloads({ nodes: 1 }, async ({ client, host, pod }) => {
    await client.create(PersistentVolumeClaim, {
      metadata: { name: 'data', namespace: 'default' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    });
    const used = await pod('user', {
      terminationGracePeriodSeconds: 0,
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    });
    await host.sleep(1000);
    await client.delete(PersistentVolumeClaim, 'default/data');
    await host.sleep(1000);
    expect((await client.get(PersistentVolumeClaim, 'default/data')).metadata.deletionTimestamp).toBeDefined();
    await client.delete(Pod, used);
    await host.sleep(1000);
    await expect(client.get(PersistentVolumeClaim, 'default/data')).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
  });
});
