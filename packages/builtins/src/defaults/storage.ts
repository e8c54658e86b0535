/**
 * What belongs to storage, when a manifest does not say. Upstream: kubernetes pkg/apis/storage/v1 SetDefaults_….
 */
import { listAt } from '@reeve/registry';
import { all, always, fill, type Fill } from './fill.ts';

/** Completes a StorageClass. */
export const storageClassDefaults: Fill = (object) =>
  fill(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });

/** Completes a CSIDriver. */
export const csiDriverDefaults: Fill = (object) =>
  always(
    object,
    'spec',
    all(
      (spec) =>
        fill(spec, {
          attachRequired: true,
          podInfoOnMount: false,
          storageCapacity: false,
          fsGroupPolicy: 'ReadWriteOnceWithFSType',
          requiresRepublish: false,
          seLinuxMount: false,
          preventPodSchedulingIfMissing: false,
        }),
      (spec) =>
        listAt(spec, 'volumeLifecycleModes').length > 0 ? spec : { ...spec, volumeLifecycleModes: ['Persistent'] },
    ),
  );
