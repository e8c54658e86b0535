/**
 * What quotas must be: amounts of resources that are known, for scopes that go together. Upstream: ValidateResourceQuota in kubernetes
 * pkg/apis/core/validation.
 */
import { deepEqual, getOwn } from '@reeve/machinery';
import {
  fieldsAt,
  invalid,
  itemsAt,
  listAt,
  required,
  textAt,
  textsAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { amountNotNegative, amountOf, none, when } from './checks.ts';
import { isStandardName, isWholeNumbered, resourceNameProblems } from './resource-names.ts';

const ofBestEffort = new Set(['pods']);
const ofPods = new Set([
  'pods',
  'cpu',
  'memory',
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
  'ephemeral-storage',
  'requests.ephemeral-storage',
  'limits.ephemeral-storage',
]);
const ofClaims = new Set(['persistentvolumeclaims', 'requests.storage']);

/** What each scope can be applied to. */
const scopes: Readonly<Record<string, ReadonlySet<string>>> = {
  Terminating: ofPods,
  NotTerminating: ofPods,
  BestEffort: ofBestEffort,
  NotBestEffort: ofPods,
  PriorityClass: ofPods,
  CrossNamespacePodAffinity: ofPods,
  VolumeAttributesClass: ofClaims,
};
const opposites = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];
/** A quota is for what is in a namespace, not for a container's kind of storage. */
const isQuotaName = (name: string): boolean => isStandardName(name) && name !== 'storage';

export const quotaProblems = (quota: ApiObject): readonly FieldError[] => [
  ...amountsProblems(fieldsAt(quota, 'spec', 'hard'), 'spec.hard'),
  ...scopeProblems(fieldsAt(quota, 'spec')),
  ...selectorProblems(fieldsAt(quota, 'spec'), 'spec.scopeSelector.matchExpressions'),
];

export const quotaChangeProblems = (quota: ApiObject, old: ApiObject): readonly FieldError[] => {
  const given = textsAt(quota, 'spec', 'scopes');
  const isSame = deepEqual(given.toSorted(), textsAt(old, 'spec', 'scopes').toSorted());
  return when(!isSame, invalid('spec.scopes', given, 'field is immutable'));
};

export const quotaStatusProblems = (quota: ApiObject): readonly FieldError[] => [
  ...amountsProblems(fieldsAt(quota, 'status', 'hard'), 'status.hard'),
  ...amountsProblems(fieldsAt(quota, 'status', 'used'), 'status.used'),
];

const amountsProblems = (amounts: Fields, field: string): readonly FieldError[] =>
  Object.entries(amounts).flatMap(([name, value]) => [
    ...resourceNameProblems(name, isQuotaName, 'quota', `${field}[${name}]`),
    ...amountNotNegative(value, `${field}[${name}]`),
    ...wholeNumber(name, value, `${field}[${name}]`),
  ]);

function wholeNumber(name: string, value: unknown, field: string): readonly FieldError[] {
  const amount = amountOf(value);
  const isWhole = amount === undefined || amount.milliValue() % 1000n === 0n;
  return when(isWholeNumbered(name) && !isWhole, invalid(field, value, 'must be an integer'));
}

function scopeProblems(spec: Fields): readonly FieldError[] {
  const given = textsAt(spec, 'scopes');
  const told = (problem: string): FieldError => invalid('spec.scopes', given, problem);
  return [
    ...given.flatMap((scope) => [
      ...when(getOwn(scopes, scope) === undefined, told('unsupported scope')),
      ...misapplied(spec, scope).map(() => told('unsupported scope applied to resource')),
    ]),
    ...contradictions(given).map(() => told('conflicting scopes')),
  ];
}

/** Resources of a quota that a scope says nothing about. */
const misapplied = (spec: Fields, scope: string): readonly string[] =>
  Object.keys(fieldsAt(spec, 'hard'))
    .toSorted()
    .filter((name) => isQuotaName(name) && getOwn(scopes, scope)?.has(name) === false);

const contradictions = (given: readonly string[]): readonly (readonly string[])[] =>
  opposites.filter((pair) => pair.every((scope) => given.includes(scope)));

const onlyThere =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

function selectorProblems(spec: Fields, field: string): readonly FieldError[] {
  const expressions = itemsAt(spec, 'scopeSelector', 'matchExpressions');
  const names = expressions.map((expression) => textAt(expression, 'scopeName'));
  return [
    ...expressions.flatMap((expression) => {
      const [scope, operator] = [textAt(expression, 'scopeName'), textAt(expression, 'operator')];
      const isKnown = getOwn(scopes, scope) !== undefined;
      const hasNoValues = isKnown && !['PriorityClass', 'VolumeAttributesClass'].includes(scope);
      return [
        ...when(!isKnown, invalid(`${field}.scopeName`, scope, 'unsupported scope')),
        ...misapplied(spec, scope).map(() =>
          invalid(field, spec['scopeSelector'], 'unsupported scope applied to resource'),
        ),
        ...when(hasNoValues && operator !== 'Exists', invalid(`${field}.operator`, operator, onlyThere)),
        ...operatorProblems(operator, listAt(expression, 'values'), field),
      ];
    }),
    ...contradictions(names).map(() => invalid(field, spec['scopes'] ?? null, 'conflicting scopes')),
  ];
}

function operatorProblems(operator: string, values: readonly unknown[], field: string): readonly FieldError[] {
  if (['In', 'NotIn'].includes(operator)) {
    const problem = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    return when(values.length === 0, required(`${field}.values`, problem));
  }
  if (['Exists', 'DoesNotExist'].includes(operator)) {
    const problem = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    return values.length === 0 ? none : [invalid(`${field}.values`, values, problem)];
  }
  return [invalid(`${field}.operator`, operator, 'not a valid selector operator')];
}
