/**
 * The annotations that a deployment and its replica sets carry: the number of a revision, those a set had before, and how large the deployment was when the set was scaled.
 * Whatever else a deployment is annotated with, such as the cause of a change, is copied to its current set.
 * Upstream: kubernetes pkg/controller/deployment/util SetNewReplicaSetAnnotations.
 */
import { annotationOf, annotationsOf } from '@reeve/machinery';
import type { HasMetadata } from '@reeve/machinery';
import type { Fenceposts } from './fenceposts.ts';

export const revisionAnnotation = 'deployment.kubernetes.io/revision';
export const revisionHistoryAnnotation = 'deployment.kubernetes.io/revision-history';
export const desiredReplicasAnnotation = 'deployment.kubernetes.io/desired-replicas';
export const maxReplicasAnnotation = 'deployment.kubernetes.io/max-replicas';

/** Annotations by name. */
export type Annotations = Readonly<Record<string, string>>;

/** The annotations of the current set: the deployment's own, and a revision that is at least this one. A set that comes back remembers the numbers it had. */
export function currentSetAnnotations(deployment: HasMetadata, set: HasMetadata, revision: number): Annotations {
  const copied = Object.entries(annotationsOf(deployment)).filter(([name]) => !ownAnnotations.has(name));
  const before = annotationOf(set, revisionAnnotation);
  const annotations = { ...annotationsOf(set), ...Object.fromEntries(copied) };
  if (before !== undefined && before !== '' && !(Number(before) < revision)) return annotations;
  return { ...annotations, [revisionAnnotation]: String(revision), ...historyOf(set, before) };
}

/** How large the deployment is, and may become. */
export const sizeAnnotations = ({ replicas, maxSurge }: Omit<Fenceposts, 'maxUnavailable'>): Annotations => ({
  [desiredReplicasAnnotation]: String(replicas),
  [maxReplicasAnnotation]: String(replicas + maxSurge),
});

/** A count from 0 in an annotation; undefined where there is none. */
export function countIn(object: HasMetadata, name: string): number | undefined {
  const text = annotationOf(object, name) ?? '';
  return /^[0-9]+$/.test(text) && Number(text) <= 2 ** 31 - 1 ? Number(text) : undefined;
}

const ownAnnotations: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'deprecated.deployment.rollback.to',
  revisionAnnotation,
  revisionHistoryAnnotation,
  desiredReplicasAnnotation,
  maxReplicasAnnotation,
]);

/** How long the list of former revisions may become; the oldest go first. */
const longestHistory = 2000;

function historyOf(set: HasMetadata, before: string | undefined): Annotations {
  if (before === undefined) return {};
  const known = (annotationOf(set, revisionHistoryAnnotation) ?? '').split(',').filter((one) => one !== '');
  const all = [...known, before];
  while (all.join(',').length > longestHistory) all.shift();
  return { [revisionHistoryAnnotation]: all.join(',') };
}
