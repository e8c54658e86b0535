/**
 * What an autoscaler goes by: one source of numbers, and the number that it should be. Upstream: validateMetricSpec in kubernetes
 * pkg/apis/autoscaling/validation.
 */
import { parseQuantity } from '@reeve/machinery';
import {
  dnsLabel,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  notSupported,
  numberAt,
  pathSegment,
  required,
  textAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { amountOf, none, requiredWord, when, wordProblems, type Check } from './checks.ts';

/** One metric. */
export function metricProblems(metric: Fields, field: string): readonly FieldError[] {
  const type = textAt(metric, 'type');
  const given = Object.keys(sources).filter((name) => hasAt(metric, name));
  const [first] = given;
  const own = fieldOf(type);
  return [
    ...when(type === '', required(`${field}.type`, 'must specify a metric source type')),
    ...(own === undefined ? [notSupported(`${field}.type`, type, types)] : none),
    ...(first === undefined ? none : (sources[first]?.(fieldsAt(metric, first), `${field}.${first}`) ?? none)),
    ...(own === undefined || given.includes(own)
      ? none
      : [required(`${field}.${own}`, 'must populate information for the given metric source')]),
    ...(given.length === 1 ? [] : given.filter((name) => name !== own)).map((name) =>
      forbiddenField(`${field}.${name}`, 'must populate the given metric source only'),
    ),
  ];
}

const types = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];
const fieldOf = (type: string): string | undefined =>
  types.includes(type) ? `${type.charAt(0).toLowerCase()}${type.slice(1)}` : undefined;

/** Sources in the order in which they are looked at. */
const sources: Readonly<Record<string, Check<Fields>>> = {
  object: (source, field) => [
    ...['kind', 'name'].flatMap((name) =>
      requiredWord(pathSegment, textAt(source, 'describedObject', name), `${field}.describedObject.${name}`),
    ),
    ...nameProblems(source, field),
    ...targetProblems(source, field),
    ...neither(
      source,
      ['value', 'averageValue'],
      `${field}.target.averageValue`,
      'must set either a target value or averageValue',
    ),
  ],
  external: (source, field) => [
    ...nameProblems(source, field),
    ...targetProblems(source, field),
    ...neither(
      source,
      ['value', 'averageValue'],
      `${field}.target.averageValue`,
      'must set either a target value for metric or a per-pod target',
    ),
    ...both(
      source,
      ['value', 'averageValue'],
      `${field}.target.value`,
      'may not set both a target value for metric and a per-pod target',
    ),
  ],
  pods: (source, field) => [
    ...nameProblems(source, field),
    ...targetProblems(source, field),
    ...neither(source, ['averageValue'], `${field}.target.averageValue`, 'must specify a positive target averageValue'),
  ],
  resource: (source, field) => [...resourceName(source, field), ...shareProblems(source, field)],
  containerResource: (source, field) => [
    ...resourceName(source, field),
    ...(textAt(source, 'container') === ''
      ? [required(`${field}.container`, 'must specify a container')]
      : wordProblems(dnsLabel, textAt(source, 'container'), `${field}.container`)),
    ...shareProblems(source, field),
  ],
};

const resourceName = (source: Fields, field: string): readonly FieldError[] =>
  when(textAt(source, 'name') === '', required(`${field}.name`, 'must specify a resource name'));

const shareProblems = (source: Fields, field: string): readonly FieldError[] => [
  ...targetProblems(source, field),
  ...neither(
    source,
    ['averageUtilization', 'averageValue'],
    `${field}.target.averageUtilization`,
    'must set either a target raw value or a target utilization',
  ),
  ...both(
    source,
    ['averageUtilization', 'averageValue'],
    `${field}.target.averageValue`,
    'may not set both a target raw value and a target utilization',
  ),
];

function nameProblems(source: Fields, field: string): readonly FieldError[] {
  const name = textAt(source, 'metric', 'name');
  return name === ''
    ? [required(`${field}.metric.name`, 'must specify a metric name')]
    : wordProblems(pathSegment, name, `${field}.metric.name`);
}

function targetProblems(source: Fields, field: string): readonly FieldError[] {
  const target = fieldsAt(source, 'target');
  const type = textAt(target, 'type');
  const share = numberAt(target, 'averageUtilization');
  const isKnown = ['Utilization', 'Value', 'AverageValue'].includes(type);
  const path = `${field}.target`;
  return [
    ...when(type === '', required(`${path}.type`, 'must specify a metric target type')),
    ...when(!isKnown, invalid(`${path}.type`, type, 'must be either Utilization, Value, or AverageValue')),
    ...['value', 'averageValue'].flatMap((name) => {
      const amount = amountOf(target[name]);
      const isPositive = amount === undefined || amount.compare(parseQuantity('0')) > 0;
      return when(!isPositive, invalid(`${path}.${name}`, target[name], 'must be positive'));
    }),
    ...when(
      hasAt(target, 'averageUtilization') && share < 1,
      invalid(`${path}.averageUtilization`, share, 'must be greater than 0'),
    ),
  ];
}

const neither = (source: Fields, names: readonly string[], field: string, problem: string): readonly FieldError[] =>
  when(!names.some((name) => hasAt(source, 'target', name)), required(field, problem));

const both = (source: Fields, names: readonly string[], field: string, problem: string): readonly FieldError[] =>
  when(
    names.every((name) => hasAt(source, 'target', name)),
    forbiddenField(field, problem),
  );
