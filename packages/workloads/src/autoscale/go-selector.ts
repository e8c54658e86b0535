/**
 * A label selector as messages of a real cluster have it: as Go prints the struct.
 */
import type { ReadableLabelSelector } from '@reeve/machinery';

/** The text of a selector. */
export function goSelector(selector: ReadableLabelSelector | undefined): string {
  if (selector === undefined) return 'nil';
  const labels = Object.entries(selector.matchLabels ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const expressions = (selector.matchExpressions ?? []).map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  const labelText = labels.map(([key, value]) => `${key}: ${value},`).join('');
  return `&LabelSelector{MatchLabels:map[string]string{${labelText}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`;
}
