/**
 * The rows of horizontal pod autoscalers and disruption budgets. Upstream: formatHPAMetrics of kubernetes pkg/printers/internalversion.
 */
import { getOwn } from '@reeve/machinery';
import {
  fieldsAt,
  hasAt,
  isSet,
  itemsAt,
  numberAt,
  textAt,
  textOf,
  valueAt,
  type ApiObject,
  type Fields,
  type Printer,
} from '@reeve/registry';
import { autoscalerToV2 } from '../autoscaling/autoscaler-views.ts';
import { ageOf, nameOf, printFew, quantityAt, setOr } from './print.ts';

const autoscalers: Printer = (object, now) => {
  const autoscaler = object.apiVersion === 'autoscaling/v1' ? autoscalerToV2(object) : object;
  return [
    nameOf(autoscaler),
    `${textAt(autoscaler, 'spec', 'scaleTargetRef', 'kind')}/${textAt(autoscaler, 'spec', 'scaleTargetRef', 'name')}`,
    printMetrics(autoscaler),
    setOr(valueAt(autoscaler, 'spec', 'minReplicas'), '<unset>'),
    numberAt(autoscaler, 'spec', 'maxReplicas'),
    numberAt(autoscaler, 'status', 'currentReplicas'),
    ageOf(autoscaler, now),
  ];
};

const budgets: Printer = (budget, now) => [
  nameOf(budget),
  setOr(valueAt(budget, 'spec', 'minAvailable'), 'N/A'),
  setOr(valueAt(budget, 'spec', 'maxUnavailable'), 'N/A'),
  numberAt(budget, 'status', 'disruptionsAllowed'),
  ageOf(budget, now),
];

export const autoscalerCells: Readonly<Record<string, Printer>> = {
  'autoscaling/horizontalpodautoscalers': autoscalers,
  'policy/poddisruptionbudgets': budgets,
};

function printMetrics(autoscaler: ApiObject): string {
  const current = itemsAt(autoscaler, 'status', 'currentMetrics');
  const metrics = itemsAt(autoscaler, 'spec', 'metrics').map((metric, index) => printMetric(metric, current[index]));
  return printFew(metrics, 2, '<none>', ', ');
}

type MetricPrinter = (metric: Fields, current: Fields | undefined) => string;

/** A metric with a value, or with an average of its own. */
const valued: MetricPrinter = (metric, current) => {
  if (!hasAt(metric, 'target', 'averageValue'))
    return against(current && quantityAt(current, 'current', 'value'), quantityAt(metric, 'target', 'value'));
  const average = current && valueAt(current, 'current', 'averageValue');
  return `${against(isSet(average) ? textOf(average) : undefined, quantityAt(metric, 'target', 'averageValue'))} (avg)`;
};

const averaged: MetricPrinter = (metric, current) =>
  against(current && quantityAt(current, 'current', 'averageValue'), quantityAt(metric, 'target', 'averageValue'));

const ofResource: MetricPrinter = (metric, current) => {
  const name = textAt(metric, 'name');
  if (hasAt(metric, 'target', 'averageValue')) return `${name}: ${averaged(metric, current)}`;
  return `${name}: ${against(share(current, 'current'), share(metric, 'target') ?? '<auto>')}`;
};

const printers: Readonly<Record<string, readonly [field: string, print: MetricPrinter]>> = {
  ContainerResource: ['containerResource', ofResource],
  External: ['external', valued],
  Object: ['object', valued],
  Pods: ['pods', averaged],
  Resource: ['resource', ofResource],
};

function printMetric(metric: Fields, current: Fields | undefined): string {
  const printer = getOwn(printers, textAt(metric, 'type'));
  if (printer === undefined) return '<unknown type>';
  const [field, print] = printer;
  return print(fieldsAt(metric, field), hasAt(current, field) ? fieldsAt(current, field) : undefined);
}

function share(value: Fields | undefined, part: string): string | undefined {
  const utilization = valueAt(value, part, 'averageUtilization');
  return isSet(utilization) ? `${textOf(utilization)}%` : undefined;
}

const against = (current: string | undefined, target: string): string => `${current ?? '<unknown>'}/${target}`;
