/**
 * A controller by hand: handlers put keys into a work queue, workers take them and read the object from the informer's store. A key waits at most once, one worker
 * holds it, and what fails comes back later.
 */
import type { Stage } from '@reeve-examples/common';
import { ConfigMap, keyOf, kindListerWatcher, reflectorSource, SharedIndexInformer, WorkQueue } from 'reeve';

const name = 'by-work-queue';

export async function byWorkQueue({ client, host, transport, say, until }: Stage): Promise<void> {
  const source = reflectorSource<ConfigMap>({
    source: kindListerWatcher({ transport, kind: ConfigMap, namespace: 'default' }),
  });
  const informer = new SharedIndexInformer({ host, source });
  const queue = new WorkQueue<string>({ clock: host.clock });
  informer.addEventHandler({
    onAdd: (object) => queue.add(keyOf(object)),
    onUpdate: (_before, object) => queue.add(keyOf(object)),
    onDelete: ({ key }) => queue.add(key),
  });
  const stop = new AbortController();
  const running = informer.run(stop.signal);
  await informer.synced(stop.signal);
  let failures = 0;
  const work = async (): Promise<void> => {
    for await (const item of queue.take(stop.signal)) {
      try {
        reconcile(item.key);
        item.forget();
      } catch (error) {
        say(`work queue: ${String(error)}, again later`);
        item.retry();
      }
    }
  };
  const workers = Promise.all([work(), work()]);
  await client.create(ConfigMap, { metadata: { namespace: 'default', name } });
  await until('the failure to be made good', async () => (failures > 0 && queue.length === 0 ? true : undefined));
  await client.delete(ConfigMap, `default/${name}`);
  stop.abort();
  queue.shutDown();
  await Promise.all([running, workers]);

  /** Fails the first time it sees the object. */
  function reconcile(key: string): void {
    const object = informer.store.getByKey(key);
    if (key.endsWith(name) && object !== undefined && failures === 0) {
      failures += 1;
      throw new Error(`${key} does not work the first time`);
    }
    say(`work queue: ${key} is ${object === undefined ? 'gone' : 'as it should be'}`);
  }
}
