import { expect, test } from 'vitest';
import { ConfigMap } from '@reeve/kinds/core/v1';
import {
  controllerOf,
  hasFinalizer,
  setControllerReference,
  setOwnerReference,
  withFinalizer,
  withoutFinalizer,
} from '@reeve/machinery';
import { Website, World } from '../manager/website.ts';

const site = (name: string) => ({
  metadata: { namespace: 'default', name },
  spec: { image: 'nginx', replicas: 1 },
});

test('owners and finalizers are set on what a server keeps, and results say what was done · CR-119', async () => {
  await using world = await World.start();
  const { client, host } = world;
  await host.run(async () => {
    const blog = await client.create(Website, site('blog'));
    const shop = await client.create(Website, site('shop'));
    const ensure = (owner: typeof blog) =>
      client.createOrUpdate(ConfigMap, 'default/theme', (draft) => {
        const owned = setControllerReference(owner, 'Namespaced', draft);
        draft.metadata = withFinalizer(owned, 'example.com/hold').metadata;
      });
    expect((await ensure(blog)).result).toBe('created');
    expect((await ensure(blog)).result).toBe('unchanged');
    await expect(ensure(shop)).rejects.toMatchObject({ code: 'REEVE_ALREADY_OWNED' });
    const share = client.createOrPatch(ConfigMap, 'default/theme', (draft) => {
      draft.metadata = setOwnerReference(shop, 'Namespaced', draft).metadata;
    });
    expect((await share).result).toBe('updated');
    const theme = await client.get(ConfigMap, 'default/theme');
    expect(theme.metadata.ownerReferences?.map(({ name }) => name)).toEqual(['blog', 'shop']);
    expect(controllerOf(theme)?.uid).toBe(blog.metadata.uid);
    expect(hasFinalizer(theme, 'example.com/hold')).toBe(true);
    const freed = await client.update(ConfigMap, withoutFinalizer(theme, 'example.com/hold'));
    expect(hasFinalizer(freed, 'example.com/hold')).toBe(false);
    const elsewhere = { ...theme, metadata: { namespace: 'other', name: 'theme' } };
    expect(() => setControllerReference(blog, 'Namespaced', elsewhere)).toThrow(
      expect.objectContaining({ code: 'REEVE_CROSS_NAMESPACE_OWNER' }) as Error,
    );
  });
});
