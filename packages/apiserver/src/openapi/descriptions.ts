/**
 * What `kubectl explain` and `reeve explain` say about built-in kinds: a sentence for each kind, and for the fields that people look up. Written for reeve; upstream's texts are not taken over.
 */
import type { OpenApiSchema } from '@reeve/kinds';

type Schemas = Readonly<Record<string, OpenApiSchema>>;

const api = 'io.k8s.api.';
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1.';

/** The kinds by the end of their schema's name. */
const kinds: Readonly<Record<string, string>> = {
  [`${api}admissionregistration.v1.MutatingAdmissionPolicy`]:
    'Changes objects as they are written, by CEL expressions.',
  [`${api}admissionregistration.v1.MutatingAdmissionPolicyBinding`]:
    'Says for which objects a MutatingAdmissionPolicy counts.',
  [`${api}admissionregistration.v1.MutatingWebhookConfiguration`]:
    'Names webhooks that may change objects as they are written.',
  [`${api}admissionregistration.v1.ValidatingAdmissionPolicy`]:
    'Refuses objects as they are written, by CEL expressions.',
  [`${api}admissionregistration.v1.ValidatingAdmissionPolicyBinding`]:
    'Says for which objects a ValidatingAdmissionPolicy counts.',
  [`${api}admissionregistration.v1.ValidatingWebhookConfiguration`]:
    'Names webhooks that may refuse objects as they are written.',
  [`${api}apps.v1.ControllerRevision`]: 'A state of a StatefulSet or DaemonSet, kept so that it can be gone back to.',
  [`${api}apps.v1.DaemonSet`]: 'Runs one pod on each node, or on each node that a selector names.',
  [`${api}apps.v1.Deployment`]:
    'Runs a number of equal pods, and replaces them step by step when its template changes.',
  [`${api}apps.v1.ReplicaSet`]: 'Keeps a number of equal pods. Deployments make them.',
  [`${api}apps.v1.StatefulSet`]: 'Runs pods with lasting names and volumes, in order.',
  [`${api}autoscaling.v2.HorizontalPodAutoscaler`]: 'Sets the number of pods of a workload by metrics.',
  [`${api}autoscaling.v1.HorizontalPodAutoscaler`]: 'Sets the number of pods of a workload by their CPU use.',
  [`${api}autoscaling.v1.Scale`]: 'How many pods a workload is to have and has.',
  [`${api}batch.v1.CronJob`]: 'Starts a Job whenever its schedule is due.',
  [`${api}batch.v1.Job`]: 'Runs pods until a number of them have ended successfully.',
  [`${api}certificates.v1.CertificateSigningRequest`]: 'A request for a certificate, to be approved and signed.',
  [`${api}coordination.v1.Lease`]: 'Says who holds something and until when; used to elect leaders.',
  [`${api}core.v1.ConfigMap`]: 'Settings as texts or bytes, for pods and programs to read.',
  [`${api}core.v1.Endpoints`]: 'The addresses behind a Service. EndpointSlices have taken their place.',
  [`${api}core.v1.Event`]: 'Tells people what happened to an object.',
  [`${api}core.v1.LimitRange`]: 'Least, most and default resources of pods and containers in a namespace.',
  [`${api}core.v1.Namespace`]: 'A scope for names, permissions and quotas.',
  [`${api}core.v1.Node`]: 'A machine that runs pods.',
  [`${api}core.v1.PersistentVolume`]: 'Storage of the cluster that outlives pods.',
  [`${api}core.v1.PersistentVolumeClaim`]: 'A request for storage, bound to a PersistentVolume.',
  [`${api}core.v1.Pod`]: 'Containers that run together on one node.',
  [`${api}core.v1.ReplicationController`]: 'Keeps a number of equal pods. Deployments have taken its place.',
  [`${api}core.v1.ResourceQuota`]: 'Limits what the objects of a namespace may use in sum.',
  [`${api}core.v1.Secret`]: 'Passwords, tokens and keys, for pods and programs to read.',
  [`${api}core.v1.Service`]: 'One address for a set of pods.',
  [`${api}core.v1.ServiceAccount`]: 'The identity that pods show to the API server.',
  [`${api}discovery.v1.EndpointSlice`]: 'Some of the addresses behind a Service.',
  [`${api}events.v1.Event`]: 'Tells people what happened to an object.',
  [`${api}flowcontrol.v1.FlowSchema`]: 'Says which requests belong to which level of priority.',
  [`${api}flowcontrol.v1.PriorityLevelConfiguration`]: 'How many requests of a level of priority are served at once.',
  [`${api}networking.v1.Ingress`]: 'Leads HTTP requests from outside to Services, by host and path.',
  [`${api}networking.v1.IngressClass`]: 'Which controller serves an Ingress.',
  [`${api}networking.v1.NetworkPolicy`]: 'Which connections pods may have.',
  [`${api}node.v1.RuntimeClass`]: 'How containers of a pod are run.',
  [`${api}policy.v1.PodDisruptionBudget`]: 'How many pods of a set may be away on purpose at the same time.',
  [`${api}rbac.v1.ClusterRole`]: 'Permissions for the whole cluster, or for any namespace that binds them.',
  [`${api}rbac.v1.ClusterRoleBinding`]: 'Gives the permissions of a ClusterRole in the whole cluster.',
  [`${api}rbac.v1.Role`]: 'Permissions in one namespace.',
  [`${api}rbac.v1.RoleBinding`]: 'Gives the permissions of a Role or ClusterRole in one namespace.',
  [`${api}resource.v1.DeviceClass`]: 'A kind of device that claims can ask for.',
  [`${api}resource.v1.ResourceClaim`]: 'A request for devices, for one or more pods.',
  [`${api}resource.v1.ResourceClaimTemplate`]: 'Makes a ResourceClaim for each pod that refers to it.',
  [`${api}resource.v1.ResourceSlice`]: 'The devices that a driver offers on a node.',
  [`${api}scheduling.v1.PriorityClass`]: 'How important pods are, by a name.',
  [`${api}storage.v1.StorageClass`]: 'How volumes are made for claims.',
  [`${api}storage.v1.VolumeAttachment`]: 'That a volume is attached to a node, or is to be.',
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition':
    'Defines a resource: its names, scope, versions and their schemas.',
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService':
    'Leads the requests of a group and version to another API server.',
};

/** Fields that mean the same wherever they are. */
const common: Readonly<Record<string, string>> = {
  apiVersion: 'The group and version of the object, such as apps/v1.',
  kind: 'The kind of the object.',
  metadata: 'Name, namespace, labels and what else all objects have.',
  spec: 'What is wanted.',
  status: 'What is; written by controllers.',
};

const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [`${meta}ObjectMeta`]: {
    annotations: 'Notes of programs and people. Objects cannot be selected by them.',
    creationTimestamp: 'When the object was created; set by the server.',
    deletionGracePeriodSeconds: 'How many seconds the object has to end, once its deletion has begun.',
    deletionTimestamp:
      'When the object is to be gone; set when its deletion begins. It goes when it has no finalizers.',
    finalizers: 'Who has to do something before the object may go. Each removes its own entry.',
    generateName: 'The beginning of the name, which the server completes where there is no name.',
    generation: 'Counts the changes of what is wanted; set by the server.',
    labels: 'Names and values by which objects are selected.',
    managedFields: 'Which manager owns which fields; kept by the server.',
    name: 'The name, unique among the objects of its kind in its namespace.',
    namespace: 'The namespace of the object; absent for objects of the whole cluster.',
    ownerReferences: 'The objects that this one belongs to. It is deleted when all of them are gone.',
    resourceVersion: 'Which state of the object this is. Writes that name it fail when the object has changed since.',
    uid: 'Identifies the object for ever, other than its name; set by the server.',
  },
  [`${api}apps.v1.DeploymentSpec`]: {
    minReadySeconds: 'How many seconds a pod has to be ready before it counts as available.',
    paused: 'True keeps pods as they are while the template changes.',
    progressDeadlineSeconds: 'After how many seconds without progress the Deployment is said to have failed.',
    replicas: 'How many pods are wanted; 1 unless given.',
    revisionHistoryLimit: 'How many old ReplicaSets are kept to go back to.',
    selector: 'Which pods belong to it. It must match the labels of the template, and cannot change.',
    strategy: 'How old pods are replaced by new ones.',
    template: 'What the pods are made from.',
  },
  [`${api}core.v1.PodSpec`]: {
    containers: 'The containers. There is at least one.',
    initContainers: 'Containers that run one after the other, and to their end, before the others start.',
    nodeName: 'The node that the pod runs on; set by the scheduler.',
    nodeSelector: 'The labels that a node must have.',
    restartPolicy: 'What when a container ends: Always, OnFailure or Never.',
    serviceAccountName: 'The identity of the pod.',
    terminationGracePeriodSeconds: 'How many seconds containers have between SIGTERM and SIGKILL.',
    tolerations: 'The taints of nodes that the pod bears.',
    volumes: 'What containers can mount.',
    affinity: 'Where the pod is to run, or not, relative to nodes and other pods.',
    securityContext: 'User, group and other limits for all containers.',
  },
  [`${api}core.v1.Container`]: {
    args: 'The arguments of the command; those of the image unless given.',
    command: 'The command; that of the image unless given.',
    env: 'Environment variables.',
    envFrom: 'ConfigMaps and Secrets whose entries become environment variables.',
    image: 'The image to run.',
    imagePullPolicy: 'When the image is pulled: Always, IfNotPresent or Never.',
    livenessProbe: 'How the kubelet finds out that the container must be started again.',
    name: 'The name of the container, unique in the pod.',
    ports: 'The ports that the container listens at.',
    readinessProbe: 'How the kubelet finds out whether the container can be sent requests.',
    resources: 'How much CPU and memory the container needs, and may use at most.',
    startupProbe: 'How the kubelet finds out that the container has started; other probes wait for it.',
    volumeMounts: 'Where volumes appear in the file system of the container.',
  },
  [`${api}core.v1.ServiceSpec`]: {
    clusterIP: 'The address in the cluster; None for none.',
    ports: 'The ports of the Service, and where in the pods they lead.',
    selector: 'The labels of the pods behind the Service.',
    type: 'ClusterIP, NodePort, LoadBalancer or ExternalName.',
  },
  [`${api}batch.v1.CronJobSpec`]: {
    concurrencyPolicy: 'What when a Job still runs: Allow, Forbid or Replace.',
    jobTemplate: 'What the Jobs are made from.',
    schedule: 'When a Job is started, as five fields: minute, hour, day, month, weekday.',
    startingDeadlineSeconds: 'How many seconds late a Job may still be started.',
    suspend: 'True starts no more Jobs.',
    timeZone: 'The time zone of the schedule.',
  },
  [`${api}batch.v1.JobSpec`]: {
    activeDeadlineSeconds: 'After how many seconds the Job is ended.',
    backoffLimit: 'How often failed pods are replaced before the Job has failed.',
    completions: 'How many pods have to end successfully.',
    parallelism: 'How many pods may run at once.',
    template: 'What the pods are made from.',
    ttlSecondsAfterFinished: 'How many seconds after its end the Job is deleted.',
  },
};

/** The schemas with their descriptions. */
export const described = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const description = kinds[name];
      const own = { ...(description !== undefined && common), ...fields[name] };
      if (description === undefined && fields[name] === undefined) return [name, schema];
      const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, object>>);
      const told = properties.map(([field, of]) => [
        field,
        own[field] === undefined ? of : { ...of, description: own[field] },
      ]);
      return [
        name,
        {
          ...schema,
          ...(description !== undefined && { description }),
          properties: Object.fromEntries(told) as object,
        },
      ];
    }),
  );
