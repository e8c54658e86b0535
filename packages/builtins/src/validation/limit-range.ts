/**
 * What limits must be: the least, the most and what is usual, in that order. Upstream: ValidateLimitRange in kubernetes pkg/apis/core/validation.
 */
import { parseQuantity, type Quantity } from '@reeve/machinery';
import {
  duplicate,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  itemsAt,
  qualifiedName,
  required,
  textAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { amountOf, eachItem, none, when, wordProblems } from './checks.ts';
import { isHugePages, isOvercommitted, standardNameProblems } from './resource-names.ts';

const types = ['Pod', 'Container', 'PersistentVolumeClaim'];

export function limitRangeProblems(object: ApiObject): readonly FieldError[] {
  const limits = itemsAt(object, 'spec', 'limits');
  const names = limits.map((limit) => textAt(limit, 'type'));
  return eachItem(limits, 'spec.limits', (limit, field) => {
    const type = textAt(limit, 'type');
    return [
      ...typeProblems(type, `${field}.type`),
      ...when(names.indexOf(type) < limits.indexOf(limit), duplicate(`${field}.type`, type)),
      ...nameProblems(limit, type, field),
      ...keysOf(limit, type).flatMap((name) => orderProblems(limit, name, type, field)),
    ];
  });
}

function typeProblems(type: string, field: string): readonly FieldError[] {
  const problems = wordProblems(qualifiedName, type, field);
  if (problems.length > 0) return problems;
  const problem = 'must be a standard limit type or fully qualified';
  return when(!type.includes('/') && !types.includes(type), invalid(field, type, problem));
}

const usual = ['default', 'defaultRequest'];
const keysOf = (limit: Fields, type: string): readonly string[] => [
  ...new Set(
    ['max', 'min', ...(type === 'Pod' ? [] : usual), 'maxLimitRequestRatio'].flatMap((list) =>
      Object.keys(fieldsAt(limit, list)),
    ),
  ),
];

function nameProblems(limit: Fields, type: string, field: string): readonly FieldError[] {
  const inList = (list: string): readonly FieldError[] =>
    Object.keys(fieldsAt(limit, list)).flatMap((name) => resourceProblems(name, type, `${field}.${list}[${name}]`));
  const isGiven = (list: string): boolean => Object.keys(fieldsAt(limit, list)).length > 0;
  const isUnlimited =
    type === 'PersistentVolumeClaim' && !hasAt(limit, 'min', 'storage') && !hasAt(limit, 'max', 'storage');
  return [
    ...inList('max'),
    ...inList('min'),
    ...usual.flatMap((list) =>
      type === 'Pod'
        ? when(isGiven(list), forbiddenField(`${field}.${list}`, "may not be specified when `type` is 'Pod'"))
        : inList(list),
    ),
    ...when(
      isUnlimited,
      required(`${field}.limits`, 'either minimum or maximum storage value is required, but neither was provided'),
    ),
    ...inList('maxLimitRequestRatio'),
  ];
}

function resourceProblems(name: string, type: string, field: string): readonly FieldError[] {
  const isOfContainer = ['cpu', 'memory', 'ephemeral-storage'].includes(name) || isHugePages(name);
  const isLimited = type === 'Pod' || type === 'Container';
  return [
    ...standardNameProblems(name, field),
    ...when(
      isLimited && !name.includes('/') && !isOfContainer,
      invalid(field, name, 'must be a standard resource for containers'),
    ),
  ];
}

function orderProblems(limit: Fields, name: string, type: string, field: string): readonly FieldError[] {
  const amount = (list: string): Quantity | undefined => amountOf(fieldsAt(limit, list)[name]);
  const [least, most, ratio] = [amount('min'), amount('max'), amount('maxLimitRequestRatio')];
  const given = type === 'Pod' ? undefined : amount('default');
  const asked = type === 'Pod' ? undefined : amount('defaultRequest');
  const at = (list: string): string => `${field}.${list}[${name}]`;
  const over = (
    [low, lowName]: Named,
    [high, highName]: Named,
    list: string,
    told: Quantity | undefined,
  ): readonly FieldError[] => {
    if (low === undefined || high === undefined || low.compare(high) <= 0) return none;
    const problem = `${lowName} value ${low.toString()} is greater than ${highName} value ${high.toString()}`;
    return [invalid(at(list), told?.toString(), problem)];
  };
  return [
    ...over([least, 'min'], [most, 'max'], 'min', least),
    ...over([least, 'min'], [asked, 'default request'], 'defaultRequest', asked),
    ...over([asked, 'default request'], [most, 'max'], 'defaultRequest', asked),
    ...over([asked, 'default request'], [given, 'default limit'], 'defaultRequest', asked),
    ...over([least, 'min'], [given, 'default'], 'default', least),
    ...over([given, 'default'], [most, 'max'], 'default', most),
    ...ratioProblems(ratio, least, most, at('maxLimitRequestRatio')),
    ...(isOvercommitted(name) ? none : equalProblems(given, asked, name, at('defaultRequest'))),
  ];
}

/** An amount, and what it is called. */
type Named = readonly [amount: Quantity | undefined, name: string];

function ratioProblems(
  ratio: Quantity | undefined,
  least: Quantity | undefined,
  most: Quantity | undefined,
  field: string,
): readonly FieldError[] {
  if (ratio === undefined) return none;
  const told = ratio.toString();
  const possible = least && most ? Number(most.milliValue()) / Number(least.milliValue()) : Infinity;
  return [
    ...when(ratio.compare(parseQuantity('1')) < 0, invalid(field, told, `ratio ${told} is less than 1`)),
    ...when(
      Number(ratio.milliValue()) / 1000 > possible,
      invalid(field, told, `ratio ${told} is greater than max/min = ${possible.toFixed(6)}`),
    ),
  ];
}

function equalProblems(
  given: Quantity | undefined,
  asked: Quantity | undefined,
  name: string,
  field: string,
): readonly FieldError[] {
  if (given === undefined || asked === undefined || given.compare(asked) === 0) return none;
  const problem = `default value ${given.toString()} must equal to defaultRequest value ${asked.toString()} in ${name}`;
  return [invalid(field, asked.toString(), problem)];
}
