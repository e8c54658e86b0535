/**
 * A reflector lists once and watches from there, and keeps a store in step with the server. Here it fills a `DeltaFifo`: what happened to each object, in order,
 * until somebody takes it.
 */
import type { Stage } from '@reeve-examples/common';
import { ConfigMap, DeltaFifo, keyOf, kindListerWatcher, Reflector } from 'reeve';
import type { DeepReadonly } from 'reeve';

export async function byReflector({ client, host, transport, say }: Stage): Promise<void> {
  const changes = new DeltaFifo<DeepReadonly<ConfigMap>>({ emitReplaced: true });
  const source = kindListerWatcher({ transport, kind: ConfigMap, namespace: 'default' });
  const reflector = new Reflector<ConfigMap>({ host, source, store: changes });
  const stop = new AbortController();
  const running = reflector.run(stop.signal);
  await client.create(ConfigMap, { metadata: { namespace: 'default', name: 'by-reflector' } });
  while (!(await popped())) say('reflector: and the next one');
  stop.abort();
  await running;
  await client.delete(ConfigMap, 'default/by-reflector');

  /** Takes what happened to one object, and says whether it was the new one. */
  async function popped(): Promise<boolean> {
    const deltas = await changes.pop(() => {});
    for (const { type, object } of deltas) say(`reflector: ${type} ${keyOf(object as ConfigMap)}`);
    return deltas.some(({ object }) => (object as ConfigMap).metadata.name === 'by-reflector');
  }
}
