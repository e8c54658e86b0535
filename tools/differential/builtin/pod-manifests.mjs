/**
 * Pods and what makes pods, with as much left out as a server allows in one place or another.
 */
const container = { name: 'c', image: 'busybox' };
const spec = { containers: [container] };
const selector = { matchLabels: { a: 'b' } };
const template = { metadata: { labels: { a: 'b' } }, spec };
const once = { template: { spec: { ...spec, restartPolicy: 'Never' } } };

/** @param {object} fields */
const withContainer = (fields) => ({ spec: { containers: [{ ...container, ...fields }] } });
/** @param {object} fields */
const withSpec = (fields) => ({ spec: { ...spec, ...fields } });
/** @param {object} volume */
const withVolume = (volume) => withSpec({ volumes: [{ name: 'v', ...volume }] });
/** @param {object} fields */
const workload = (fields) => ({ spec: { selector, template, ...fields } });

export const podManifests = {
  'v1/pods': {
    minimal: { spec },
    'image with tag': withContainer({ image: 'busybox:1.36' }),
    'image with latest': withContainer({ image: 'registry:5000/busybox:latest' }),
    'image with port and no tag': withContainer({ image: 'registry:5000/busybox' }),
    'image with digest': withContainer({
      image: 'busybox@sha256:0000000000000000000000000000000000000000000000000000000000000000',
    }),
    'pull policy given': withContainer({ image: 'busybox:1', imagePullPolicy: 'Always' }),
    ports: withContainer({ ports: [{ containerPort: 80 }, { name: 'dns', containerPort: 53, protocol: 'UDP' }] }),
    'ports on the host network': {
      spec: {
        hostNetwork: true,
        containers: [{ ...container, ports: [{ containerPort: 80 }] }],
        initContainers: [{ name: 'i', image: 'i', ports: [{ containerPort: 81 }] }],
      },
    },
    probes: withContainer({
      livenessProbe: { httpGet: { port: 80 } },
      readinessProbe: { tcpSocket: { port: 'http' }, periodSeconds: 3 },
      startupProbe: { grpc: { port: 9 }, failureThreshold: 30 },
      ports: [{ name: 'http', containerPort: 80 }],
    }),
    'exec probe': withContainer({ livenessProbe: { exec: { command: ['true'] }, initialDelaySeconds: 1 } }),
    lifecycle: withContainer({
      lifecycle: {
        postStart: { httpGet: { port: 1 } },
        preStop: { httpGet: { port: 2, path: '/x', scheme: 'HTTPS' } },
      },
    }),
    env: withContainer({
      env: [
        { name: 'A' },
        { name: 'B', value: 'b' },
        { name: 'C', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'D', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
        { name: 'E', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
      ],
    }),
    limits: withContainer({ resources: { limits: { cpu: '1', memory: '1Gi' } } }),
    'limits and some requests': withContainer({
      resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } },
    }),
    'tiny amounts': withContainer({ resources: { limits: { memory: '100n', cpu: '1500u' } } }),
    'requests only': withContainer({ resources: { requests: { cpu: '1000m' } } }),
    'init container with limits': withSpec({
      initContainers: [{ name: 'i', image: 'i', resources: { limits: { cpu: '1' } } }],
    }),
    sidecar: withSpec({ initContainers: [{ name: 'i', image: 'i', restartPolicy: 'Always' }] }),
    'pod level resources': withSpec({ resources: { limits: { cpu: '2' }, requests: { memory: '1Gi' } } }),
    'security context': {
      spec: {
        securityContext: { runAsUser: 1 },
        containers: [{ ...container, securityContext: { privileged: true } }],
      },
    },
    'service account': withSpec({ serviceAccountName: 'sa' }),
    'old service account': withSpec({ serviceAccount: 'sa' }),
    'restart never': withSpec({ restartPolicy: 'Never', terminationGracePeriodSeconds: 0, enableServiceLinks: false }),
    tolerations: withSpec({ tolerations: [{ key: 'k', operator: 'Exists' }] }),
    'tolerates everything': withSpec({ tolerations: [{ operator: 'Exists' }] }),
    'tolerates not ready': withSpec({
      tolerations: [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' }],
    }),
    priority: withSpec({ priorityClassName: 'system-node-critical' }),
    'empty volume': withVolume({}),
    'config map volume': withVolume({ configMap: { name: 'c' } }),
    'secret volume': withVolume({ secret: { secretName: 's' } }),
    'downward volume': withVolume({
      downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.labels' } }] },
    }),
    'projected volume': withSpec({
      serviceAccountName: 'sa',
      volumes: [
        {
          name: 'v',
          projected: {
            sources: [
              { serviceAccountToken: { path: 't' } },
              { downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.labels' } }] } },
              { configMap: { name: 'c' } },
            ],
          },
        },
      ],
    }),
    'host path volume': withVolume({ hostPath: { path: '/tmp' } }),
    'iscsi volume': withVolume({ iscsi: { targetPortal: '1.2.3.4', iqn: 'iqn.2001-04.com.example:a', lun: 0 } }),
    'claim volume': withVolume({ persistentVolumeClaim: { claimName: 'c' } }),
    'ephemeral volume': withVolume({
      ephemeral: {
        volumeClaimTemplate: {
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      },
    }),
    'empty dir with size': withVolume({ emptyDir: { sizeLimit: '1Gi' } }),
    'image volume': withVolume({ image: { reference: 'a/b' } }),
    affinity: withSpec({
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'h', labelSelector: selector }],
        },
      },
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule', labelSelector: selector },
      ],
    }),
    scheduled: withSpec({ nodeName: 'n' }),
    'host users': withSpec({ hostUsers: false, shareProcessNamespace: false }),
  },
  'v1/podtemplates': { minimal: { template }, empty: { template: { spec } } },
  'v1/replicationcontrollers': {
    minimal: { spec: { selector: { a: 'b' }, template } },
    'selector and labels from the template': { spec: { template } },
    'labels given': { metadata: { labels: { x: 'y' } }, spec: { replicas: 0, template } },
  },
  'apps/v1/deployments': {
    minimal: workload({}),
    recreate: workload({ strategy: { type: 'Recreate' } }),
    'rolling update in part': workload({ strategy: { rollingUpdate: { maxSurge: 1 } } }),
    'rolling update without numbers': workload({ strategy: { type: 'RollingUpdate' } }),
    'replicas zero': workload({ replicas: 0, revisionHistoryLimit: 0, progressDeadlineSeconds: 5 }),
    'template in full': workload({
      template: {
        metadata: { labels: { a: 'b' } },
        spec: {
          hostNetwork: true,
          serviceAccountName: 'sa',
          containers: [
            {
              ...container,
              ports: [{ containerPort: 80 }],
              resources: { limits: { cpu: '1' } },
              livenessProbe: { httpGet: { port: 80 } },
            },
          ],
          volumes: [{ name: 'v', secret: { secretName: 's' } }],
        },
      },
    }),
  },
  'apps/v1/replicasets': {
    minimal: workload({}),
    'labels given': { metadata: { labels: { x: 'y' } }, spec: { selector, template, replicas: 3 } },
  },
  'apps/v1/statefulsets': {
    minimal: workload({ serviceName: 's' }),
    'without service': workload({}),
    claims: workload({
      volumeClaimTemplates: [
        {
          metadata: { name: 'd' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    }),
    'on delete': workload({ updateStrategy: { type: 'OnDelete' }, podManagementPolicy: 'Parallel' }),
    partition: workload({ updateStrategy: { rollingUpdate: { partition: 2 } } }),
    'max unavailable': workload({ updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } }),
    retention: workload({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' }, ordinals: { start: 1 } }),
  },
  'apps/v1/daemonsets': {
    minimal: workload({}),
    'on delete': workload({ updateStrategy: { type: 'OnDelete' } }),
    'rolling in part': workload({ updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } }),
    'rolling without numbers': workload({ updateStrategy: { type: 'RollingUpdate' }, minReadySeconds: 3 }),
  },
  'batch/v1/jobs': {
    minimal: { spec: once },
    parallel: { spec: { ...once, parallelism: 3 } },
    completions: { spec: { ...once, completions: 3 } },
    indexed: { spec: { ...once, completions: 3, parallelism: 2, completionMode: 'Indexed', backoffLimitPerIndex: 1 } },
    'failure policy': {
      spec: {
        ...once,
        podFailurePolicy: {
          rules: [
            { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
            { action: 'FailJob', onExitCodes: { operator: 'In', values: [1] } },
          ],
        },
      },
    },
    suspended: { metadata: { labels: { x: 'y' } }, spec: { ...once, suspend: true, backoffLimit: 0 } },
    'manual selector': {
      spec: {
        manualSelector: true,
        selector,
        template: { metadata: { labels: { a: 'b' } }, spec: { ...spec, restartPolicy: 'OnFailure' } },
      },
    },
    managed: { spec: { ...once, managedBy: 'example.com/c', podReplacementPolicy: 'Failed' } },
  },
  'batch/v1/cronjobs': {
    minimal: { spec: { schedule: '* * * * *', jobTemplate: { spec: once } } },
    given: {
      spec: {
        schedule: '@daily',
        timeZone: 'Etc/UTC',
        concurrencyPolicy: 'Forbid',
        suspend: true,
        successfulJobsHistoryLimit: 0,
        failedJobsHistoryLimit: 9,
        jobTemplate: { metadata: { labels: { a: 'b' } }, spec: { ...once, completions: 2 } },
      },
    },
  },
};
