/**
 * Selectors as callers write them, and as servers take them. One that can match nothing is refused: there is nothing to ask for,
 * and a server would take an empty selector for everything.
 */
import {
  FieldQuery,
  InvalidInputError,
  LabelQuery,
  fieldsToQuery,
  labelSelectorToQuery,
  labelsToQuery,
} from '@reeve/machinery';
import type { ReadableLabelSelector } from '@reeve/machinery';

/** Labels that must match: values by key, text, the selector of an object, or a query. */
export type LabelSelectorOption = string | LabelQuery | Readonly<Record<string, string>> | ReadableLabelSelector;

/** Fields that must match: values by path, text, or a query. */
export type FieldSelectorOption = string | FieldQuery | Readonly<Record<string, string>>;

/** The text of a label selector; undefined for none. */
export function labelSelectorText(labels: LabelSelectorOption | undefined): string | undefined {
  if (labels === undefined || typeof labels === 'string') return labels || undefined;
  return textOf('labels', labels instanceof LabelQuery ? labels : labelQuery(labels));
}

/** The text of a field selector; undefined for none. */
export function fieldSelectorText(fields: FieldSelectorOption | undefined): string | undefined {
  if (fields === undefined || typeof fields === 'string') return fields || undefined;
  return textOf('fields', fields instanceof FieldQuery ? fields : fieldsToQuery(fields));
}

const labelQuery = (labels: Readonly<Record<string, string>> | ReadableLabelSelector): LabelQuery =>
  isSelector(labels) ? labelSelectorToQuery(labels) : labelsToQuery(labels);

/** The parts of a selector are objects and lists, the values of labels are text. */
const isSelector = (labels: object): labels is ReadableLabelSelector =>
  ['matchLabels', 'matchExpressions'].some((part) => typeof (labels as Record<string, unknown>)[part] === 'object');

function textOf(what: string, query: LabelQuery | FieldQuery): string | undefined {
  if (!query.isNothing) return query.toString() || undefined;
  throw new InvalidInputError(what, `The ${what} to select by match nothing: leave the request out, or the selector`);
}
