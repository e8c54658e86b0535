/**
 * Lets go of volume claims that are to be deleted, once no pod uses them. The server puts the finalizer on; without this a claim would stay for ever.
 * Upstream: kubernetes pkg/controller/volume/pvcprotection.
 */
import { PersistentVolumeClaim, Pod } from '@reeve/kinds/core/v1';
import { deletionStarted, hasFinalizer, isNotFound, nameOf, namespaceOf, withoutFinalizer } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { defineController, predicate, watch } from '@reeve/runtime';
import type { ControllerDefinition } from '@reeve/runtime';
import { isPodTerminal } from '../pod/pod-state.ts';

const finalizer = 'kubernetes.io/pvc-protection';

/** The controller of claims that are to go. */
export const claimProtectionController = (): ControllerDefinition<typeof PersistentVolumeClaim> =>
  defineController({
    name: 'persistentvolumeclaim-protection-controller',
    for: PersistentVolumeClaim,
    watches: [watch(Pod, claimsOf, { predicates: [hasEnded] })],
    predicates: [predicate('being deleted', { create: deletionStarted, update: deletionStarted, delete: () => false })],
    async reconcile(claim, ctx) {
      if (!deletionStarted(claim) || !hasFinalizer(claim, finalizer)) return;
      const pods = await ctx.list(Pod, { namespace: namespaceOf(claim) ?? '' });
      if (pods.some((pod) => !isPodTerminal(pod) && usedClaims(pod).includes(nameOf(claim) ?? ''))) return;
      try {
        await ctx.update(PersistentVolumeClaim, withoutFinalizer(claim, finalizer));
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  });

/** Only the end of a pod can free a claim. */
const hasEnded = predicate<Pod>('ended', { create: () => false, update: isPodTerminal });

const claimsOf = (pod: DeepReadonly<Pod>): string[] =>
  usedClaims(pod).map((name) => `${namespaceOf(pod) ?? ''}/${name}`);

const usedClaims = ({ metadata, spec }: DeepReadonly<Pod>): string[] =>
  (spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim) return [persistentVolumeClaim.claimName];
    return ephemeral ? [`${metadata.name ?? ''}-${name}`] : [];
  });
