/**
 * With the client alone: what there is, then every change. This is all that the other pieces stand on.
 */
import type { Stage } from '@reeve-examples/common';
import { ConfigMap } from 'reeve';

export async function byClient({ client, say }: Stage): Promise<void> {
  const { items, metadata } = await client.list(ConfigMap, { namespace: 'default' });
  say(`client: ${items.length} ConfigMaps at version ${metadata.resourceVersion}`);
  const changes = client.watch(ConfigMap, { namespace: 'default', resourceVersion: metadata.resourceVersion });
  await client.create(ConfigMap, { metadata: { namespace: 'default', name: 'by-client' }, data: { a: '1' } });
  for await (const { type, object } of changes) {
    say(`client: ${type} ${object.metadata.name}`);
    if (type === 'DELETED') break; // leaving the loop closes the connection
    await client.delete(ConfigMap, object);
  }
}
