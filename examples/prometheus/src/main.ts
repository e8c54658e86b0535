/**
 * Plays the operator: a Prometheus with one monitor, a second monitor that makes it roll, and its end.
 */
import { playExample } from '@reeve-examples/common';
import { ConfigMap, isConditionTrue, Pod, Service, StatefulSet } from 'reeve';
import type { KindObject } from 'reeve';
import { farewells, prometheuses } from './operator.ts';
import { Prometheus, ServiceMonitor } from './resources.ts';

const namespace = 'default';
const manager = { fieldManager: 'example' };
const monitor = (name: string, port: number) => ({
  metadata: { namespace, name, labels: { prometheus: 'main' } },
  spec: { service: name, port },
});

await playExample({
  definitions: [Prometheus, ServiceMonitor],
  controllers: [prometheuses],
  tries: ['kubectl get prom,smon', 'kubectl get cm prometheus-main -o yaml', 'kubectl delete prom main'],
  async sample({ client }) {
    await client.apply(ServiceMonitor, monitor('blog', 80), manager);
    await client.apply(Prometheus, { metadata: { namespace, name: 'main' }, spec: { replicas: 2 } }, manager);
  },
  async scene(stage) {
    const isReady = (monitors: number) => (found: KindObject<typeof Prometheus>) =>
      found.status?.monitors === monitors && isConditionTrue(found.status.conditions ?? [], 'Ready');
    await stage.untilObject(Prometheus, 'default/main', 'to be ready', isReady(1));
    stage.say('it scrapes one application with two pods');
    const before = await configurations();
    await stage.client.apply(ServiceMonitor, monitor('shop', 8080), manager);
    await stage.untilObject(ConfigMap, 'default/prometheus-main', 'to name the shop', ({ data }) =>
      Boolean(data?.['prometheus.yml']?.includes('shop:8080')),
    );
    await stage.untilObject(Prometheus, 'default/main', 'to have rolled', isReady(2));
    const after = await configurations();
    if (before === after) throw new Error('the pods still have the old configuration');
    stage.say('every pod has rolled to the new configuration');
    await stage.show(Prometheus, ServiceMonitor, ConfigMap, StatefulSet, Service, Pod);
    await stage.client.delete(Prometheus, 'default/main');
    await stage.untilGone(Prometheus, 'default/main');
    stage.say(`goodbye, ${farewells.join(' and ')}`);

    async function configurations(): Promise<string> {
      const { items } = await stage.client.list(Pod, { namespace, labels: { 'app.kubernetes.io/instance': 'main' } });
      const hashes = items.map(({ metadata }) => metadata.annotations?.['monitoring.example.com/configuration']);
      return [...new Set(hashes)].join();
    }
  },
});
