/**
 * Rules of kinds that have only a few: namespaces, leases, budgets, priority classes, classes of runtimes. Upstream: kubernetes pkg/apis/…/validation.
 */
import { deepEqual } from '@reeve/machinery';
import {
  dnsLabelInBytes,
  fieldsAt,
  forbiddenField,
  invalid,
  isSet,
  numberAt,
  qualifiedName,
  required,
  textAt,
  textsAt,
  valueAt,
  type ApiObject,
  type FieldError,
} from '@reeve/registry';
import { atMostAll, countOrShare, labelMap, none, notNegative, oneOf, requiredWord, wordProblems } from './checks.ts';
import { isStandardFinalizer, notQualified } from './finalizers.ts';
import { limitProblems } from './pod/resources.ts';
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

export const runtimeClassProblems = (object: ApiObject): readonly FieldError[] => [
  ...limitProblems(fieldsAt(object, 'overhead', 'podFixed'), 'overhead'),
  ...labelMap(fieldsAt(object, 'scheduling', 'nodeSelector'), 'scheduling.nodeSelector'),
];

/** Upstream declares these with the field, and tells them last. */
export function handlerProblems(object: ApiObject, old?: ApiObject): readonly FieldError[] {
  const handler = textAt(object, 'handler');
  if (old !== undefined && handler !== textAt(old, 'handler'))
    return [invalid('handler', handler, 'field is immutable')];
  return requiredWord(dnsLabelInBytes, handler, 'handler');
}
