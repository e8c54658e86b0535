/**
 * Descriptions of volumes, claims, ConfigMaps and Secrets in the core group.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

const sources = {
  awsElasticBlockStore: 'A disk of AWS. The CSI driver of AWS has taken its place.',
  azureDisk: 'A disk of Azure. The CSI driver of Azure has taken its place.',
  azureFile: 'A file share of Azure. The CSI driver of Azure has taken its place.',
  cephfs: 'A CephFS file system. No longer supported.',
  cinder: 'A disk of OpenStack. The CSI driver of OpenStack has taken its place.',
  csi: 'Storage of a CSI driver.',
  fc: 'A disk over Fibre Channel.',
  flexVolume: 'Storage of a FlexVolume driver. CSI has taken its place.',
  flocker: 'A Flocker volume. No longer supported.',
  gcePersistentDisk: 'A disk of Google Cloud. The CSI driver of Google has taken its place.',
  glusterfs: 'A GlusterFS volume. No longer supported.',
  hostPath: 'A file or folder of the node.',
  iscsi: 'A disk over iSCSI.',
  nfs: 'A folder of an NFS server.',
  photonPersistentDisk: 'A disk of Photon. No longer supported.',
  portworxVolume: 'A Portworx volume. The CSI driver of Portworx has taken its place.',
  quobyte: 'A Quobyte volume. No longer supported.',
  rbd: 'A block device of Ceph. No longer supported.',
  scaleIO: 'A ScaleIO volume. No longer supported.',
  storageos: 'A StorageOS volume. No longer supported.',
  vsphereVolume: 'A disk of vSphere. The CSI driver of vSphere has taken its place.',
};
const shared = {
  accessModes: 'How it can be mounted: ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod.',
  storageClassName: 'The StorageClass it belongs to.',
  volumeAttributesClassName: 'The VolumeAttributesClass it belongs to.',
  volumeMode: 'Filesystem, or Block for a device without a file system.',
};
const files = {
  defaultMode: 'The permissions of the files; 0644 unless given.',
  items: 'Which entries become files, and where; all unless given.',
  optional: 'True allows the object or its entries to be missing.',
};

export const coreStorage: GroupDescriptions = {
  prefix: 'io.k8s.api.core.v1.',
  kinds: {
    ConfigMap: 'Settings as texts or bytes, for pods and programs to read.',
    PersistentVolume: 'Storage of the cluster that outlives pods.',
    PersistentVolumeClaim: 'A request for storage, bound to a PersistentVolume.',
    Secret: 'Passwords, tokens and keys, for pods and programs to read.',
  },
  fields: {
    ConfigMap: {
      binaryData: 'Bytes by name, in base64.',
      data: 'Texts by name.',
      immutable: 'True refuses all changes of the data from then on.',
    },
    Secret: {
      data: 'Bytes by name, in base64.',
      immutable: 'True refuses all changes of the data from then on.',
      stringData: 'Texts by name, which the server puts into data. It is never read back.',
      type: 'What the Secret contains, such as Opaque or kubernetes.io/tls. Some types require certain entries.',
    },
    PersistentVolumeClaimSpec: {
      ...shared,
      dataSource: 'The snapshot or claim whose content the volume begins with.',
      dataSourceRef: 'The object whose content the volume begins with, of any kind.',
      resources: 'How much storage is needed.',
      selector: 'The labels that the PersistentVolume must have.',
      volumeName: 'The PersistentVolume that the claim is bound to.',
    },
    PersistentVolumeClaimStatus: {
      accessModes: 'How the bound volume can be mounted.',
      allocatedResourceStatuses: 'How far a change of size has come, by resource.',
      allocatedResources: 'The size that is set aside for the claim, which a change of size may not have reached yet.',
      capacity: 'The size of the bound volume.',
      currentVolumeAttributesClassName: 'The VolumeAttributesClass that the volume has now.',
      healthStatus: 'What is known about the health of the bound volume.',
      modifyVolumeStatus: 'How far a change of the VolumeAttributesClass has come.',
      phase: 'Pending, Bound or Lost.',
    },
    VolumeResourceRequirements: {
      limits: 'The size that the volume may have at most.',
      requests: 'The size that the volume must have at least, as storage.',
    },
    PersistentVolumeSpec: {
      ...sources,
      ...shared,
      capacity: 'The size of the volume.',
      claimRef: 'The claim that the volume is bound to.',
      local: 'A disk or folder of one node.',
      mountOptions: 'Options of the mount.',
      nodeAffinity: 'The nodes from which the volume can be reached.',
      persistentVolumeReclaimPolicy: 'What when the claim is gone: Retain, Delete or Recycle.',
    },
    PersistentVolumeStatus: {
      lastPhaseTransitionTime: 'When the phase last changed.',
      message: 'Why the volume is in this phase, for people.',
      phase: 'Pending, Available, Bound, Released or Failed.',
      reason: 'Why the volume has failed, as one word.',
    },
    Volume: {
      ...sources,
      configMap: 'The entries of a ConfigMap as files.',
      downwardAPI: 'Fields of the pod as files.',
      emptyDir: 'An empty folder that goes with the pod.',
      ephemeral: 'A claim that is made for the pod, and goes with it.',
      gitRepo: 'A Git repository. No longer supported.',
      image: 'The files of an OCI image.',
      name: 'The name of the volume, unique in the pod.',
      persistentVolumeClaim: 'The volume of a claim in the same namespace.',
      projected: 'Several sources in one folder.',
      secret: 'The entries of a Secret as files.',
    },
    ConfigMapVolumeSource: { ...files, name: 'The name of the ConfigMap.' },
    SecretVolumeSource: { ...files, secretName: 'The name of the Secret.' },
    ProjectedVolumeSource: { defaultMode: files.defaultMode, sources: 'The sources of the files.' },
    KeyToPath: {
      key: 'The name of the entry.',
      mode: 'The permissions of the file.',
      path: 'The path of the file in the volume.',
    },
    EmptyDirVolumeSource: {
      medium: 'Memory keeps the files in memory; on the disk of the node unless given.',
      sizeLimit: 'How large the files may be in sum.',
    },
    HostPathVolumeSource: {
      path: 'The path on the node.',
      type: 'What must be at the path, such as Directory or File; not checked unless given.',
    },
    PersistentVolumeClaimVolumeSource: {
      claimName: 'The name of the claim.',
      readOnly: 'True mounts the volume read-only.',
    },
  },
};
