// Written by `npm run facts:kinds`: do not edit.

export { ControllerRevision } from './v1/controller-revision.ts';
export { DaemonSet } from './v1/daemon-set.ts';
export { Deployment } from './v1/deployment.ts';
export { ReplicaSet } from './v1/replica-set.ts';
export { StatefulSet } from './v1/stateful-set.ts';
export type { DaemonSetCondition, DaemonSetSpec, DaemonSetStatus, DaemonSetUpdateStrategy, DeploymentCondition, DeploymentSpec, DeploymentStatus, DeploymentStrategy, ReplicaSetCondition, ReplicaSetSpec, ReplicaSetStatus, RollingUpdateDaemonSet, RollingUpdateDeployment, RollingUpdateStatefulSetStrategy, StatefulSetCondition, StatefulSetOrdinals, StatefulSetPersistentVolumeClaimRetentionPolicy, StatefulSetSpec, StatefulSetStatus, StatefulSetUpdateStrategy } from './v1/types.ts';
