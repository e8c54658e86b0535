/**
 * What workloads must be: a selector that picks the pods of the template and never changes, pods that are restarted, numbers that make sense.
 * Upstream: kubernetes pkg/apis/apps/validation.
 */
import { deepEqual } from '@reeve/machinery';
import {
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  isSet,
  notSupported,
  required,
  textAt,
  valueAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { none, notNegative, when } from './checks.ts';
import { podTemplateProblems } from './pod/pod.ts';
import { daemonStrategyProblems, deadlineProblems, strategyProblems } from './rollout.ts';
import { isEmptySelector, mismatch, printed, selectorProblems, templateProblems } from './selector.ts';

const specOf = (object: ApiObject): Fields => fieldsAt(object, 'spec');

export const deploymentProblems = (object: ApiObject): readonly FieldError[] => {
  const spec = specOf(object);
  return [
    ...notNegative(spec['replicas'], 'spec.replicas'),
    ...requiredSelector(spec, 'deployment'),
    ...templateOf(spec),
    ...strategyProblems(fieldsAt(spec, 'strategy')),
    ...notNegative(spec['minReadySeconds'], 'spec.minReadySeconds'),
    ...notNegative(spec['revisionHistoryLimit'], 'spec.revisionHistoryLimit'),
    ...deadlineProblems(spec),
  ];
};

export const replicaSetProblems = (object: ApiObject): readonly FieldError[] => {
  const spec = specOf(object);
  return [
    ...notNegative(spec['replicas'], 'spec.replicas'),
    ...notNegative(spec['minReadySeconds'], 'spec.minReadySeconds'),
    ...requiredSelector(spec, 'deployment'),
    ...templateOf(spec),
  ];
};

export const daemonSetProblems = (object: ApiObject): readonly FieldError[] => {
  const spec = specOf(object);
  const { selector } = spec;
  const isReadable = !isSet(selector) || selectorProblems(selector, '').length === 0;
  return [
    ...(isSet(selector) ? selectorProblems(selector, 'spec.selector') : none),
    ...(isReadable ? templateProblems(selector, fieldsAt(spec, 'template', 'metadata', 'labels'), 'spec') : none),
    ...when(
      isSet(selector) && isEmptySelector(selector),
      invalid('spec.selector', {}, 'empty selector is invalid for daemonset'),
    ),
    ...restartedTemplate(spec, 'DaemonSet'),
    ...notNegative(spec['minReadySeconds'], 'spec.minReadySeconds'),
    ...daemonStrategyProblems(fieldsAt(spec, 'updateStrategy')),
    ...notNegative(spec['revisionHistoryLimit'], 'spec.revisionHistoryLimit'),
  ];
};

export const replicationControllerProblems = (object: ApiObject): readonly FieldError[] => {
  const spec = specOf(object);
  const selector = fieldsAt(spec, 'selector');
  const labels = fieldsAt(spec, 'template', 'metadata', 'labels');
  const isPicked = Object.entries(selector).every(([key, value]) => labels[key] === value);
  return [
    ...notNegative(spec['minReadySeconds'], 'spec.minReadySeconds'),
    ...when(Object.keys(selector).length === 0, required('spec.selector', '')),
    ...notNegative(spec['replicas'], 'spec.replicas'),
    ...(hasAt(spec, 'template')
      ? [...when(!isPicked, mismatch(labels, 'spec')), ...restartedTemplate(spec, 'ReplicationController')]
      : [required('spec.template', '')]),
  ];
};

/** A selector that was set once stays. */
export const fixedSelector = (object: ApiObject, old: ApiObject): readonly FieldError[] => {
  const selector = valueAt(object, 'spec', 'selector');
  return deepEqual(selector ?? null, valueAt(old, 'spec', 'selector') ?? null)
    ? none
    : [invalid('spec.selector', printed(selector), 'field is immutable')];
};

export function requiredSelector(spec: Fields, kind: string): readonly FieldError[] {
  const { selector } = spec;
  if (!isSet(selector)) return [required('spec.selector', '')];
  return [
    ...selectorProblems(selector, 'spec.selector'),
    ...(isEmptySelector(selector) ? [invalid('spec.selector', {}, `empty selector is invalid for ${kind}`)] : none),
  ];
}

function templateOf(spec: Fields): readonly FieldError[] {
  const labels = fieldsAt(spec, 'template', 'metadata', 'labels');
  const problems = templateProblems(spec['selector'], labels, 'spec');
  const isUnreadable = problems.some(({ field }) => field === 'spec.selector');
  return [...problems, ...(isUnreadable ? none : restartedTemplate(spec, 'ReplicaSet'))];
}

/** Pods of a workload are restarted when they end, for ever. */
const restartedTemplate = (spec: Fields, kind: string): readonly FieldError[] => [
  ...podTemplateProblems(fieldsAt(spec, 'template'), 'spec.template'),
  ...endlessProblems(fieldsAt(spec, 'template', 'spec'), kind),
];

/** What keeps pods from running for ever is not for this kind. */
export const endlessProblems = (podSpec: Fields, kind: string): readonly FieldError[] => {
  const policy = textAt(podSpec, 'restartPolicy');
  return [
    ...when(policy !== 'Always', notSupported('spec.template.spec.restartPolicy', policy, ['Always'])),
    ...when(
      isSet(podSpec['activeDeadlineSeconds']),
      forbiddenField('spec.template.spec.activeDeadlineSeconds', `activeDeadlineSeconds in ${kind} is not Supported`),
    ),
  ];
};
