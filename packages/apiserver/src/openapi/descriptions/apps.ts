/**
 * Descriptions of the group apps.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

const template = 'What the pods are made from.';
const selector = 'Which pods belong to it. It must match the labels of the template, and cannot change.';
const minReadySeconds = 'How many seconds a pod has to be ready before it counts as available.';
const collisionCount = 'How often a computed name was taken already; the next name is computed with it.';

export const apps: GroupDescriptions = {
  prefix: 'io.k8s.api.apps.v1.',
  kinds: {
    ControllerRevision: 'A state of a StatefulSet or DaemonSet, kept so that it can be gone back to.',
    DaemonSet: 'Runs one pod on each node, or on each node that a selector names.',
    Deployment: 'Runs a number of equal pods, and replaces them step by step when its template changes.',
    ReplicaSet: 'Keeps a number of equal pods. Deployments make them.',
    StatefulSet: 'Runs pods with lasting names and volumes, in order.',
  },
  fields: {
    ControllerRevision: {
      data: 'The state that is kept.',
      revision: 'The number of the state; later states have higher numbers.',
    },
    DaemonSetSpec: {
      minReadySeconds,
      revisionHistoryLimit: 'How many old ControllerRevisions are kept to go back to.',
      selector,
      template,
      updateStrategy: 'How old pods are replaced when the template changes.',
    },
    DaemonSetStatus: {
      collisionCount,
      currentNumberScheduled: 'How many nodes run the pod and should.',
      desiredNumberScheduled: 'How many nodes should run the pod.',
      numberAvailable: 'How many nodes that should run the pod have an available one.',
      numberMisscheduled: 'How many nodes run the pod and should not.',
      numberReady: 'How many nodes that should run the pod have a ready one.',
      numberUnavailable: 'How many nodes that should run the pod have no available one.',
      updatedNumberScheduled: 'How many nodes run a pod of the present template.',
    },
    DaemonSetUpdateStrategy: {
      rollingUpdate: 'How many pods may be replaced at once, for the type RollingUpdate.',
      type: 'RollingUpdate replaces pods by itself; OnDelete waits until somebody deletes them.',
    },
    RollingUpdateDaemonSet: {
      maxSurge: 'How many nodes, or what share of them, may run an old and a new pod at once.',
      maxUnavailable: 'How many nodes, or what share of them, may be without an available pod during an update.',
    },
    DeploymentSpec: {
      minReadySeconds,
      paused: 'True keeps pods as they are while the template changes.',
      progressDeadlineSeconds: 'After how many seconds without progress the Deployment is said to have failed.',
      replicas: 'How many pods are wanted; 1 unless given.',
      revisionHistoryLimit: 'How many old ReplicaSets are kept to go back to.',
      selector,
      strategy: 'How old pods are replaced by new ones.',
      template,
    },
    DeploymentStatus: {
      availableReplicas: 'How many pods have been ready for minReadySeconds.',
      collisionCount,
      readyReplicas: 'How many pods are ready.',
      replicas: 'How many pods there are, of any template.',
      terminatingReplicas: 'How many pods are being deleted.',
      unavailableReplicas: 'How many pods are still missing before all that are wanted are available.',
      updatedReplicas: 'How many pods are of the present template.',
    },
    DeploymentStrategy: {
      rollingUpdate: 'How many pods may be added and missing, for the type RollingUpdate.',
      type: 'RollingUpdate replaces pods step by step; Recreate ends all old ones first.',
    },
    RollingUpdateDeployment: {
      maxSurge: 'How many pods, or what share of them, may be there beyond those wanted during an update.',
      maxUnavailable: 'How many of the wanted pods, or what share of them, may be unavailable during an update.',
    },
    ReplicaSetSpec: {
      minReadySeconds,
      replicas: 'How many pods are wanted; 1 unless given.',
      selector,
      template,
    },
    ReplicaSetStatus: {
      availableReplicas: 'How many pods have been ready for minReadySeconds.',
      fullyLabeledReplicas: 'How many pods have all labels of the template.',
      readyReplicas: 'How many pods are ready.',
      replicas: 'How many pods there are.',
      terminatingReplicas: 'How many pods are being deleted.',
    },
    StatefulSetSpec: {
      minReadySeconds,
      ordinals: 'With which number the names of the pods begin.',
      persistentVolumeClaimRetentionPolicy: 'Whether claims are deleted with the StatefulSet, or when it gets smaller.',
      podManagementPolicy: 'OrderedReady starts and ends pods one after the other; Parallel does all at once.',
      replicas: 'How many pods are wanted; 1 unless given.',
      revisionHistoryLimit: 'How many old ControllerRevisions are kept to go back to.',
      selector,
      serviceName: 'The headless Service that gives the pods their DNS names.',
      template,
      updateStrategy: 'How old pods are replaced when the template changes.',
      volumeClaimTemplates: 'PersistentVolumeClaims that are made for each pod, and stay when the pod is replaced.',
    },
    StatefulSetStatus: {
      availableReplicas: 'How many pods have been ready for minReadySeconds.',
      collisionCount,
      currentReplicas: 'How many pods are of the revision in currentRevision.',
      currentRevision: 'The ControllerRevision that pods not yet updated are of.',
      readyReplicas: 'How many pods are ready.',
      replicas: 'How many pods there are.',
      updateRevision: 'The ControllerRevision that updated pods are of.',
      updatedReplicas: 'How many pods are of the revision in updateRevision.',
    },
    StatefulSetUpdateStrategy: {
      rollingUpdate: 'Which pods are replaced, for the type RollingUpdate.',
      type: 'RollingUpdate replaces pods by itself; OnDelete waits until somebody deletes them.',
    },
    RollingUpdateStatefulSetStrategy: {
      maxUnavailable: 'How many pods, or what share of them, may be unavailable during an update.',
      partition: 'Only pods with this number or a higher one are replaced.',
    },
  },
};
