// Written by `npm run facts:kinds`: do not edit.

export { CSIDriver } from './v1/csi-driver.ts';
export { CSINode } from './v1/csi-node.ts';
export { CSIStorageCapacity } from './v1/csi-storage-capacity.ts';
export { StorageClass } from './v1/storage-class.ts';
export { VolumeAttachment } from './v1/volume-attachment.ts';
export { VolumeAttributesClass } from './v1/volume-attributes-class.ts';
export type { CSIDriverSpec, CSINodeDriver, CSINodeSpec, CSINodeStatus, StorageHealth, StorageHealthCondition, TokenRequest, VolumeAttachmentSource, VolumeAttachmentSpec, VolumeAttachmentStatus, VolumeError, VolumeNodeResources } from './v1/types.ts';
