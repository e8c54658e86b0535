/**
 * Nodes that a pod wants, and other pods that it wants to be near to or away from. Upstream: validateAffinity in kubernetes pkg/apis/core/validation.
 */
import {
  dnsLabel,
  dnsSubdomain,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  labelValue,
  listAt,
  numberAt,
  qualifiedName,
  required,
  textAt,
  textsAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, none, when, wordProblems } from '../checks.ts';
import { selectorProblems } from '../selector.ts';

const must = 'requiredDuringSchedulingIgnoredDuringExecution';
const should = 'preferredDuringSchedulingIgnoredDuringExecution';

/** The wishes of a pod, at the path of `affinity`. */
export const affinityProblems = (affinity: Fields, field: string): readonly FieldError[] => [
  ...nodeAffinityProblems(fieldsAt(affinity, 'nodeAffinity'), `${field}.nodeAffinity`),
  ...podAffinityProblems(fieldsAt(affinity, 'podAffinity'), `${field}.podAffinity`),
  ...podAffinityProblems(fieldsAt(affinity, 'podAntiAffinity'), `${field}.podAntiAffinity`),
];

/** A selection of nodes, which volumes have too. */
export function nodeSelectorProblems(selector: Fields, field: string): readonly FieldError[] {
  const terms = itemsAt(selector, 'nodeSelectorTerms');
  const path = `${field}.nodeSelectorTerms`;
  if (terms.length === 0) return [required(path, 'must have at least one node selector term')];
  return eachItem(terms, path, (term, at) => termProblems(term, at, true));
}

/** Labels whose values a selector takes from the pod itself. */
export function labelKeyProblems(term: Fields, field: string): readonly FieldError[] {
  const keys = (name: string): readonly FieldError[] =>
    textsAt(term, name).flatMap((key, index) => wordProblems(qualifiedName, key, `${field}.${name}[${index}]`));
  const given = ['matchLabelKeys', 'mismatchLabelKeys'].filter((name) => listAt(term, name).length > 0);
  if (given.length > 0 && !hasAt(term, 'labelSelector'))
    return given.map((name) =>
      forbiddenField(`${field}.${name}`, 'must not be specified when labelSelector is not set'),
    );
  return [...keys('matchLabelKeys'), ...keys('mismatchLabelKeys')];
}

function nodeAffinityProblems(affinity: Fields, field: string): readonly FieldError[] {
  return [
    ...(hasAt(affinity, must) ? nodeSelectorProblems(fieldsAt(affinity, must), `${field}.${must}`) : none),
    ...eachItem(itemsAt(affinity, should), `${field}.${should}`, (wish, path) => [
      ...weightProblems(wish, path),
      ...termProblems(fieldsAt(wish, 'preference'), `${path}.preference`, false),
    ]),
  ];
}

function podAffinityProblems(affinity: Fields, field: string): readonly FieldError[] {
  return [
    ...eachItem(itemsAt(affinity, must), `${field}.${must}`, neighbourProblems),
    ...eachItem(itemsAt(affinity, should), `${field}.${should}`, (wish, path) => [
      ...weightProblems(wish, path),
      ...neighbourProblems(fieldsAt(wish, 'podAffinityTerm'), `${path}.podAffinityTerm`),
    ]),
  ];
}

function weightProblems(wish: Fields, field: string): readonly FieldError[] {
  const weight = numberAt(wish, 'weight');
  return when(weight <= 0 || weight > 100, invalid(`${field}.weight`, weight, 'must be in the range 1-100'));
}

function neighbourProblems(term: Fields, field: string): readonly FieldError[] {
  const selector = (name: string): readonly FieldError[] =>
    isSet(term[name]) ? selectorProblems(term[name], `${field}.${name}`) : none;
  const place = textAt(term, 'topologyKey');
  return [
    ...selector('labelSelector'),
    ...selector('namespaceSelector'),
    ...textsAt(term, 'namespaces').flatMap((name) => wordProblems(dnsLabel, name, `${field}.namespace`)),
    ...labelKeyProblems(term, field),
    ...when(place === '', required(`${field}.topologyKey`, 'can not be empty')),
    ...wordProblems(qualifiedName, place, `${field}.topologyKey`),
  ];
}

function termProblems(term: Fields, field: string, hasValueRule: boolean): readonly FieldError[] {
  return [
    ...eachItem(itemsAt(term, 'matchExpressions'), `${field}.matchExpressions`, (requirement, path) => [
      ...labelRequirementProblems(requirement, path),
      ...(hasValueRule
        ? textsAt(requirement, 'values').flatMap((value, index) =>
            wordProblems(labelValue, value, `${path}.values[${index}]`),
          )
        : none),
    ]),
    ...eachItem(itemsAt(term, 'matchFields'), `${field}.matchFields`, fieldRequirementProblems),
  ];
}

function labelRequirementProblems(requirement: Fields, field: string): readonly FieldError[] {
  return [
    ...countProblems(textAt(requirement, 'operator'), listAt(requirement, 'values').length, field),
    ...wordProblems(qualifiedName, textAt(requirement, 'key'), `${field}.key`),
  ];
}

function countProblems(operator: string, count: number, field: string): readonly FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return when(count === 0, required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
    case 'Exists':
    case 'DoesNotExist':
      return when(
        count > 0,
        forbiddenField(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
      );
    case 'Gt':
    case 'Lt':
      return when(
        count !== 1,
        required(`${field}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"),
      );
    default:
      return [invalid(`${field}.operator`, operator, 'not a valid selector operator')];
  }
}

/** The one field of a node that it is selected by is its name. */
function fieldRequirementProblems(requirement: Fields, field: string): readonly FieldError[] {
  const operator = textAt(requirement, 'operator');
  const key = textAt(requirement, 'key');
  const isOne = listAt(requirement, 'values').length === 1;
  return [
    ...(['In', 'NotIn'].includes(operator)
      ? when(
          !isOne,
          required(
            `${field}.values`,
            "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
          ),
        )
      : [invalid(`${field}.operator`, operator, 'not a valid selector operator')]),
    ...(key === 'metadata.name'
      ? textsAt(requirement, 'values').flatMap((value, index) =>
          wordProblems(dnsSubdomain, value, `${field}.values[${index}]`),
        )
      : [invalid(`${field}.key`, key, 'not a valid field selector key')]),
  ];
}
