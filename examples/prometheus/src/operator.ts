/**
 * The operator: a Prometheus is a ConfigMap, a StatefulSet and a Service. The hash of the configuration is on the pods, so they roll when it changes.
 * Before a Prometheus goes, its finalizer says goodbye.
 */
import { ConfigMap, defineController, deletionStarted, Finalizers, Service, stableHash, StatefulSet } from 'reeve';
import { setCondition, toLabelled, watch } from 'reeve';
import type { DeepReadonly } from 'reeve';
import { configuration, type PrometheusObject } from './configuration.ts';
import { Prometheus, ServiceMonitor } from './resources.ts';

/** Names of those that have gone, for whoever wants to know. */
export const farewells: string[] = [];

const finalizers = new Finalizers(Prometheus).register('monitoring.example.com/goodbye', ({ metadata }) => {
  farewells.push(metadata.name);
});

export const prometheuses = defineController({
  for: Prometheus,
  owns: [ConfigMap, StatefulSet, Service],
  watches: [watch(ServiceMonitor, toLabelled('prometheus'))],
  async reconcile(prometheus, ctx) {
    const held = await finalizers.reconcile(prometheus, ctx);
    if (deletionStarted(held)) return;
    const { name, namespace } = prometheus.metadata;
    const monitors = await ctx.list(ServiceMonitor, { namespace, labels: { prometheus: name } });
    const text = configuration(prometheus, monitors);
    const [, statefulSet] = await ctx.apply([
      configMapFor(prometheus, text),
      statefulSetFor(prometheus, stableHash(text)),
      serviceFor(prometheus),
    ]);
    await ctx.status({ monitors: monitors.length, ...readiness(prometheus, statefulSet, ctx.now()) });
  },
});

/** What is ready, and whether that is all: pods of an older configuration do not count. */
function readiness(
  { spec, status }: PrometheusObject,
  { metadata, status: set }: DeepReadonly<StatefulSet>,
  now: number,
) {
  const isRolledOut = set?.observedGeneration === metadata.generation && set?.updateRevision === set?.currentRevision;
  const ready = set?.readyReplicas ?? 0;
  const isReady = isRolledOut && ready === spec.replicas;
  const said = {
    type: 'Ready',
    status: isReady ? ('True' as const) : ('False' as const),
    reason: isReady ? 'AllReady' : 'Rolling',
    message: `${ready} of ${spec.replicas} replicas are ready`,
  };
  return { ready, conditions: setCondition(status?.conditions, said, { now }).conditions };
}

const labelsOf = ({ metadata }: PrometheusObject): Record<string, string> => ({
  'app.kubernetes.io/name': 'prometheus',
  'app.kubernetes.io/instance': metadata.name,
});

const nameOf = ({ metadata }: PrometheusObject): string => `prometheus-${metadata.name}`;

const configMapFor = (prometheus: PrometheusObject, text: string): ConfigMap =>
  ConfigMap.of({
    metadata: { name: nameOf(prometheus), labels: labelsOf(prometheus) },
    data: { 'prometheus.yml': text },
  });

function statefulSetFor(prometheus: PrometheusObject, hash: string): StatefulSet {
  const { replicas, version, retention } = prometheus.spec;
  return StatefulSet.of({
    metadata: { name: nameOf(prometheus), labels: labelsOf(prometheus) },
    spec: {
      replicas,
      serviceName: nameOf(prometheus),
      podManagementPolicy: 'Parallel',
      selector: { matchLabels: labelsOf(prometheus) },
      template: {
        metadata: {
          labels: labelsOf(prometheus),
          annotations: { 'monitoring.example.com/configuration': hash },
        },
        spec: {
          containers: [
            {
              name: 'prometheus',
              image: `prom/prometheus:${version}`,
              args: ['--config.file=/etc/prometheus/prometheus.yml', `--storage.tsdb.retention.time=${retention}`],
              ports: [{ name: 'web', containerPort: 9090 }],
              readinessProbe: { httpGet: { path: '/-/ready', port: 'web' } },
              volumeMounts: [{ name: 'config', mountPath: '/etc/prometheus' }],
            },
          ],
          volumes: [{ name: 'config', configMap: { name: nameOf(prometheus) } }],
        },
      },
    },
  });
}

const serviceFor = (prometheus: PrometheusObject): Service =>
  Service.of({
    metadata: { name: nameOf(prometheus), labels: labelsOf(prometheus) },
    spec: {
      clusterIP: 'None',
      selector: labelsOf(prometheus),
      ports: [{ name: 'web', port: 9090, targetPort: 'web' }],
    },
  });
