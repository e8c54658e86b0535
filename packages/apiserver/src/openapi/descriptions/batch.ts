/**
 * Descriptions of the group batch.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

export const batch: GroupDescriptions = {
  prefix: 'io.k8s.api.batch.v1.',
  kinds: {
    CronJob: 'Starts a Job whenever its schedule is due.',
    Job: 'Runs pods until a number of them have ended successfully.',
  },
  fields: {
    CronJobSpec: {
      concurrencyPolicy: 'What when a Job still runs: Allow, Forbid or Replace.',
      failedJobsHistoryLimit: 'How many failed Jobs are kept.',
      jobTemplate: 'What the Jobs are made from.',
      schedule: 'When a Job is started, as five fields: minute, hour, day, month, weekday.',
      startingDeadlineSeconds: 'How many seconds late a Job may still be started.',
      successfulJobsHistoryLimit: 'How many successful Jobs are kept.',
      suspend: 'True starts no more Jobs.',
      timeZone: 'The time zone of the schedule.',
    },
    CronJobStatus: {
      active: 'The Jobs that run now.',
      lastScheduleTime: 'When a Job was last started.',
      lastSuccessfulTime: 'When a Job last ended successfully.',
    },
    JobTemplateSpec: {
      metadata: 'Labels and annotations of the Jobs.',
      spec: 'The spec of the Jobs.',
    },
    JobSpec: {
      activeDeadlineSeconds: 'After how many seconds the Job is ended.',
      backoffLimit: 'How often failed pods are replaced before the Job has failed.',
      backoffLimitPerIndex: 'How often failed pods of one index are replaced before that index has failed.',
      completionMode: 'NonIndexed for equal pods; Indexed gives each its own index.',
      completions: 'How many pods have to end successfully.',
      managedBy: 'The controller of the Job, where it is not that of Kubernetes.',
      manualSelector: 'True takes the given selector. Otherwise the server makes one.',
      maxFailedIndexes: 'How many indexes may fail before the Job has failed.',
      parallelism: 'How many pods may run at once.',
      podFailurePolicy: 'What follows from a failed pod, by its exit codes and conditions.',
      podReplacementPolicy: 'Whether a pod is replaced when it begins to end, or when it has failed.',
      scheduling: 'How the pods of the Job are scheduled together.',
      selector: 'Which pods belong to the Job; made by the server unless manualSelector is true.',
      successPolicy: 'When the Job is successful before all its pods are.',
      suspend: 'True ends the pods, and starts no more until it is false.',
      template: 'What the pods are made from.',
      ttlSecondsAfterFinished: 'How many seconds after its end the Job is deleted.',
    },
    JobStatus: {
      active: 'How many pods run or wait to run.',
      completedIndexes: 'The indexes that have ended successfully, such as 1,3-5.',
      completionTime: 'When the Job ended successfully.',
      conditions: 'Whether the Job is Complete, Failed or Suspended.',
      failed: 'How many pods have failed.',
      failedIndexes: 'The indexes that have failed, such as 1,3-5.',
      ready: 'How many pods are ready.',
      startTime: 'When the Job was started, or last resumed.',
      succeeded: 'How many pods have ended successfully.',
      terminating: 'How many pods are being deleted.',
      uncountedTerminatedPods: 'Ended pods that the counts do not contain yet.',
    },
    PodFailurePolicy: { rules: 'The rules, tried in order. The first that matches counts.' },
    PodFailurePolicyRule: {
      action: 'What is done: FailJob, FailIndex, Ignore or Count.',
      onExitCodes: 'The exit codes that the rule matches.',
      onPodConditions: 'The conditions of the pod that the rule matches.',
    },
    SuccessPolicy: { rules: 'The rules, tried in order. The first that holds makes the Job successful.' },
    SuccessPolicyRule: {
      succeededCount: 'How many indexes must have ended successfully.',
      succeededIndexes: 'Which indexes count, such as 0 or 1,3-5.',
    },
  },
};
