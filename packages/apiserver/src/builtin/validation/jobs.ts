/**
 * What Jobs and CronJobs must be. Upstream: kubernetes pkg/apis/batch/validation.
 */
import { deepEqual, labelSelectorToQuery } from '@reeve/machinery';
import { invalid, notSupported, required, type FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import { fieldsAt, fieldsOf, hasAt, isSet, textAt, textOf, valueAt, type Fields } from '../fields.ts';
import { none, notNegative, oneOf } from './checks.ts';
import { scheduleProblem } from './cron.ts';
import { podTemplateProblems } from './pod.ts';
import { mismatch, printed, selectorProblems } from './selector.ts';

const numbers = ['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished'];
/** A CronJob adds eleven characters to its name for the names of its Jobs. */
const longestCronJobName = 52;

export function jobProblems(job: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(job, 'spec');
  return [...generatedSelector(job), ...jobSpecProblems(spec, 'spec'), ...pickedTemplate(spec)];
}

export function cronJobProblems(object: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(object, 'spec');
  return [
    ...scheduleProblems(textAt(spec, 'schedule')),
    ...notNegative(spec['startingDeadlineSeconds'], 'spec.startingDeadlineSeconds'),
    ...oneOf(textAt(spec, 'concurrencyPolicy'), ['Allow', 'Forbid', 'Replace'], 'spec.concurrencyPolicy'),
    ...notNegative(spec['successfulJobsHistoryLimit'], 'spec.successfulJobsHistoryLimit'),
    ...notNegative(spec['failedJobsHistoryLimit'], 'spec.failedJobsHistoryLimit'),
    ...zoneProblems(spec['timeZone']),
    ...jobSpecProblems(fieldsAt(spec, 'jobTemplate', 'spec'), 'spec.jobTemplate.spec'),
  ];
}

/** The name is looked at last, and only when the object is new. */
export const newCronJobProblems = (object: ApiObject): readonly FieldError[] => {
  const { name = '' } = object.metadata;
  const isTooLong = name.length > longestCronJobName;
  return [
    ...cronJobProblems(object),
    ...(isTooLong ? [invalid('metadata.name', name, `must be no more than ${longestCronJobName} characters`)] : none),
  ];
};

/** What a Job is about stays; a suspended Job's template may still change, which is not looked at here. */
export function jobChangeProblems(job: ApiObject, old: ApiObject): readonly FieldError[] {
  const isFixed = (...path: readonly string[]): boolean =>
    deepEqual(valueAt(job, 'spec', ...path) ?? null, valueAt(old, 'spec', ...path) ?? null);
  const isIndexed = textAt(old, 'spec', 'completionMode') === 'Indexed';
  const mayChangeTemplate = valueAt(old, 'spec', 'suspend') === true;
  const fixed = [
    ...(isIndexed ? [] : ['completions']),
    'selector',
    ...(mayChangeTemplate ? [] : ['template']),
    'completionMode',
    'podFailurePolicy',
    'backoffLimitPerIndex',
    'managedBy',
    'successPolicy',
  ];
  return fixed
    .filter((name) => !isFixed(name))
    .map((name) => invalid(`spec.${name}`, valueAt(job, 'spec', name) ?? null, 'field is immutable'));
}

function jobSpecProblems(spec: Fields, field: string): readonly FieldError[] {
  return [
    ...numbers.flatMap((name) => notNegative(spec[name], `${field}.${name}`)),
    ...modeProblems(spec, field),
    ...(isSet(spec['selector']) ? selectorProblems(spec['selector'], `${field}.selector`) : none),
    ...podTemplateProblems(fieldsAt(spec, 'template'), `${field}.template`),
    ...restartProblems(textAt(spec, 'template', 'spec', 'restartPolicy'), `${field}.template.spec.restartPolicy`),
  ];
}

function modeProblems(spec: Fields, field: string): readonly FieldError[] {
  const mode = spec['completionMode'];
  if (!isSet(mode)) return none;
  return [
    ...oneOf(textAt(spec, 'completionMode'), ['NonIndexed', 'Indexed'], `${field}.completionMode`),
    ...(mode === 'Indexed' && !hasAt(spec, 'completions')
      ? [required(`${field}.completions`, 'when completion mode is Indexed')]
      : none),
  ];
}

/** Pods of a Job come to an end. */
function restartProblems(policy: string, field: string): readonly FieldError[] {
  if (['', 'Always'].includes(policy)) return [required(field, 'valid values: "OnFailure", "Never"')];
  return ['OnFailure', 'Never'].includes(policy) ? none : [notSupported(field, policy, ['OnFailure', 'Never'])];
}

/** A Job that leaves its selector to the server has the one that the server makes. */
function generatedSelector(job: ApiObject): readonly FieldError[] {
  if (valueAt(job, 'spec', 'manualSelector') === true) return none;
  const expected = { matchLabels: { 'batch.kubernetes.io/controller-uid': job.metadata.uid ?? '' } };
  const selector = valueAt(job, 'spec', 'selector');
  return deepEqual(selector ?? null, expected)
    ? none
    : [invalid('spec.selector', printed(selector), '`selector` not auto-generated')];
}

function pickedTemplate(spec: Fields): readonly FieldError[] {
  const { selector } = spec;
  if (!isSet(selector) || selectorProblems(selector, '').length > 0) return none;
  const labels = fieldsAt(spec, 'template', 'metadata', 'labels');
  return labelSelectorToQuery(fieldsOf(selector)).matches(labels as Record<string, string>)
    ? none
    : [mismatch(labels, 'spec')];
}

function scheduleProblems(schedule: string): readonly FieldError[] {
  const field = 'spec.schedule';
  if (schedule === '') return [required(field, '')];
  if (schedule.includes('TZ'))
    return [invalid(field, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')];
  const problem = scheduleProblem(schedule);
  return problem === undefined ? none : [invalid(field, schedule, problem)];
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

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
