/**
 * Rules of kinds that have only a few: namespaces, leases, budgets, roles, priority classes. Upstream: kubernetes pkg/apis/…/validation.
 */
import { deepEqual, parseApiVersion } from '@reeve/machinery';
import { forbiddenField, invalid, required, type FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import { fieldsAt, hasAt, isSet, itemsAt, numberAt, textAt, textsAt, valueAt, type Fields } from '../fields.ts';
import { qualifiedName } from '../wire-words.ts';
import { atMostAll, countOrShare, none, notNegative, oneOf, wordProblems } from './checks.ts';
import { isStandardFinalizer, notQualified } from './finalizers.ts';
import { selectorProblems } from './selector.ts';

export const namespaceProblems = (namespace: ApiObject): readonly FieldError[] =>
  textsAt(namespace, 'spec', 'finalizers').flatMap((name) => {
    const problems = wordProblems(qualifiedName, name, 'spec.finalizers');
    return isStandardFinalizer(name) ? problems : [...problems, invalid('spec.finalizers', name, notQualified)];
  });

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

export const revisionProblems = (object: ApiObject): readonly FieldError[] => [
  ...(isSet(object['data']) ? none : [required('data', 'data is mandatory')]),
  ...notNegative(object['revision'], 'revision'),
];

export const revisionChangeProblems = (object: ApiObject, old: ApiObject): readonly FieldError[] =>
  deepEqual(object['data'] ?? null, old['data'] ?? null)
    ? none
    : [invalid('data', object['data'] ?? null, 'field is immutable')];

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
