// Written by `npm run facts:kinds`: do not edit.

import type { PersistentVolumeClaim, PodTemplateSpec } from '../../core/v1/types.ts';
import type { IntOrString, LabelSelector, ObjectMeta, RawExtension } from '@reeve/machinery';

export interface ControllerRevision {
  apiVersion?: 'apps/v1';
  data: RawExtension;
  kind?: 'ControllerRevision';
  metadata: ObjectMeta;
  revision?: number;
}

export interface DaemonSet {
  apiVersion?: 'apps/v1';
  kind?: 'DaemonSet';
  metadata: ObjectMeta;
  spec: DaemonSetSpec;
  status?: DaemonSetStatus;
}

export interface DaemonSetCondition {
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface DaemonSetSpec {
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  selector: LabelSelector;
  template: PodTemplateSpec;
  updateStrategy?: DaemonSetUpdateStrategy;
}

export interface DaemonSetStatus {
  collisionCount?: number;
  conditions?: DaemonSetCondition[];
  currentNumberScheduled: number;
  desiredNumberScheduled: number;
  numberAvailable?: number;
  numberMisscheduled: number;
  numberReady: number;
  numberUnavailable?: number;
  observedGeneration?: number;
  updatedNumberScheduled?: number;
}

export interface DaemonSetUpdateStrategy {
  rollingUpdate?: RollingUpdateDaemonSet;
  type?: 'OnDelete' | 'RollingUpdate';
}

export interface Deployment {
  apiVersion?: 'apps/v1';
  kind?: 'Deployment';
  metadata: ObjectMeta;
  spec: DeploymentSpec;
  status?: DeploymentStatus;
}

export interface DeploymentCondition {
  lastTransitionTime?: string;
  lastUpdateTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface DeploymentSpec {
  minReadySeconds?: number;
  paused?: boolean;
  progressDeadlineSeconds?: number;
  replicas?: number;
  revisionHistoryLimit?: number;
  selector: LabelSelector;
  strategy?: DeploymentStrategy;
  template: PodTemplateSpec;
}

export interface DeploymentStatus {
  availableReplicas?: number;
  collisionCount?: number;
  conditions?: DeploymentCondition[];
  observedGeneration?: number;
  readyReplicas?: number;
  replicas?: number;
  terminatingReplicas?: number;
  unavailableReplicas?: number;
  updatedReplicas?: number;
}

export interface DeploymentStrategy {
  rollingUpdate?: RollingUpdateDeployment;
  type?: 'Recreate' | 'RollingUpdate';
}

export interface ReplicaSet {
  apiVersion?: 'apps/v1';
  kind?: 'ReplicaSet';
  metadata: ObjectMeta;
  spec: ReplicaSetSpec;
  status?: ReplicaSetStatus;
}

export interface ReplicaSetCondition {
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface ReplicaSetSpec {
  minReadySeconds?: number;
  replicas?: number;
  selector: LabelSelector;
  template?: PodTemplateSpec;
}

export interface ReplicaSetStatus {
  availableReplicas?: number;
  conditions?: ReplicaSetCondition[];
  fullyLabeledReplicas?: number;
  observedGeneration?: number;
  readyReplicas?: number;
  replicas: number;
  terminatingReplicas?: number;
}

export interface RollingUpdateDaemonSet {
  maxSurge?: IntOrString;
  maxUnavailable?: IntOrString;
}

export interface RollingUpdateDeployment {
  maxSurge?: IntOrString;
  maxUnavailable?: IntOrString;
}

export interface RollingUpdateStatefulSetStrategy {
  maxUnavailable?: IntOrString;
  partition?: number;
}

export interface StatefulSet {
  apiVersion?: 'apps/v1';
  kind?: 'StatefulSet';
  metadata: ObjectMeta;
  spec: StatefulSetSpec;
  status?: StatefulSetStatus;
}

export interface StatefulSetCondition {
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface StatefulSetOrdinals {
  start?: number;
}

export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted?: string;
  whenScaled?: string;
}

export interface StatefulSetSpec {
  minReadySeconds?: number;
  ordinals?: StatefulSetOrdinals;
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  podManagementPolicy?: 'OrderedReady' | 'Parallel';
  replicas?: number;
  revisionHistoryLimit?: number;
  selector: LabelSelector;
  serviceName?: string;
  template: PodTemplateSpec;
  updateStrategy?: StatefulSetUpdateStrategy;
  volumeClaimTemplates?: PersistentVolumeClaim[];
}

export interface StatefulSetStatus {
  availableReplicas?: number;
  collisionCount?: number;
  conditions?: StatefulSetCondition[];
  currentReplicas?: number;
  currentRevision?: string;
  observedGeneration?: number;
  readyReplicas?: number;
  replicas: number;
  updateRevision?: string;
  updatedReplicas?: number;
}

export interface StatefulSetUpdateStrategy {
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
  type?: 'OnDelete' | 'Recreate' | 'RollingUpdate';
}
