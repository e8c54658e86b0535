/**
 * Passes objects that a label selector selects.
 * Upstream: controller-runtime predicate.LabelSelectorPredicate.
 */
import { labelSelectorToQuery, labelsOf, parseLabelSelector } from '@reeve/machinery';
import type { LabelSelector } from '@reeve/machinery';
import { predicate } from './predicate.ts';
import type { Predicate } from './predicate.ts';

/** Objects with these labels: `app=blog,tier!=test`, or a selector as objects have it. A selector that is none throws. */
export function matchesLabels(selector: string | LabelSelector): Predicate {
  const query = typeof selector === 'string' ? parseLabelSelector(selector) : labelSelectorToQuery(selector);
  return predicate(`matchesLabels(${String(query)})`, (object) => query.matches(labelsOf(object)));
}
