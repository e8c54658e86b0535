/**
 * Descriptions of the group storage.k8s.io.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

export const storage: GroupDescriptions = {
  prefix: 'io.k8s.api.storage.v1.',
  kinds: {
    CSIDriver: 'Says what a CSI driver can do and needs.',
    CSINode: 'The CSI drivers of a node.',
    CSIStorageCapacity: 'How much storage of a StorageClass is left for certain nodes.',
    StorageClass: 'How volumes are made for claims.',
    VolumeAttachment: 'That a volume is attached to a node, or is to be.',
    VolumeAttributesClass: 'Attributes of volumes that can change while they are used.',
  },
  fields: {
    CSIDriverSpec: {
      attachRequired: 'False when volumes need not be attached before they are mounted.',
      fsGroupPolicy: 'Whether the group of files is set to fsGroup: ReadWriteOnceWithFSType, File or None.',
      nodeAllocatableUpdatePeriodSeconds:
        'How often, in seconds, the number of volumes that a node can take is updated.',
      podInfoOnMount: 'True tells the driver about the pod when it mounts a volume.',
      preventPodSchedulingIfMissing: 'True keeps pods that use the driver away from nodes that do not have it.',
      requiresRepublish: 'True calls the driver again and again, so that it can renew what is mounted.',
      seLinuxMount: 'True when the driver can mount volumes with an SELinux label.',
      serviceAccountTokenInSecrets: 'True gives tokens to the driver among the secrets of the request.',
      storageCapacity: 'True makes the scheduler look at the capacity that the driver reports.',
      tokenRequests: 'The tokens of ServiceAccounts that the driver needs.',
      volumeLifecycleModes: 'Persistent for volumes of claims, Ephemeral for volumes of one pod.',
    },
    CSINodeSpec: { drivers: 'The drivers that the node has.' },
    CSINodeStatus: { storageHealth: 'What drivers report about the health of their storage.' },
    CSIStorageCapacity: {
      capacity: 'How much storage is left.',
      maximumVolumeSize: 'How large one volume can be.',
      nodeTopology: 'The labels of the nodes that can use the storage.',
      storageClassName: 'The StorageClass of the storage.',
    },
    StorageClass: {
      allowVolumeExpansion: 'Whether volumes can be made larger.',
      allowedTopologies: 'The zones or nodes for which volumes can be made.',
      mountOptions: 'Options of the mounts.',
      parameters: 'Settings for the provisioner.',
      provisioner: 'Who makes the volumes, such as a CSI driver.',
      reclaimPolicy: 'What when the claim of a volume is gone: Delete or Retain; Delete unless given.',
      volumeBindingMode: 'Immediate makes volumes at once; WaitForFirstConsumer when a pod uses the claim.',
    },
    VolumeAttachmentSpec: {
      attacher: 'The CSI driver that attaches the volume.',
      nodeName: 'The node that the volume is attached to.',
      source: 'The volume.',
    },
    VolumeAttachmentStatus: {
      attachError: 'Why the volume could not be attached.',
      attached: 'Whether the volume is attached.',
      attachmentMetadata: 'What the driver needs to know when it mounts the volume.',
      detachError: 'Why the volume could not be detached.',
    },
    VolumeAttachmentSource: {
      inlineVolumeSpec: 'The spec of a volume that has no PersistentVolume.',
      persistentVolumeName: 'The name of the PersistentVolume.',
    },
    VolumeAttributesClass: {
      driverName: 'The CSI driver that the attributes are for.',
      parameters: 'The attributes, by name.',
    },
  },
};

export const storagemigration: GroupDescriptions = {
  prefix: 'io.k8s.api.storagemigration.v1.',
  kinds: {
    StorageVersionMigration: 'Writes all objects of a resource anew, in the version in which they are stored now.',
  },
  fields: {
    StorageVersionMigrationSpec: { resource: 'The resource whose objects are written anew.' },
    StorageVersionMigrationStatus: {
      conditions: 'Whether the migration is Running, Succeeded or Failed.',
      resourceVersion: 'The version of the resource at the beginning of the migration.',
    },
  },
};
