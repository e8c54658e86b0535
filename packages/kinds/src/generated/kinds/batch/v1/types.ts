// Written by `npm run facts:kinds`: do not edit.

import type { ObjectReference, PodTemplateSpec } from '../../core/v1/types.ts';
import type { WorkloadPodGroupDisruptionMode, WorkloadPodGroupResourceClaim, WorkloadPodGroupSchedulingConstraints, WorkloadPodGroupSchedulingPolicy } from '../../scheduling/v1alpha3/types.ts';
import type { LabelSelector, ObjectMeta } from '@reeve/machinery';

export interface CronJob {
  apiVersion?: 'batch/v1';
  kind?: 'CronJob';
  metadata: ObjectMeta;
  spec: CronJobSpec;
  status?: CronJobStatus;
}

export interface CronJobSpec {
  concurrencyPolicy?: 'Allow' | 'Forbid' | 'Replace';
  failedJobsHistoryLimit?: number;
  jobTemplate: JobTemplateSpec;
  schedule: string;
  startingDeadlineSeconds?: number;
  successfulJobsHistoryLimit?: number;
  suspend?: boolean;
  timeZone?: string;
}

export interface CronJobStatus {
  active?: ObjectReference[];
  lastScheduleTime?: string;
  lastSuccessfulTime?: string;
}

export interface Job {
  apiVersion?: 'batch/v1';
  kind?: 'Job';
  metadata: ObjectMeta;
  spec: JobSpec;
  status?: JobStatus;
}

export interface JobCondition {
  lastProbeTime?: string;
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface JobSchedulingConfiguration {
  disruptionMode?: WorkloadPodGroupDisruptionMode;
  resourceClaims?: WorkloadPodGroupResourceClaim[];
  schedulingConstraints?: WorkloadPodGroupSchedulingConstraints;
  schedulingPolicy?: WorkloadPodGroupSchedulingPolicy;
}

export interface JobSpec {
  activeDeadlineSeconds?: number;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  completionMode?: 'Indexed' | 'NonIndexed';
  completions?: number;
  managedBy?: string;
  manualSelector?: boolean;
  maxFailedIndexes?: number;
  parallelism?: number;
  podFailurePolicy?: PodFailurePolicy;
  podReplacementPolicy?: 'Failed' | 'TerminatingOrFailed';
  scheduling?: JobSchedulingConfiguration;
  selector?: LabelSelector;
  successPolicy?: SuccessPolicy;
  suspend?: boolean;
  template: PodTemplateSpec;
  ttlSecondsAfterFinished?: number;
}

export interface JobStatus {
  active?: number;
  completedIndexes?: string;
  completionTime?: string;
  conditions?: JobCondition[];
  failed?: number;
  failedIndexes?: string;
  ready?: number;
  startTime?: string;
  succeeded?: number;
  terminating?: number;
  uncountedTerminatedPods?: UncountedTerminatedPods;
}

export interface JobTemplateSpec {
  metadata?: ObjectMeta;
  spec?: JobSpec;
}

export interface PodFailurePolicy {
  rules: PodFailurePolicyRule[];
}

export interface PodFailurePolicyOnExitCodesRequirement {
  containerName?: string;
  operator: 'In' | 'NotIn';
  values: number[];
}

export interface PodFailurePolicyOnPodConditionsPattern {
  status?: string;
  type: string;
}

export interface PodFailurePolicyRule {
  action: 'Count' | 'FailIndex' | 'FailJob' | 'Ignore';
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

export interface SuccessPolicy {
  rules: SuccessPolicyRule[];
}

export interface SuccessPolicyRule {
  succeededCount?: number;
  succeededIndexes?: string;
}

export interface UncountedTerminatedPods {
  failed?: string[];
  succeeded?: string[];
}
