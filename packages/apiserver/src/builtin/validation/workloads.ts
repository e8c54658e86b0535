/**
 * What workloads must be: a selector that picks the pods of the template and never changes, pods that are restarted, numbers that make sense.
 * Upstream: kubernetes pkg/apis/apps/validation.
 */
import { deepEqual } from '@reeve/machinery';
import { forbiddenField, invalid, notSupported, required, type FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import { fieldsAt, hasAt, isSet, textAt, valueAt, type Fields } from '../fields.ts';
import { dnsLabel } from '../wire-words.ts';
import { labelMap, none, notNegative, wordProblems } from './checks.ts';
import { podTemplateProblems } from './pod.ts';
import { daemonStrategyProblems, deadlineProblems, goStrategy, strategyProblems } from './rollout.ts';
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

export const statefulSetProblems = (object: ApiObject): readonly FieldError[] => {
  const spec = specOf(object);
  const policy = textAt(spec, 'podManagementPolicy');
  const service = textAt(spec, 'serviceName');
  const update = fieldsAt(spec, 'updateStrategy');
  return [
    ...(['OrderedReady', 'Parallel'].includes(policy)
      ? none
      : [invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'")]),
    ...(['RollingUpdate', 'OnDelete'].includes(textAt(update, 'type'))
      ? none
      : [invalid('spec.updateStrategy', goStrategy(update), "must be 'RollingUpdate' or 'OnDelete'")]),
    ...notNegative(valueAt(update, 'rollingUpdate', 'partition'), 'spec.updateStrategy.rollingUpdate.partition'),
    ...notNegative(spec['replicas'], 'spec.replicas'),
    ...notNegative(spec['minReadySeconds'], 'spec.minReadySeconds'),
    ...requiredSelector(spec, 'statefulset'),
    ...templateOf(spec),
    ...(service === '' ? none : wordProblems(dnsLabel, service, 'spec.serviceName')),
  ];
};

export const daemonSetProblems = (object: ApiObject): readonly FieldError[] => {
  const spec = specOf(object);
  return [
    ...(hasAt(spec, 'selector') ? selectorProblems(spec['selector'], 'spec.selector') : none),
    ...templateOf(spec),
    ...(isSet(spec['selector']) && isEmptySelector(spec['selector'])
      ? [invalid('spec.selector', {}, 'empty selector is invalid for daemonset')]
      : none),
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
    ...(Object.keys(selector).length === 0 ? [required('spec.selector', '')] : labelMap(selector, 'spec.selector')),
    ...notNegative(spec['replicas'], 'spec.replicas'),
    ...(Object.keys(fieldsAt(spec, 'template', 'spec')).length === 0 || !hasAt(spec, 'template', 'spec', 'containers')
      ? [required('spec.template', '')]
      : [...(isPicked ? none : [mismatch(labels, 'spec')]), ...restartedTemplate(spec)]),
  ];
};

/** A selector that was set once stays. */
export const fixedSelector = (object: ApiObject, old: ApiObject): readonly FieldError[] => {
  const selector = valueAt(object, 'spec', 'selector');
  return deepEqual(selector ?? null, valueAt(old, 'spec', 'selector') ?? null)
    ? none
    : [invalid('spec.selector', printed(selector), 'field is immutable')];
};

const statefulChangeable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

/** Of a StatefulSet only some parts may change. */
export function statefulSetChangeProblems(object: ApiObject, old: ApiObject): readonly FieldError[] {
  const fixed = (each: ApiObject): Fields =>
    Object.fromEntries(Object.entries(specOf(each)).filter(([name]) => !statefulChangeable.includes(name)));
  if (deepEqual(fixed(object), fixed(old))) return none;
  const names = statefulChangeable.map((name) => `'${name}'`);
  return [
    forbiddenField(
      'spec',
      `updates to statefulset spec for fields other than ${names.slice(0, -1).join(', ')} and ${names.at(-1)} are forbidden`,
    ),
  ];
}

function requiredSelector(spec: Fields, kind: string): readonly FieldError[] {
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
  return [...problems, ...(isUnreadable ? none : restartedTemplate(spec))];
}

/** Pods of a workload are restarted when they end. */
function restartedTemplate(spec: Fields): readonly FieldError[] {
  const template = fieldsAt(spec, 'template');
  const policy = textAt(template, 'spec', 'restartPolicy');
  return [
    ...podTemplateProblems(template, 'spec.template'),
    ...(policy === 'Always' ? none : [notSupported('spec.template.spec.restartPolicy', policy, ['Always'])]),
  ];
}
