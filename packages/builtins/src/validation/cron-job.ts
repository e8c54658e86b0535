/**
 * What CronJobs must be: a schedule, a zone that it is meant in, and the Job to make. Upstream: ValidateCronJobSpec in kubernetes pkg/apis/batch/validation.
 */
import { CronSchedule, CronScheduleError } from '@reeve/machinery';
import {
  fieldsAt,
  hasAt,
  invalid,
  isSet,
  notSupported,
  required,
  textAt,
  textOf,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { none, notNegative, oneOf, when } from './checks.ts';
import { jobSpecProblems } from './jobs.ts';
import { printed } from './selector.ts';

/** A CronJob adds eleven characters to its name for the names of its Jobs. */
const longestName = 52;

export function cronJobProblems(object: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(object, 'spec');
  return [
    ...scheduleProblems(textAt(spec, 'schedule')),
    ...notNegative(spec['startingDeadlineSeconds'], 'spec.startingDeadlineSeconds'),
    ...oneOf(textAt(spec, 'concurrencyPolicy'), ['Allow', 'Forbid', 'Replace'], 'spec.concurrencyPolicy'),
    ...notNegative(spec['successfulJobsHistoryLimit'], 'spec.successfulJobsHistoryLimit'),
    ...notNegative(spec['failedJobsHistoryLimit'], 'spec.failedJobsHistoryLimit'),
    ...zoneProblems(spec['timeZone']),
    ...jobTemplateProblems(fieldsAt(spec, 'jobTemplate', 'spec'), 'spec.jobTemplate.spec'),
  ];
}

/** Upstream declares this with the field, and tells it last. */
export const missingSchedule = (object: ApiObject): readonly FieldError[] =>
  when(textAt(object, 'spec', 'schedule') === '', required('spec.schedule', ''));

/** The name is looked at last, and only when the object is new. */
export const newCronJobProblems = (object: ApiObject): readonly FieldError[] => {
  const { name = '' } = object.metadata;
  const problem = `must be no more than ${longestName} characters`;
  return [...cronJobProblems(object), ...when(name.length > longestName, invalid('metadata.name', name, problem))];
};

/** Each Job gets a selector of its own. */
function jobTemplateProblems(spec: Fields, field: string): readonly FieldError[] {
  return [
    ...jobSpecProblems(spec, field),
    ...when(
      hasAt(spec, 'selector'),
      invalid(`${field}.selector`, printed(spec['selector']), '`selector` will be auto-generated'),
    ),
    ...when(spec['manualSelector'] === true, notSupported(`${field}.manualSelector`, true, ['nil', 'false'])),
  ];
}

function scheduleProblems(schedule: string): readonly FieldError[] {
  const field = 'spec.schedule';
  if (schedule === '') return none;
  if (schedule.includes('TZ'))
    return [invalid(field, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')];
  try {
    CronSchedule.parse(schedule);
    return none;
  } catch (error) {
    if (!(error instanceof CronScheduleError)) throw error;
    return [invalid(field, schedule, error.upstream)];
  }
}

function zoneProblems(zone: unknown): readonly FieldError[] {
  const field = 'spec.timeZone';
  if (!isSet(zone)) return none;
  const name = textOf(zone);
  if (name === '') return [invalid(field, name, 'timeZone must be nil or non-empty string')];
  if (name.toLowerCase() === 'local')
    return [
      invalid(field, name, 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'),
    ];
  return isTimeZone(name) ? none : [invalid(field, name, `unknown time zone ${name}`)];
}

/** The platform knows zones in any case, the real server only as they are written. */
function isTimeZone(name: string): boolean {
  if (!name.split('/').every((part) => /^[A-Z]/u.test(part))) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
