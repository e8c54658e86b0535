/**
 * The completion index of a pod, and how often its index has failed before it. Annotations may be written by anybody: what cannot be read is none.
 * Upstream: kubernetes pkg/controller/job, Indexed Jobs.
 */
import { annotationOf } from '@reeve/machinery';
import type { ReadPod } from '../pod/pod-state.ts';
import type { ReadJob } from './job-state.ts';

/** The label and annotation with the index of a pod. */
export const indexAnnotation = 'batch.kubernetes.io/job-completion-index';
/** How many pods of this index failed before this one. */
export const failureCountAnnotation = 'batch.kubernetes.io/job-index-failure-count';
/** How many pods of this index failed without being counted. */
export const ignoredCountAnnotation = 'batch.kubernetes.io/job-index-ignored-failure-count';

/** The index of a pod; undefined where it has none. */
export function completionIndexOf(pod: ReadPod): number | undefined {
  const text = annotationOf(pod, indexAnnotation);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** The index of a pod, where the Job has such an index. */
export function validIndexOf(pod: ReadPod, { spec }: ReadJob): number | undefined {
  const index = completionIndexOf(pod);
  return index !== undefined && index < (spec.completions ?? 0) ? index : undefined;
}

/** How often the index of a pod failed before it, so that it counted. */
export const countedFailures = (pod: ReadPod): number => countIn(pod, failureCountAnnotation);

/** How often the index of a pod failed before it without being counted. */
export const ignoredFailures = (pod: ReadPod): number => countIn(pod, ignoredCountAnnotation);

/** How often it failed at all. */
export const allFailures = (pod: ReadPod): number => countedFailures(pod) + ignoredFailures(pod);

function countIn(pod: ReadPod, annotation: string): number {
  const count = Number(annotationOf(pod, annotation) ?? 0);
  return Number.isInteger(count) && count >= 0 && count < 2 ** 31 ? count : 0;
}
