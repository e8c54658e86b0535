/**
 * What autoscalers must be: what to scale, between which numbers, by what. Metrics and behaviour are looked at as version 2 has them. Upstream: kubernetes
 * pkg/apis/autoscaling/validation.
 */
import { parseApiVersion } from '@reeve/machinery';
import {
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  listAt,
  numberAt,
  pathSegment,
  required,
  textAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { autoscalerToV2 } from '../autoscaling/autoscaler-views.ts';
import { eachItem, none, notNegative, oneOf, positive, requiredWord, when } from './checks.ts';
import { metricProblems } from './autoscaler-metrics.ts';

const longestWindowSeconds = 3600;
const longestPeriodSeconds = 1800;

export function autoscalerProblems(autoscaler: ApiObject): readonly FieldError[] {
  const newer = autoscaler.apiVersion === 'autoscaling/v1' ? autoscalerToV2(autoscaler) : autoscaler;
  const spec = fieldsAt(newer, 'spec');
  const most = numberAt(spec, 'maxReplicas');
  const least = isSet(spec['minReplicas']) ? numberAt(spec, 'minReplicas') : 1;
  return [
    ...when(most < least, invalid('spec.maxReplicas', most, 'must be greater than or equal to `minReplicas`')),
    ...targetProblems(fieldsAt(spec, 'scaleTargetRef'), 'spec.scaleTargetRef'),
    ...eachItem(itemsAt(spec, 'metrics'), 'spec.metrics', metricProblems),
    ...['scaleUp', 'scaleDown'].flatMap((name) =>
      hasAt(spec, 'behavior', name)
        ? behaviourProblems(fieldsAt(spec, 'behavior', name), `spec.behavior.${name}`)
        : none,
    ),
    ...when(
      least === 0 && !hasOutsideMetric(spec),
      forbiddenField(
        'spec.metrics',
        'must specify at least one Object or External metric to support scaling to zero replicas',
      ),
    ),
  ];
}

/** Upstream declares these with the fields, and tells them last. */
export function autoscalerBounds(autoscaler: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(autoscaler, 'spec');
  const most = numberAt(spec, 'maxReplicas');
  return [
    ...notNegative(spec['minReplicas'], 'spec.minReplicas'),
    ...when(most === 0, required('spec.maxReplicas', '')),
    ...when(most < 0, invalid('spec.maxReplicas', most, 'must be greater than or equal to 1')),
  ];
}

export const autoscalerStatusProblems = (autoscaler: ApiObject): readonly FieldError[] =>
  ['currentReplicas', 'desiredReplicas'].flatMap((name) =>
    notNegative(fieldsAt(autoscaler, 'status')[name], `status.${name}`),
  );

function targetProblems(target: Fields, field: string): readonly FieldError[] {
  const apiVersion = textAt(target, 'apiVersion');
  const isCore = textAt(target, 'kind') === 'ReplicationController';
  return [
    ...requiredWord(pathSegment, textAt(target, 'kind'), `${field}.kind`),
    ...requiredWord(pathSegment, textAt(target, 'name'), `${field}.name`),
    ...when(
      !isCore && groupOf(apiVersion) === '',
      invalid(`${field}.apiVersion`, apiVersion, 'apiVersion must specify API group'),
    ),
  ];
}

function groupOf(apiVersion: string): string {
  try {
    return parseApiVersion(apiVersion).group;
  } catch {
    return '';
  }
}

function behaviourProblems(rules: Fields, field: string): readonly FieldError[] {
  const seconds = numberAt(rules, 'stabilizationWindowSeconds');
  const at = `${field}.stabilizationWindowSeconds`;
  return [
    ...when(seconds < 0, invalid(at, seconds, 'must be greater than or equal to zero')),
    ...when(
      seconds > longestWindowSeconds,
      invalid(at, seconds, `must be less than or equal to ${longestWindowSeconds}`),
    ),
    ...(hasAt(rules, 'selectPolicy')
      ? oneOf(textAt(rules, 'selectPolicy'), ['Disabled', 'Max', 'Min'], `${field}.selectPolicy`)
      : none),
    ...when(listAt(rules, 'policies').length === 0, required(`${field}.policies`, 'must specify at least one Policy')),
    ...eachItem(itemsAt(rules, 'policies'), `${field}.policies`, policyProblems),
  ];
}

function policyProblems(policy: Fields, field: string): readonly FieldError[] {
  const seconds = numberAt(policy, 'periodSeconds');
  return [
    ...oneOf(textAt(policy, 'type'), ['Percent', 'Pods'], `${field}.type`),
    ...positive(policy['value'], `${field}.value`),
    ...positive(seconds, `${field}.periodSeconds`),
    ...when(
      seconds > longestPeriodSeconds,
      invalid(`${field}.periodSeconds`, seconds, `must be less than or equal to ${longestPeriodSeconds}`),
    ),
  ];
}

const hasOutsideMetric = (spec: Fields): boolean =>
  itemsAt(spec, 'metrics').some((metric) => hasAt(metric, 'object') || hasAt(metric, 'external'));
