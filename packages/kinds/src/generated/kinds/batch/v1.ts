// Written by `npm run facts:kinds`: do not edit.

export { CronJob } from './v1/cron-job.ts';
export { Job } from './v1/job.ts';
export type { CronJobSpec, CronJobStatus, JobCondition, JobSchedulingConfiguration, JobSpec, JobStatus, JobTemplateSpec, PodFailurePolicy, PodFailurePolicyOnExitCodesRequirement, PodFailurePolicyOnPodConditionsPattern, PodFailurePolicyRule, SuccessPolicy, SuccessPolicyRule, UncountedTerminatedPods } from './v1/types.ts';
