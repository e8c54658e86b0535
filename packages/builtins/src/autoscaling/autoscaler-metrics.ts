/**
 * The metrics of a HorizontalPodAutoscaler in the form that autoscaling/v1 keeps in annotations, and back. Version 2 nests what version 1 has side by side,
 * so each kind of metric is a table of names. Upstream: the conversions of autoscaling/v1.
 */
import { getOwn } from '@reeve/machinery';
import { fieldsOf, isSet, valueAt, type Fields } from '@reeve/registry';

/** A field of version 1 and the path of the same thing in version 2; `zero` is what version 1 writes when it is absent. */
type Row = readonly [flat: string, nested: readonly string[], zero?: unknown];

interface Shape {
  readonly field: string;
  readonly target: readonly Row[];
  readonly current: readonly Row[];
  /** What the target is measured in, given what version 1 says of it. */
  readonly targetType: (part: Fields) => string;
}

const metricName: Row = ['metricName', ['metric', 'name'], ''];
const described: Row = ['target', ['describedObject'], {}];
const selector: Row = ['selector', ['metric', 'selector']];
const metricSelector: Row = ['metricSelector', ['metric', 'selector']];
const name: Row = ['name', ['name'], ''];
const container: Row = ['container', ['container'], ''];
const targetOf = (name1: string, name2: string, zero?: unknown): Row => [name1, ['target', name2], zero];
const currentOf = (name1: string, name2: string, zero?: unknown): Row => [name1, ['current', name2], zero];
const utilizationTarget = [
  targetOf('targetAverageUtilization', 'averageUtilization'),
  targetOf('targetAverageValue', 'averageValue'),
];
const utilizationCurrent = [
  currentOf('currentAverageUtilization', 'averageUtilization'),
  currentOf('currentAverageValue', 'averageValue', '0'),
];
const byUtilization = (part: Fields): string =>
  isSet(part['targetAverageUtilization']) ? 'Utilization' : 'AverageValue';

const shapes: Readonly<Record<string, Shape>> = {
  Resource: {
    field: 'resource',
    target: [name, ...utilizationTarget],
    current: [name, ...utilizationCurrent],
    targetType: byUtilization,
  },
  ContainerResource: {
    field: 'containerResource',
    target: [name, ...utilizationTarget, container],
    current: [name, ...utilizationCurrent, container],
    targetType: byUtilization,
  },
  Pods: {
    field: 'pods',
    target: [metricName, targetOf('targetAverageValue', 'averageValue', '0'), selector],
    current: [metricName, currentOf('currentAverageValue', 'averageValue', '0'), selector],
    targetType: () => 'AverageValue',
  },
  Object: {
    field: 'object',
    target: [
      described,
      metricName,
      targetOf('targetValue', 'value', '0'),
      selector,
      targetOf('averageValue', 'averageValue'),
    ],
    current: [
      described,
      metricName,
      currentOf('currentValue', 'value', '0'),
      selector,
      currentOf('averageValue', 'averageValue'),
    ],
    targetType: (part) => (isSet(part['averageValue']) ? 'AverageValue' : 'Value'),
  },
  External: {
    field: 'external',
    target: [
      metricName,
      metricSelector,
      targetOf('targetValue', 'value'),
      targetOf('targetAverageValue', 'averageValue'),
    ],
    current: [
      metricName,
      metricSelector,
      currentOf('currentValue', 'value', '0'),
      currentOf('currentAverageValue', 'averageValue'),
    ],
    targetType: (part) => (isSet(part['targetValue']) ? 'Value' : 'AverageValue'),
  },
};

/** A metric to aim at, as version 1 writes it. */
export const flatTarget = (metric: Fields): Fields => converted(metric, ({ target }, part) => flat(part, target));

/** A metric as measured, as version 1 writes it. */
export const flatCurrent = (metric: Fields): Fields => converted(metric, ({ current }, part) => flat(part, current));

/** A metric to aim at, as version 2 writes it. */
export const nestedTarget = (metric: Fields): Fields =>
  converted(metric, ({ target, targetType }, part) => {
    const type = targetType(part);
    const result = nested(part, target);
    const { value, ...rest } = fieldsOf(result['target']);
    // Version 1 cannot leave out the value of an object's metric; next to an average a zero means that there is none.
    const isReal = value !== undefined && !(type === 'AverageValue' && value === '0');
    return { ...result, target: { type, ...(isReal && { value }), ...rest } };
  });

/** A metric as measured, as version 2 writes it. */
export const nestedCurrent = (metric: Fields): Fields =>
  converted(metric, ({ current }, part) => nested(part, current));

function converted(metric: Fields, convert: (shape: Shape, part: Fields) => Fields): Fields {
  const shape = getOwn(shapes, String(metric['type']));
  const part = shape && metric[shape.field];
  return shape && isSet(part)
    ? { type: metric['type'], [shape.field]: convert(shape, fieldsOf(part)) }
    : { type: metric['type'] ?? '' };
}

function flat(part: Fields, rows: readonly Row[]): Fields {
  const result: Record<string, unknown> = {};
  for (const [to, path, zero] of rows) {
    const value = valueAt(part, ...path) ?? zero;
    if (value !== undefined) result[to] = value;
  }
  return result;
}

function nested(part: Fields, rows: readonly Row[]): Fields {
  const result: Record<string, Record<string, unknown>> = {};
  for (const [from, [first = '', second], zero] of rows) {
    const value = part[from] ?? zero;
    if (second === undefined) Object.assign(result, { [first]: value });
    else if (value === undefined) result[first] ??= {};
    else (result[first] ??= {})[second] = value;
  }
  return result;
}
