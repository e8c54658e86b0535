/**
 * The Job of one run of a CronJob. Its name tells the run, so that no run begins twice.
 * Upstream: kubernetes pkg/controller/cronjob getJobFromTemplate2.
 */
import { Job } from '@reeve/kinds/batch/v1';
import { annotationsOf, formatTime, labelsOf, nameOf, namespaceOf } from '@reeve/machinery';
import type { DeepWritable } from '@reeve/machinery';
import type { ReadCronJob } from './due-run.ts';

/** When the run of a Job was due, by the clocks of its zone. */
const scheduledAnnotation = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

/** The name of a run's Job: that of the CronJob, and the minutes since 1970. */
export const jobNameOf = (cronJob: ReadCronJob, timeMs: number): string =>
  `${nameOf(cronJob) ?? ''}-${Math.floor(timeMs / 60_000)}`;

/** The Job of a run, which its CronJob has yet to create. */
export function jobOfRun(cronJob: ReadCronJob, timeMs: number): Job {
  const { jobTemplate, timeZone = 'UTC' } = cronJob.spec;
  const labels = labelsOf(jobTemplate);
  const namespace = namespaceOf(cronJob);
  return Job.of({
    metadata: {
      name: jobNameOf(cronJob, timeMs),
      ...(namespace !== undefined && { namespace }),
      ...(Object.keys(labels).length > 0 && { labels: { ...labels } }),
      annotations: { ...annotationsOf(jobTemplate), [scheduledAnnotation]: timeIn(timeZone, timeMs) },
    },
    spec: (jobTemplate.spec ?? { template: {} }) as DeepWritable<Job['spec']>, // shared, and frozen where it was
  });
}

/** A moment as the walls of a zone show it, with what they are ahead of UTC. */
function timeIn(timeZone: string, timeMs: number): string {
  if (timeZone === 'UTC') return formatTime(timeMs);
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [offset = ''] = /[+-]\d\d:\d\d$/.exec(name) ?? [];
  if (offset === '' || offset === '+00:00') return formatTime(timeMs);
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const aheadMs = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
  return formatTime(timeMs + aheadMs).replace('Z', offset);
}
