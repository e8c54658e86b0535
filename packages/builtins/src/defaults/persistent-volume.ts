/**
 * What a volume has when its manifest does not say. Upstream: kubernetes pkg/apis/core/v1 SetDefaults_PersistentVolume.
 */
import { all, always, fill, type Fill } from './fill.ts';
import { volumeSourceDefaults } from './volume.ts';

/** Completes a volume. */
export const persistentVolumeDefaults: Fill = (volume) =>
  always(
    volume,
    'spec',
    all(
      (spec) => fill(spec, { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' }),
      volumeSourceDefaults,
    ),
  );
