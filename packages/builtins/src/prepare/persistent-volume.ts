/**
 * What the server says of a new volume. Upstream: kubernetes pkg/registry/core/persistentvolume.
 */
import type { Preparation } from './preparation.ts';

export const volumePreparation: Preparation = {
  prepareForCreate: (volume) => ({
    ...volume,
    status: { phase: 'Pending', lastPhaseTransitionTime: volume.metadata.creationTimestamp },
  }),
};
