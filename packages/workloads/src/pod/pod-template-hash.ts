/**
 * A short hash of a pod template, for labels and names. Equal templates hash equally in every process; a collision count makes another one.
 * Upstream: kubernetes pkg/controller ComputeHash. The hashes differ from upstream's, which nobody may rely on.
 */
import type { PodTemplateSpec } from '@reeve/kinds/core/v1';
import { stableNameHash } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';

/** The hash of a template. */
export const podTemplateHash = (template: DeepReadonly<PodTemplateSpec>, collisionCount?: number): string =>
  stableNameHash(collisionCount === undefined ? template : [template, collisionCount]);
