/**
 * What rules that taint devices must be. Upstream: ValidateDeviceTaintRule in kubernetes pkg/apis/resource/validation.
 */
import {
  dnsLabel,
  dnsSubdomain,
  fieldsAt,
  hasAt,
  labelValue,
  qualifiedName,
  required,
  textAt,
  tooLong,
  tooMany,
  itemsAt,
  type ApiObject,
  type FieldError,
} from '@reeve/registry';
import { none, oneOf, requiredWord, when, wordProblems } from './checks.ts';

const effects = ['NoExecute', 'NoSchedule', 'None'];
const longestDriver = 63;
const mostConditions = 8;

export function deviceTaintRuleProblems(rule: ApiObject, old?: ApiObject): readonly FieldError[] {
  const taint = fieldsAt(rule, 'spec', 'taint');
  const effect = textAt(taint, 'effect');
  const field = 'spec.taint';
  return [
    ...selectorProblems(rule),
    ...wordProblems(qualifiedName, textAt(taint, 'key'), `${field}.key`),
    ...wordProblems(labelValue, textAt(taint, 'value'), `${field}.value`),
    ...(effect === textAt(old, 'spec', 'taint', 'effect') && old !== undefined
      ? none
      : effect === ''
        ? [required(`${field}.effect`, '')]
        : oneOf(effect, effects, `${field}.effect`)),
  ];
}

export const deviceTaintStatusProblems = (rule: ApiObject): readonly FieldError[] => {
  const count = itemsAt(rule, 'status', 'conditions').length;
  return when(count > mostConditions, tooMany('status.conditions', count, mostConditions));
};

function selectorProblems(rule: ApiObject): readonly FieldError[] {
  const selector = fieldsAt(rule, 'spec', 'deviceSelector');
  const field = 'spec.deviceSelector';
  const [driver, pool, device] = [textAt(selector, 'driver'), textAt(selector, 'pool'), textAt(selector, 'device')];
  return [
    ...(hasAt(selector, 'driver')
      ? [
          ...requiredWord(dnsSubdomain, driver.toLowerCase(), `${field}.driver`),
          ...when(driver.length > longestDriver, tooLong(`${field}.driver`, longestDriver)),
        ]
      : none),
    ...(hasAt(selector, 'pool')
      ? pool === ''
        ? [required(`${field}.pool`, '')]
        : pool.split('/').flatMap((part) => wordProblems(dnsSubdomain, part, `${field}.pool`))
      : none),
    ...(hasAt(selector, 'device') ? requiredWord(dnsLabel, device, `${field}.device`) : none),
  ];
}
