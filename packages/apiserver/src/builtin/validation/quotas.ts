/**
 * What quotas and limits must be: amounts of resources that are known, within each other. Upstream: ValidateResourceQuota and ValidateLimitRange in kubernetes
 * pkg/apis/core/validation.
 */
import { deepEqual } from '@reeve/machinery';
import { duplicate, invalid, type FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import { fieldsAt, itemsAt, textAt, textOf, textsAt, valueAt, type Fields } from '../fields.ts';
import { amountNotNegative, amountOf, eachItem, none, repeated } from './checks.ts';
import { resourceNameProblems } from './resources.ts';

const quotaNames = new Set(
  'cpu memory ephemeral-storage requests.cpu requests.memory requests.storage requests.ephemeral-storage limits.cpu limits.memory limits.ephemeral-storage pods resourcequotas services replicationcontrollers secrets persistentvolumeclaims configmaps services.nodeports services.loadbalancers'.split(
    ' ',
  ),
);
const counted = new Set(
  'pods resourcequotas services replicationcontrollers secrets persistentvolumeclaims configmaps services.nodeports services.loadbalancers'.split(
    ' ',
  ),
);
const scopes = [
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
  'VolumeAttributesClass',
];
const isQuotaName = (name: string): boolean =>
  quotaNames.has(name) || name.startsWith('hugepages-') || name.startsWith('requests.hugepages-');

export function quotaProblems(quota: ApiObject): readonly FieldError[] {
  const given = textsAt(quota, 'spec', 'scopes');
  return [
    ...Object.entries(fieldsAt(quota, 'spec', 'hard')).flatMap(([name, value]) => {
      const field = `spec.hard[${name}]`;
      return [
        ...resourceNameProblems(name, isQuotaName, 'quota', field),
        ...amountNotNegative(value, field),
        ...wholeNumber(name, value, field),
      ];
    }),
    ...(given.some((scope) => !scopes.includes(scope)) ? [invalid('spec.scopes', given, 'unsupported scope')] : none),
  ];
}

export const quotaChangeProblems = (quota: ApiObject, old: ApiObject): readonly FieldError[] => {
  const given = textsAt(quota, 'spec', 'scopes');
  return deepEqual(given.toSorted(), textsAt(old, 'spec', 'scopes').toSorted())
    ? none
    : [invalid('spec.scopes', given, 'field is immutable')];
};

export function limitRangeProblems(object: ApiObject): readonly FieldError[] {
  const limits = itemsAt(object, 'spec', 'limits');
  const types = limits.map((limit) => textAt(limit, 'type'));
  return [
    ...repeated(types).map((index) => duplicate(`spec.limits[${index}].type`, types[index])),
    ...eachItem(limits, 'spec.limits', limitProblems),
  ];
}

const wholeNumber = (name: string, value: unknown, field: string): readonly FieldError[] => {
  const amount = amountOf(value);
  const isWhole = amount === undefined || amount.milliValue() % 1000n === 0n;
  return counted.has(name) && !isWhole ? [invalid(field, value, 'must be an integer')] : none;
};

function limitProblems(limit: Fields, field: string): readonly FieldError[] {
  return Object.entries(fieldsAt(limit, 'min')).flatMap(([name, least]) => [
    ...lessThan(least, valueAt(limit, 'max', name), (most) =>
      invalid(`${field}.min[${name}]`, least, `min value ${textOf(least)} is greater than max value ${most}`),
    ),
    ...lessThan(least, valueAt(limit, 'defaultRequest', name), (asked) =>
      invalid(
        `${field}.defaultRequest[${name}]`,
        asked,
        `min value ${textOf(least)} is greater than default request value ${asked}`,
      ),
    ),
    ...lessThan(least, valueAt(limit, 'default', name), (given) =>
      invalid(`${field}.default[${name}]`, least, `min value ${textOf(least)} is greater than default value ${given}`),
    ),
  ]);
}

function lessThan(least: unknown, value: unknown, problem: (value: string) => FieldError): readonly FieldError[] {
  const low = amountOf(least);
  const high = amountOf(value);
  return low && high && low.compare(high) > 0 ? [problem(textOf(value))] : none;
}
