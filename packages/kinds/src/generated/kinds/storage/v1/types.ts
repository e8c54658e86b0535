// Written by `npm run facts:kinds`: do not edit.

import type { PersistentVolumeSpec, TopologySelectorTerm } from '../../core/v1/types.ts';
import type { LabelSelector, ObjectMeta, QuantityValue } from '@reeve/machinery';

export interface CSIDriver {
  apiVersion?: 'storage.k8s.io/v1';
  kind?: 'CSIDriver';
  metadata: ObjectMeta;
  spec: CSIDriverSpec;
}

export interface CSIDriverSpec {
  attachRequired?: boolean;
  fsGroupPolicy?: string;
  nodeAllocatableUpdatePeriodSeconds?: number;
  podInfoOnMount?: boolean;
  preventPodSchedulingIfMissing?: boolean;
  requiresRepublish?: boolean;
  seLinuxMount?: boolean;
  serviceAccountTokenInSecrets?: boolean;
  storageCapacity?: boolean;
  tokenRequests?: TokenRequest[];
  volumeLifecycleModes?: string[];
}

export interface CSINode {
  apiVersion?: 'storage.k8s.io/v1';
  kind?: 'CSINode';
  metadata: ObjectMeta;
  spec: CSINodeSpec;
  status?: CSINodeStatus;
}

export interface CSINodeDriver {
  allocatable?: VolumeNodeResources;
  name: string;
  nodeID: string;
  topologyKeys?: string[];
}

export interface CSINodeSpec {
  drivers: CSINodeDriver[];
}

export interface CSINodeStatus {
  storageHealth?: StorageHealth[];
}

export interface CSIStorageCapacity {
  apiVersion?: 'storage.k8s.io/v1';
  capacity?: QuantityValue;
  kind?: 'CSIStorageCapacity';
  maximumVolumeSize?: QuantityValue;
  metadata: ObjectMeta;
  nodeTopology?: LabelSelector;
  storageClassName: string;
}

export interface StorageClass {
  allowVolumeExpansion?: boolean;
  allowedTopologies?: TopologySelectorTerm[];
  apiVersion?: 'storage.k8s.io/v1';
  kind?: 'StorageClass';
  metadata: ObjectMeta;
  mountOptions?: string[];
  parameters?: Record<string, string>;
  provisioner: string;
  reclaimPolicy?: 'Delete' | 'Recycle' | 'Retain';
  volumeBindingMode?: 'Immediate' | 'WaitForFirstConsumer';
}

export interface StorageHealth {
  healthConditions?: StorageHealthCondition[];
  name: string;
}

export interface StorageHealthCondition {
  accessMode?: 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod';
  lastTransitionTime?: string;
  message?: string;
  reason: string;
  status: 'StorageDegraded' | 'StorageUnreachable';
  volumeMode?: 'Block' | 'Filesystem';
}

export interface TokenRequest {
  audience: string;
  expirationSeconds?: number;
}

export interface VolumeAttachment {
  apiVersion?: 'storage.k8s.io/v1';
  kind?: 'VolumeAttachment';
  metadata: ObjectMeta;
  spec: VolumeAttachmentSpec;
  status?: VolumeAttachmentStatus;
}

export interface VolumeAttachmentSource {
  inlineVolumeSpec?: PersistentVolumeSpec;
  persistentVolumeName?: string;
}

export interface VolumeAttachmentSpec {
  attacher: string;
  nodeName: string;
  source: VolumeAttachmentSource;
}

export interface VolumeAttachmentStatus {
  attachError?: VolumeError;
  attached: boolean;
  attachmentMetadata?: Record<string, string>;
  detachError?: VolumeError;
}

export interface VolumeAttributesClass {
  apiVersion?: 'storage.k8s.io/v1';
  driverName: string;
  kind?: 'VolumeAttributesClass';
  metadata: ObjectMeta;
  parameters?: Record<string, string>;
}

export interface VolumeError {
  errorCode?: number;
  message?: string;
  time?: string;
}

export interface VolumeNodeResources {
  count?: number;
}
