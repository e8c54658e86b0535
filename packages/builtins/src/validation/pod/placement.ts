/**
 * Which nodes a pod puts up with, and how pods are spread over them. Upstream: ValidateTolerations and validateTopologySpreadConstraints in kubernetes
 * pkg/apis/core/validation.
 */
import {
  hasAt,
  invalid,
  isSet,
  labelValue,
  notSupported,
  numberAt,
  qualifiedName,
  required,
  textAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { none, oneOf, positive, when, wordProblems } from '../checks.ts';
import { selectorProblems } from '../selector.ts';
import { labelKeyProblems } from './affinity.ts';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** One taint, or kind of taint, that a pod puts up with. */
export function tolerationProblems(toleration: Fields, field: string): readonly FieldError[] {
  const [key, operator, effect] = ['key', 'operator', 'effect'].map((name) => textAt(toleration, name));
  const forAll = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
  return [
    ...(key === '' ? none : wordProblems(qualifiedName, key ?? '', `${field}.key`)),
    ...when(key === '' && operator !== 'Exists', invalid(`${field}.operator`, operator, forAll)),
    ...when(
      hasAt(toleration, 'tolerationSeconds') && effect !== 'NoExecute',
      invalid(`${field}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"),
    ),
    ...operatorProblems(operator ?? '', textAt(toleration, 'value'), `${field}.operator`),
    ...(effect === '' ? none : oneOf(effect ?? '', effects, `${field}.effect`)),
  ];
}

function operatorProblems(operator: string, value: string, field: string): readonly FieldError[] {
  switch (operator) {
    case '':
    case 'Equal': {
      const problems = labelValue(value);
      return when(problems.length > 0, invalid(field, value, problems.join(';')));
    }
    case 'Exists':
      return when(value !== '', invalid(field, value, "value must be empty when `operator` is 'Exists'"));
    case 'Lt':
    case 'Gt':
      return [notSupported(field, operator, ['Equal', 'Exists', 'Lt', 'Gt'])];
    default:
      return [notSupported(field, operator, ['Equal', 'Exists'])];
  }
}

/** How evenly pods are to be spread. */
export function spreadProblems(constraint: Fields, field: string): readonly FieldError[] {
  const action = textAt(constraint, 'whenUnsatisfiable');
  const policy = (name: string): readonly FieldError[] =>
    hasAt(constraint, name) ? oneOf(textAt(constraint, name), ['Honor', 'Ignore'], `${field}.${name}`) : none;
  return [
    ...positive(constraint['maxSkew'], `${field}.maxSkew`),
    ...when(textAt(constraint, 'topologyKey') === '', required(`${field}.topologyKey`, 'can not be empty')),
    ...oneOf(action, ['DoNotSchedule', 'ScheduleAnyway'], `${field}.whenUnsatisfiable`),
    ...domainProblems(constraint, action, `${field}.minDomains`),
    ...policy('nodeAffinityPolicy'),
    ...policy('nodeTaintsPolicy'),
    ...labelKeyProblems(constraint, field),
    ...(isSet(constraint['labelSelector'])
      ? selectorProblems(constraint['labelSelector'], `${field}.labelSelector`)
      : none),
  ];
}

function domainProblems(constraint: Fields, action: string, field: string): readonly FieldError[] {
  if (!hasAt(constraint, 'minDomains')) return none;
  const least = numberAt(constraint, 'minDomains');
  return [
    ...positive(least, field),
    ...when(
      action !== 'DoNotSchedule',
      invalid(field, least, `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`),
    ),
  ];
}
