/**
 * The replica sets of a deployment: which of them has its template, in which order they came, and how many pods they have.
 * Upstream: kubernetes pkg/controller/deployment/util FindNewReplicaSet and its neighbours.
 */
import type { ReplicaSet } from '@reeve/kinds/apps/v1';
import type { PodTemplateSpec } from '@reeve/kinds/core/v1';
import { annotationOf, creationTimestampOf, nameOf, semanticEqual, withoutLabels } from '@reeve/machinery';
import type { DeepReadonly, HasMetadata } from '@reeve/machinery';
import { revisionAnnotation } from './deployment-annotations.ts';
import type { ReadDeployment } from './fenceposts.ts';

/** A replica set as it is read. */
export type ReadSet = DeepReadonly<ReplicaSet>;

/** The label by which pods of different templates are told apart. */
export const templateHashLabel = 'pod-template-hash';

/** The sets of a deployment. */
export interface RevisionedSets {
  /** The one that has the deployment's template; there may be none yet. */
  readonly current: ReadSet | undefined;
  /** The others, oldest first. */
  readonly old: readonly ReadSet[];
}

/** Tells the set with the deployment's template from the others; of several, the oldest is it. */
export function revisionedSets(deployment: ReadDeployment, sets: readonly ReadSet[]): RevisionedSets {
  const byAge = sets.toSorted(olderFirst);
  const current = byAge.find(({ spec }) => isSameTemplate(spec.template ?? {}, deployment.spec.template));
  return { current, old: byAge.filter((set) => set !== current) };
}

/** True when both say the same, whatever hash they are labelled with. Two that were compared before are not compared again as long as they are the same frozen objects. */
export function isSameTemplate(one: DeepReadonly<PodTemplateSpec>, other: DeepReadonly<PodTemplateSpec>): boolean {
  const last = compared.get(one);
  if (last?.other === other) return last.isSame;
  const isSame = semanticEqual(withoutLabels(one, templateHashLabel), withoutLabels(other, templateHashLabel));
  if (Object.isFrozen(one) && Object.isFrozen(other)) compared.set(one, { other, isSame });
  return isSame;
}

/** With what each template was compared last; nothing is kept alive by it but that. */
const compared = new WeakMap<object, { readonly other: object; readonly isSame: boolean }>();

/** By age, and by name where that is the same. */
export const olderFirst = (one: HasMetadata, other: HasMetadata): number =>
  compare(creationTimestampOf(one) ?? '', creationTimestampOf(other) ?? '') ||
  compare(nameOf(one) ?? '', nameOf(other) ?? '');

/** The number of a revision; 0 where there is none, undefined where it is no number. */
export function revisionOf(object: HasMetadata): number | undefined {
  const text = annotationOf(object, revisionAnnotation);
  if (text === undefined) return 0;
  return /^[+-]?[0-9]+$/.test(text) ? Number(text) : undefined;
}

/** How many pods a set is to have. */
export const sizeOf = ({ spec }: ReadSet): number => spec.replicas ?? 1;

/** True when it has pods, or is to have some. */
export const isActiveSet = (set: ReadSet): boolean => sizeOf(set) > 0;

/** The sum of something over sets. */
export const sumOf = (sets: readonly ReadSet[], count: (set: ReadSet) => number): number =>
  sets.reduce((sum, set) => sum + count(set), 0);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
