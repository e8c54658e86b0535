/**
 * The pods of a Job, made of its template: held by the tracking finalizer until they are counted; of an Indexed Job each knows its index, by label, annotation,
 * host name and environment.
 * Upstream: kubernetes pkg/controller/job manageJob and indexed_job_utils.
 */
import type { Container, Pod, PodTemplateSpec } from '@reeve/kinds/core/v1';
import { maxGeneratedBaseLength, nameOf } from '@reeve/machinery';
import type { DeepReadonly, Random } from '@reeve/machinery';
import { podFromTemplate } from '../pod/pod-from-template.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import {
  countedFailures,
  failureCountAnnotation,
  ignoredCountAnnotation,
  ignoredFailures,
  indexAnnotation,
} from './completion-index.ts';
import type { JobCensus } from './job-census.ts';
import { hasLimitPerIndex, trackingFinalizer } from './job-state.ts';
import type { ReadJob } from './job-state.ts';
import { isCountedFailure } from './pod-failure-policy.ts';

type Template = DeepReadonly<PodTemplateSpec>;

/** A pod of the Job for an index, or for none. */
export function podOfJob({ job, indexes }: JobCensus, index: number | undefined, random: Random): Pod {
  const { template } = job.spec;
  const finalizers = template.metadata?.finalizers?.includes(trackingFinalizer) ? [] : [trackingFinalizer];
  if (index === undefined) return podFromTemplate(template, job, { random }, { finalizers });
  return podFromTemplate(
    withIndex(template, job, index),
    namesake(job, index),
    { random },
    {
      finalizers,
      labels: { [indexAnnotation]: `${index}` },
      annotations: { [indexAnnotation]: `${index}`, ...failuresOf(job, indexes?.replaced.get(index)) },
    },
  );
}

/** What the names of an index's pods begin with; the index stays whole where the name is too long. */
function namesake(job: ReadJob, index: number): { readonly metadata: { readonly name: string } } {
  const room = maxGeneratedBaseLength - `-${index}-`.length;
  return { metadata: { name: `${(nameOf(job) ?? '').slice(0, room)}-${index}` } };
}

function withIndex(template: Template, job: ReadJob, index: number): Template {
  const { spec = { containers: [] } } = template;
  const { initContainers } = spec;
  return {
    ...template,
    spec: {
      ...spec,
      hostname: `${nameOf(job) ?? ''}-${index}`,
      containers: spec.containers.map(knowingIndex),
      ...(initContainers && { initContainers: initContainers.map(knowingIndex) }),
    },
  };
}

const indexVariable = {
  name: 'JOB_COMPLETION_INDEX',
  valueFrom: { fieldRef: { fieldPath: `metadata.labels['${indexAnnotation}']` } },
};

const knowingIndex = (container: DeepReadonly<Container>): DeepReadonly<Container> =>
  container.env?.some(({ name }) => name === indexVariable.name)
    ? container
    : { ...container, env: [...(container.env ?? []), indexVariable] };

/** The failures of its index that a pod takes over from the one that it replaces. */
function failuresOf(job: ReadJob, replaced: ReadPod | undefined): Record<string, string> {
  if (!hasLimitPerIndex(job)) return {};
  const isCounted = replaced !== undefined && isCountedFailure(replaced, job);
  const counted = replaced === undefined ? 0 : countedFailures(replaced) + (isCounted ? 1 : 0);
  const ignored = replaced === undefined ? 0 : ignoredFailures(replaced) + (isCounted ? 0 : 1);
  return {
    [failureCountAnnotation]: `${counted}`,
    ...(ignored > 0 && { [ignoredCountAnnotation]: `${ignored}` }),
  };
}
