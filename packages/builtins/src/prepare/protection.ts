/**
 * Finalizers and marks that the server adds on its own: storage in use is not deleted, a new node is not ready. Upstream: the admission plugins
 * StorageObjectInUseProtection and TaintNodesByCondition, and pkg/registry/core/persistentvolume.
 */
import { fieldsOf, itemsAt, textAt, type ApiObject } from '@reeve/registry';
import type { Preparation } from './preparation.ts';

const protectedBy =
  (finalizer: string) =>
  (object: ApiObject): ApiObject => {
    const finalizers = object.metadata.finalizers ?? [];
    return finalizers.includes(finalizer)
      ? object
      : { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } };
  };

export const claimPreparation: Preparation = { prepareForCreate: protectedBy('kubernetes.io/pvc-protection') };

export const attributesClassPreparation: Preparation = {
  prepareForCreate: protectedBy('kubernetes.io/vac-protection'),
};

const protectVolume = protectedBy('kubernetes.io/pv-protection');

export const volumePreparation: Preparation = {
  prepareForCreate: (volume) => ({
    ...protectVolume(volume),
    status: { phase: 'Pending', lastPhaseTransitionTime: volume.metadata.creationTimestamp },
  }),
};

const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

export const nodePreparation: Preparation = {
  prepareForCreate: (node) => {
    const taints = itemsAt(node, 'spec', 'taints');
    const isMarked = taints.some(
      (taint) => textAt(taint, 'key') === notReady.key && textAt(taint, 'effect') === notReady.effect,
    );
    return isMarked ? node : { ...node, spec: { ...fieldsOf(node['spec']), taints: [...taints, notReady] } };
  },
};
