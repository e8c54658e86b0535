/**
 * Every change from now on, over as many connections as it takes.
 */
import type { Stage } from '@reeve-examples/common';
import { ConfigMap, RetryWatcher } from 'reeve';

export async function watchChanges({ client, say }: Stage): Promise<void> {
  const { metadata } = await client.list(ConfigMap, { namespace: 'default' });
  const changes = new RetryWatcher<ConfigMap>({
    resourceVersion: metadata.resourceVersion ?? '',
    watch: (from) => client.watch(ConfigMap, { namespace: 'default', ...from }),
  });
  await client.create(ConfigMap, { metadata: { namespace: 'default', name: 'news' }, data: { color: 'red' } });
  for await (const { type, object } of changes) {
    say(`${type} ${object.metadata.name} ${JSON.stringify(object.data ?? {})}`);
    if (type === 'DELETED') break;
    if (object.data?.['color'] === 'red') await client.update(ConfigMap, { ...object, data: { color: 'green' } });
    else await client.delete(ConfigMap, object);
  }
}
