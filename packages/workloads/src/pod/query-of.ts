/**
 * Selectors as queries, made once for each selector: what caches hold is frozen and stays the same object from run to run as long as it says the same.
 */
import { labelSelectorToQuery } from '@reeve/machinery';
import type { LabelQuery, ReadableLabelSelector } from '@reeve/machinery';

/** The query of a selector; without one, that which selects nothing. */
export function queryOf(selector: ReadableLabelSelector | undefined): LabelQuery {
  if (selector === undefined) return labelSelectorToQuery(selector);
  const known = queries.get(selector);
  if (known !== undefined) return known;
  const query = labelSelectorToQuery(selector);
  if (Object.isFrozen(selector)) queries.set(selector, query);
  return query;
}

const queries = new WeakMap<object, LabelQuery>();
