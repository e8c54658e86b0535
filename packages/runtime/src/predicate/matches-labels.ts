/**
 * Passes objects that a label selector selects.
 * Upstream: controller-runtime predicate.LabelSelectorPredicate.
 */
import { labelSelectorToQuery, labelsOf, parseLabelSelector } from '@reeve/machinery';
import type { KubeObject, LabelSelector } from '@reeve/machinery';
import { predicate } from './predicate.ts';
import type { Predicate } from './predicate.ts';

/** Objects with these labels: `app=blog,tier!=test`, or a selector as objects have it. A selector that is none throws. */
export function matchesLabels<T extends KubeObject = KubeObject>(selector: string | LabelSelector): Predicate<T> {
  const query = typeof selector === 'string' ? parseLabelSelector(selector) : labelSelectorToQuery(selector);
  return predicate<T>(`matchesLabels(${String(query)})`, (object) => query.matches(labelsOf(object)));
}
