/**
 * An informer is a reflector, a queue, a store with indexes, and handlers that hear of every change: one stream for everybody who wants to know.
 */
import type { Stage } from '@reeve-examples/common';
import { ConfigMap, kindListerWatcher, reflectorSource, SharedIndexInformer } from 'reeve';

export async function byInformer({ client, host, transport, say, until }: Stage): Promise<void> {
  const informer = new SharedIndexInformer({
    host,
    source: reflectorSource<ConfigMap>({
      source: kindListerWatcher({ transport, kind: ConfigMap, namespace: 'default' }),
    }),
    indexers: { team: ({ metadata }) => [metadata.labels?.['team'] ?? 'nobody'] },
  });
  informer.addEventHandler({
    onAdd: ({ metadata }) => say(`informer: added ${metadata.name}`),
    onUpdate: (_before, { metadata }) => say(`informer: updated ${metadata.name}`),
    onDelete: ({ key }) => say(`informer: deleted ${key}`),
  });
  const stop = new AbortController();
  const running = informer.run(stop.signal);
  await informer.synced(stop.signal);
  const ofGarden = () => informer.store.byIndex('team', 'garden');
  const labels = { team: 'garden' };
  await client.create(ConfigMap, { metadata: { namespace: 'default', name: 'by-informer', labels } });
  const found = await until('the informer to know it', async () => ofGarden()[0]);
  say(`informer: the garden team has ${found.metadata.name}`);
  await client.delete(ConfigMap, 'default/by-informer');
  await until('the informer to forget it', async () => (ofGarden().length === 0 ? true : undefined));
  stop.abort();
  await running;
}
