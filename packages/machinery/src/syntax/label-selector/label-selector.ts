/**
 * Label selectors as they stand in objects, such as a Deployment's `spec.selector`, and the ways between them, queries and
 * text. A selector that is missing selects nothing, an empty one everything.
 * Upstream: apimachinery meta/v1 LabelSelector and its helpers, labels.ValidatedSelectorFromSet.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { labelRequirement, requirementToString } from './label-requirement.ts';
import type { LabelOperator, LabelRequirement } from './label-requirement.ts';
import { LabelQuery } from './label-query.ts';

/** How a key relates to the values. */
export type LabelSelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';

/** One of the expressions of a selector. */
export interface LabelSelectorRequirement {
  key: string;
  operator: LabelSelectorOperator;
  /** At least one for `In` and `NotIn`, none for the others. */
  values?: string[];
}

/** A selector as part of an object. All labels and all expressions must match. */
export interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: LabelSelectorRequirement[];
}

/** What is needed of a selector to read it: it may be frozen, and its operator any text. */
export interface ReadableLabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>> | undefined;
  readonly matchExpressions?:
    | readonly { readonly key: string; readonly operator: string; readonly values?: readonly string[] | undefined }[]
    | undefined;
}

/** The query for an object's selector. Missing, it is `nothing`; empty, `everything`; wrong, an `InvalidInputError`. */
export function labelSelectorToQuery(selector: ReadableLabelSelector | null | undefined): LabelQuery {
  if (selector === null || selector === undefined) return LabelQuery.nothing;
  const expressions = (selector.matchExpressions ?? []).map(({ key, operator, values }) =>
    labelRequirement(key, operatorNamed(operator), values ?? []),
  );
  return labelsToQuery(selector.matchLabels ?? {}).and(LabelQuery.of(expressions));
}

/** The query for labels that must all be there with these values. No labels are `everything`. */
export const labelsToQuery = (labels: Readonly<Record<string, string>>): LabelQuery =>
  LabelQuery.of(Object.entries(labels).map(([key, value]) => labelRequirement(key, '=', [value])));

/** The text of an object's selector, as servers take it in a request. */
export const labelSelectorToString = (selector: ReadableLabelSelector | null | undefined): string =>
  labelSelectorToQuery(selector).toString();

/** The query as the selector of an object. One with `>` or `<` cannot be written so, and is an `InvalidInputError`. */
export function queryToLabelSelector(query: LabelQuery): LabelSelector | undefined {
  if (query.isNothing) return undefined;
  const labels = new Map<string, string>();
  const matchExpressions: LabelSelectorRequirement[] = [];
  for (const requirement of query.requirements) {
    const [value = ''] = requirement.values;
    const isPlain = (requirement.operator === '=' || requirement.operator === '==') && !labels.has(requirement.key);
    if (isPlain) labels.set(requirement.key, value);
    else matchExpressions.push(expressionFor(requirement));
  }
  return {
    ...(labels.size > 0 && { matchLabels: Object.fromEntries(labels) }),
    ...(matchExpressions.length > 0 && { matchExpressions }),
  };
}

const namedOperators: Readonly<Record<LabelSelectorOperator, LabelOperator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
};

function operatorNamed(name: string): LabelOperator {
  for (const [known, operator] of Object.entries(namedOperators)) if (known === name) return operator;
  throw new InvalidInputError(
    name,
    `${JSON.stringify(name)} is not a valid label selector operator: write one of ${Object.keys(namedOperators).join(', ')}`,
  );
}

const operatorNames: Readonly<Record<Exclude<LabelOperator, '>' | '<'>, LabelSelectorOperator>> = {
  '=': 'In',
  '==': 'In',
  in: 'In',
  '!=': 'NotIn',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
};

function expressionFor(requirement: LabelRequirement): LabelSelectorRequirement {
  const { key, operator, values } = requirement;
  if (operator === '>' || operator === '<') {
    const written = requirementToString(requirement);
    throw new InvalidInputError(
      written,
      `'${operator}' isn't supported in the selector of an object, as in '${written}': use In with the values you mean`,
    );
  }
  return { key, operator: operatorNames[operator], ...(values.length > 0 && { values: [...values] }) };
}
