/**
 * The replica set that a deployment makes for its template. Its name follows from the template, so that making it twice makes one.
 * Upstream: kubernetes pkg/controller/deployment getNewReplicaSet.
 */
import { ReplicaSet } from '@reeve/kinds/apps/v1';
import type { PodTemplateSpec } from '@reeve/kinds/core/v1';
import { labelsOf, nameOf, namespaceOf, withLabels } from '@reeve/machinery';
import type { DeepReadonly, DeepWritable, LabelSelector } from '@reeve/machinery';
import { podTemplateHash } from '../pod/pod-template-hash.ts';
import { currentSetAnnotations, sizeAnnotations } from './deployment-annotations.ts';
import { fencepostsOf } from './fenceposts.ts';
import type { ReadDeployment } from './fenceposts.ts';
import { templateHashLabel } from './revisioned-sets.ts';

/** What is not in the deployment. */
export interface NewSetInput {
  readonly revision: number;
  readonly replicas: number;
  readonly collisionCount: number | undefined;
}

/** The set for the deployment's template, yet to be created. */
export function newReplicaSet(deployment: ReadDeployment, input: NewSetInput): ReplicaSet {
  const { spec } = deployment;
  const hash = podTemplateHash(spec.template, input.collisionCount);
  const template = withLabels(spec.template, { [templateHashLabel]: hash });
  const selector: DeepReadonly<LabelSelector> = {
    ...spec.selector,
    matchLabels: { ...spec.selector.matchLabels, [templateHashLabel]: hash },
  };
  return ReplicaSet.of({
    metadata: {
      name: setName(nameOf(deployment) ?? '', hash),
      namespace: namespaceOf(deployment) ?? '',
      labels: { ...labelsOf(template) },
      annotations: {
        ...currentSetAnnotations(deployment, {}, input.revision),
        ...sizeAnnotations(fencepostsOf(deployment)),
      },
    },
    spec: {
      replicas: input.replicas,
      ...(spec.minReadySeconds !== undefined && { minReadySeconds: spec.minReadySeconds }),
      selector: selector as DeepWritable<LabelSelector>, // shared, and frozen where it was
      template: template as DeepWritable<PodTemplateSpec>,
    },
  });
}

/** A long name of a deployment is cut, so that the hash is whole. */
const setName = (name: string, hash: string): string => `${name.slice(0, longestName - 1 - hash.length)}-${hash}`;
const longestName = 253;
