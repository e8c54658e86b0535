/**
 * What a label selector must be, and whether it picks the labels of a template. Upstream: apimachinery pkg/apis/meta/v1/validation.
 */
import { labelSelectorToQuery, type LabelQuery } from '@reeve/machinery';
import {
  fieldsAt,
  fieldsOf,
  forbiddenField,
  invalid,
  isSet,
  itemsAt,
  labelValue,
  listAt,
  qualifiedName,
  required,
  textAt,
  textsAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, inOrder, labelMap, none, wordProblems } from './checks.ts';

/** What selectors that are stored pick: they are valid and never change, and most writes leave them alone. */
const queries = new WeakMap<object, LabelQuery>();

/** The problems of a selector that is there. */
export function selectorProblems(selector: unknown, field: string): readonly FieldError[] {
  if (queries.has(fieldsOf(selector))) return none;
  return [
    ...labelMap(fieldsAt(selector, 'matchLabels'), `${field}.matchLabels`),
    ...eachItem(itemsAt(selector, 'matchExpressions'), `${field}.matchExpressions`, expressionProblems),
  ];
}

/** A selector that must pick the labels of a template; what it picks is unclear when it is not valid itself. */
export function templateProblems(selector: unknown, labels: Fields, specField: string): readonly FieldError[] {
  const isValid = !isSet(selector) || selectorProblems(selector, '').length === 0;
  if (!isValid) return [invalid(`${specField}.selector`, printed(selector), 'invalid label selector')];
  if (isSet(selector) && isEmptySelector(selector)) return none;
  return isSet(selector) && queryOf(fieldsOf(selector)).matches(labels as Record<string, string>)
    ? none
    : [mismatch(labels, specField)];
}

/** What a valid selector picks. */
function queryOf(selector: Fields): LabelQuery {
  const query = queries.get(selector) ?? labelSelectorToQuery(selector);
  if (Object.isFrozen(selector)) queries.set(selector, query);
  return query;
}

/** What is said of labels that the selector does not pick. */
export const mismatch = (labels: Fields, specField: string): FieldError =>
  invalid(
    `${specField}.template.metadata.labels`,
    Object.keys(labels).length === 0 ? null : inOrder(labels),
    '`selector` does not match template `labels`',
  );

/** True of a selector that picks everything. */
export const isEmptySelector = (selector: unknown): boolean =>
  Object.keys(fieldsAt(selector, 'matchLabels')).length === 0 && listAt(selector, 'matchExpressions').length === 0;

/** A selector as it is printed in messages. */
export const printed = (selector: unknown): unknown => {
  const { matchLabels, ...rest } = fieldsOf(selector);
  return { ...(isSet(matchLabels) && { matchLabels: inOrder(fieldsOf(matchLabels)) }), ...rest };
};

function expressionProblems(expression: Fields, field: string): readonly FieldError[] {
  const operator = textAt(expression, 'operator');
  return [
    ...operatorProblems(operator, listAt(expression, 'values').length > 0, field),
    ...wordProblems(qualifiedName, textAt(expression, 'key'), `${field}.key`),
    ...textsAt(expression, 'values').flatMap((value, index) =>
      wordProblems(labelValue, value, `${field}.values[${index}]`),
    ),
  ];
}

function operatorProblems(operator: string, hasValues: boolean, field: string): readonly FieldError[] {
  if (['In', 'NotIn'].includes(operator)) {
    return hasValues ? none : [required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if (['Exists', 'DoesNotExist'].includes(operator)) {
    return hasValues
      ? [forbiddenField(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
      : none;
  }
  return [invalid(`${field}.operator`, operator, 'not a valid selector operator')];
}
