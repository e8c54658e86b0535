/**
 * Rules of kinds that have only a few: namespaces, quotas, leases, budgets, roles, priority classes. Upstream: kubernetes pkg/apis/…/validation.
 */
import { deepEqual, parseApiVersion } from '@reeve/machinery';
import { duplicate, forbiddenField, invalid, required, type FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import { fieldsAt, hasAt, isSet, itemsAt, listAt, numberAt, textAt, textsAt, valueAt, type Fields } from '../fields.ts';
import { qualifiedName } from '../wire-words.ts';
import {
  amountNotNegative,
  amountOf,
  atMostAll,
  countOrShare,
  eachItem,
  none,
  notNegative,
  oneOf,
  repeated,
  wordProblems,
} from './checks.ts';
import { resourceNameProblems } from './resources.ts';
import { isStandardFinalizer, notQualified } from './finalizers.ts';
import { selectorProblems } from './selector.ts';

export const namespaceProblems = (namespace: ApiObject): readonly FieldError[] =>
  textsAt(namespace, 'spec', 'finalizers').flatMap((name) => {
    const problems = wordProblems(qualifiedName, name, 'spec.finalizers');
    return isStandardFinalizer(name) ? problems : [...problems, invalid('spec.finalizers', name, notQualified)];
  });

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
  const given = listAt(quota, 'spec', 'scopes');
  return deepEqual(given.toSorted(), listAt(old, 'spec', 'scopes').toSorted())
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

export const leaseProblems = (lease: ApiObject): readonly FieldError[] => {
  const seconds = valueAt(lease, 'spec', 'leaseDurationSeconds');
  return [
    ...(isSet(seconds) && Number(seconds) <= 0
      ? [invalid('spec.leaseDurationSeconds', seconds, 'must be greater than 0')]
      : none),
    ...notNegative(valueAt(lease, 'spec', 'leaseTransitions'), 'spec.leaseTransitions'),
  ];
};

export function budgetProblems(budget: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(budget, 'spec');
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy: policy } = spec;
  const goSpec = {
    MinAvailable: minAvailable,
    Selector: selector ?? null,
    MaxUnavailable: maxUnavailable,
    UnhealthyPodEvictionPolicy: policy ?? null,
  };
  return [
    ...(isSet(minAvailable) && isSet(maxUnavailable)
      ? [invalid('spec', goSpec, 'minAvailable and maxUnavailable cannot be both set')]
      : none),
    ...['minAvailable', 'maxUnavailable'].flatMap((name) => [
      ...countOrShare(spec[name], `spec.${name}`),
      ...atMostAll(spec[name], `spec.${name}`),
    ]),
    ...(isSet(selector) ? selectorProblems(selector, 'spec.selector') : none),
    ...(isSet(policy)
      ? oneOf(
          textAt(spec, 'unhealthyPodEvictionPolicy'),
          ['AlwaysAllow', 'IfHealthyBudget'],
          'spec.unhealthyPodEvictionPolicy',
        )
      : none),
  ];
}

export function autoscalerProblems(autoscaler: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(autoscaler, 'spec');
  const most = numberAt(spec, 'maxReplicas');
  const least = isSet(spec['minReplicas']) ? numberAt(spec, 'minReplicas') : 1;
  return [
    ...(least < 1 ? [invalid('spec.minReplicas', least, 'must be greater than or equal to 1')] : none),
    ...(most < 1 ? [required('spec.maxReplicas', 'must be set and greater than 0')] : none),
    ...(most < least ? [invalid('spec.maxReplicas', most, 'must be greater than or equal to `minReplicas`')] : none),
    ...targetProblems(fieldsAt(spec, 'scaleTargetRef'), 'spec.scaleTargetRef'),
    ...(least === 0 && !hasOutsideMetric(spec)
      ? [
          forbiddenField(
            'spec.metrics',
            'must specify at least one Object or External metric to support scaling to zero replicas',
          ),
        ]
      : none),
  ];
}

const highestPriority = 1_000_000_000;

export function priorityClassProblems(object: ApiObject): readonly FieldError[] {
  const { name = '' } = object.metadata;
  const isSystem = name.startsWith('system-');
  const isKnown = ['system-node-critical', 'system-cluster-critical'].includes(name);
  const reserved = `priority class names with 'system-' prefix are reserved for system use only. error: ${name} is not a known system priority class`;
  return [
    ...(isSystem && !isKnown ? [forbiddenField('metadata.name', reserved)] : none),
    ...(!isSystem && numberAt(object, 'value') > highestPriority
      ? [forbiddenField('value', `maximum allowed value of a user defined priority is ${highestPriority}`)]
      : none),
    ...oneOf(textAt(object, 'preemptionPolicy'), ['PreemptLowerPriority', 'Never'], 'preemptionPolicy'),
  ];
}

export const priorityClassChangeProblems = (object: ApiObject, old: ApiObject): readonly FieldError[] => [
  ...(numberAt(object, 'value') === numberAt(old, 'value')
    ? none
    : [forbiddenField('value', 'may not be changed in an update.')]),
  ...(textAt(object, 'preemptionPolicy') === textAt(old, 'preemptionPolicy')
    ? none
    : [invalid('preemptionPolicy', object['preemptionPolicy'], 'field is immutable')]),
];

/** Events are about something in their own namespace. */
export const eventProblems = (event: ApiObject): readonly FieldError[] => {
  const namespace = textAt(event, 'involvedObject', 'namespace');
  const isAtHome = namespace === '' ? event.metadata.namespace === 'default' : namespace === event.metadata.namespace;
  return isAtHome ? none : [invalid('involvedObject.namespace', namespace, 'does not match event.namespace')];
};

export const revisionProblems = (object: ApiObject): readonly FieldError[] => [
  ...(isSet(object['data']) ? none : [required('data', 'data is mandatory')]),
  ...notNegative(object['revision'], 'revision'),
];

export const revisionChangeProblems = (object: ApiObject, old: ApiObject): readonly FieldError[] =>
  deepEqual(object['data'] ?? null, old['data'] ?? null)
    ? none
    : [invalid('data', object['data'] ?? null, 'field is immutable')];

const wholeNumber = (name: string, value: unknown, field: string): readonly FieldError[] => {
  const amount = amountOf(value);
  const isWhole = amount === undefined || amount.milliValue() % 1000n === 0n;
  return counted.has(name) && !isWhole ? [invalid(field, value, 'must be an integer')] : none;
};

function limitProblems(limit: Fields, field: string): readonly FieldError[] {
  return Object.entries(fieldsAt(limit, 'min')).flatMap(([name, least]) => [
    ...lessThan(least, valueAt(limit, 'max', name), (most) =>
      invalid(`${field}.min[${name}]`, least, `min value ${String(least as string)} is greater than max value ${most}`),
    ),
    ...lessThan(least, valueAt(limit, 'defaultRequest', name), (asked) =>
      invalid(
        `${field}.defaultRequest[${name}]`,
        asked,
        `min value ${String(least as string)} is greater than default request value ${asked}`,
      ),
    ),
    ...lessThan(least, valueAt(limit, 'default', name), (given) =>
      invalid(
        `${field}.default[${name}]`,
        least,
        `min value ${String(least as string)} is greater than default value ${given}`,
      ),
    ),
  ]);
}

function lessThan(least: unknown, value: unknown, problem: (value: string) => FieldError): readonly FieldError[] {
  const low = amountOf(least);
  const high = amountOf(value);
  return low && high && low.compare(high) > 0 ? [problem(String(value as string))] : none;
}

function targetProblems(target: Fields, field: string): readonly FieldError[] {
  const apiVersion = textAt(target, 'apiVersion');
  const isCore = textAt(target, 'kind') === 'ReplicationController';
  return [
    ...(textAt(target, 'kind') === '' ? [required(`${field}.kind`, '')] : none),
    ...(textAt(target, 'name') === '' ? [required(`${field}.name`, '')] : none),
    ...(isCore || groupOf(apiVersion) !== ''
      ? none
      : [invalid(`${field}.apiVersion`, apiVersion, 'apiVersion must specify API group')]),
  ];
}

function groupOf(apiVersion: string): string {
  try {
    return parseApiVersion(apiVersion).group;
  } catch {
    return '';
  }
}

const hasOutsideMetric = (spec: Fields): boolean =>
  itemsAt(spec, 'metrics').some((metric) => hasAt(metric, 'object') || hasAt(metric, 'external'));
