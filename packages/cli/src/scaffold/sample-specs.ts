/**
 * The least that a server takes of built-in kinds that need more than a name: what the test of a controller for them creates.
 */

const labels = { app: 'sample' };
const containers = [{ name: 'main', image: 'nginx' }];
const template = { metadata: { labels }, spec: { containers } };
const workload = { fields: { spec: { selector: { matchLabels: labels }, template } } };
const job = { template: { spec: { containers, restartPolicy: 'Never' } } };
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };

/** A name, where not every one will do, and fields. */
interface SampleSpec {
  readonly name?: string;
  readonly fields: object;
}

/** By kind. */
export const sampleSpecs: Readonly<Record<string, SampleSpec>> = {
  Deployment: workload,
  DaemonSet: workload,
  ReplicaSet: workload,
  StatefulSet: { fields: { spec: { ...workload.fields.spec, serviceName: 'sample' } } },
  ReplicationController: { fields: { spec: { selector: labels, template } } },
  Pod: { fields: { spec: { containers } } },
  Job: { fields: { spec: job } },
  CronJob: { fields: { spec: { schedule: '0 * * * *', jobTemplate: { spec: job } } } },
  Service: { fields: { spec: { ports: [{ port: 80 }] } } },
  Ingress: { fields: { spec: { defaultBackend: { service: { name: 'sample', port: { number: 80 } } } } } },
  IngressClass: { fields: { spec: { controller: 'example.com/sample' } } },
  NetworkPolicy: { fields: { spec: { podSelector: {} } } },
  PersistentVolumeClaim: {
    fields: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  },
  PersistentVolume: {
    fields: { spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/tmp' } } },
  },
  HorizontalPodAutoscaler: {
    fields: { spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'sample' } } },
  },
  RoleBinding: { fields: { roleRef } },
  ClusterRoleBinding: { fields: { roleRef } },
  StorageClass: { fields: { provisioner: 'example.com/sample' } },
  PriorityClass: { fields: { value: 1 } },
  RuntimeClass: { fields: { handler: 'sample' } },
  EndpointSlice: { fields: { addressType: 'IPv4', endpoints: [] } },
  CSIDriver: { fields: { spec: {} } },
  CSINode: { fields: { spec: { drivers: [] } } },
  PodTemplate: { fields: { template } },
};
