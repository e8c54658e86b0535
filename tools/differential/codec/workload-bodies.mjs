/** Workloads, what scales and protects them, and the network between them. */
import { jobTemplate, labels, podSpec, selector, template } from './pod-parts.mjs';

/** @type {Record<string, object[]>} */
export const workloadBodies = {
  '/apis/apps/v1/namespaces/default/deployments': [
    {
      metadata: { name: 'barn' },
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: 'estate' } },
        template: { metadata: { labels, annotations: {} }, spec: podSpec },
        strategy: { rollingUpdate: { maxSurge: '30%', maxUnavailable: 1 } },
        minReadySeconds: 5,
        paused: true,
      },
    },
  ],
  '/apis/apps/v1/namespaces/default/replicasets': [
    { metadata: { name: 'rs' }, spec: { selector: { matchLabels: labels }, template } },
  ],
  '/apis/apps/v1/namespaces/default/statefulsets': [
    {
      metadata: { name: 'ss' },
      spec: {
        serviceName: 's',
        selector: { matchLabels: labels },
        template,
        volumeClaimTemplates: [
          {
            metadata: { name: 'd' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
        ordinals: { start: 0 },
        updateStrategy: { rollingUpdate: { partition: 2 } },
      },
    },
  ],
  '/apis/apps/v1/namespaces/default/daemonsets': [
    { metadata: { name: 'ds' }, spec: { selector: { matchLabels: labels }, template } },
  ],
  '/apis/apps/v1/namespaces/default/controllerrevisions': [
    { metadata: { name: 'r' }, data: { spec: { b: [1, null, true], a: { 'x.y': -1.5 } } }, revision: 9007199254740000 },
  ],
  '/apis/batch/v1/namespaces/default/jobs': [
    {
      metadata: { name: 'j' },
      spec: {
        parallelism: 0,
        completions: 2,
        completionMode: 'Indexed',
        backoffLimitPerIndex: 0,
        template: jobTemplate,
        podFailurePolicy: { rules: [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [1, 2] } }] },
        suspend: true,
      },
    },
  ],
  '/apis/batch/v1/namespaces/default/cronjobs': [
    {
      metadata: { name: 'cj' },
      spec: {
        schedule: '*/5 * * * *',
        timeZone: 'Etc/UTC',
        startingDeadlineSeconds: 10,
        jobTemplate: { metadata: { labels }, spec: { template: jobTemplate } },
      },
    },
  ],
  '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers': [
    {
      metadata: { name: 'h' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'barn' },
        minReplicas: 1,
        maxReplicas: 3,
        metrics: [
          {
            type: 'External',
            external: { metric: { name: 'm', selector }, target: { type: 'AverageValue', averageValue: '1500m' } },
          },
        ],
        behavior: {
          scaleDown: {
            stabilizationWindowSeconds: 0,
            policies: [{ type: 'Percent', value: 10, periodSeconds: 60 }],
            tolerance: '0.05',
          },
        },
      },
    },
  ],
  '/apis/policy/v1/namespaces/default/poddisruptionbudgets': [
    { metadata: { name: 'b' }, spec: { minAvailable: '50%', selector } },
    { metadata: { name: 'b2' }, spec: { maxUnavailable: 0, selector: {} } },
  ],
  '/apis/networking.k8s.io/v1/namespaces/default/ingresses': [
    {
      metadata: { name: 'i' },
      spec: {
        ingressClassName: 'c',
        tls: [{ hosts: ['a.example.com'], secretName: 's' }],
        defaultBackend: { resource: { apiGroup: 'k.example.com', kind: 'B', name: 'b' } },
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } }],
            },
          },
          {},
        ],
      },
    },
  ],
  '/apis/networking.k8s.io/v1/ingressclasses': [
    {
      metadata: { name: 'c' },
      spec: { controller: 'example.com/c', parameters: { kind: 'P', name: 'p', scope: 'Cluster' } },
    },
  ],
  '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies': [
    {
      metadata: { name: 'np' },
      spec: {
        podSelector: {},
        ingress: [
          {},
          {
            from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }, { namespaceSelector: selector }],
            ports: [{ port: 'web' }, { port: 80, endPort: 90 }],
          },
        ],
        egress: [],
        policyTypes: ['Ingress', 'Egress'],
      },
    },
  ],
};
