/**
 * Labels whose values a pod's own selectors take from the pod when it is made: `matchLabelKeys` become requirements of the selector, so that who reads the
 * selector later need not know of them. Upstream: applyMatchLabelKeysAndMismatchLabelKeys in kubernetes pkg/registry/core/pod.
 */
import { fieldsAt, hasAt, itemsAt, listAt, textsAt, type Fields } from '@reeve/registry';

type Labels = Readonly<Record<string, string>>;

/** The spec of a new pod with these labels. */
export function withLabelKeys(spec: Fields, labels: Labels): Fields {
  const affinity = fieldsAt(spec, 'affinity');
  const others = ['podAffinity', 'podAntiAffinity'].filter((name) => hasAt(affinity, name));
  const merged = Object.fromEntries(others.map((name) => [name, withTerms(fieldsAt(affinity, name), labels)]));
  const spread = itemsAt(spec, 'topologySpreadConstraints').map((constraint) => withKeys(constraint, labels));
  return {
    ...spec,
    ...(others.length > 0 && { affinity: { ...affinity, ...merged } }),
    ...(spread.length > 0 && { topologySpreadConstraints: spread }),
  };
}

const must = 'requiredDuringSchedulingIgnoredDuringExecution';
const should = 'preferredDuringSchedulingIgnoredDuringExecution';

function withTerms(affinity: Fields, labels: Labels): Fields {
  return {
    ...affinity,
    ...(hasAt(affinity, must) && { [must]: itemsAt(affinity, must).map((term) => withKeys(term, labels)) }),
    ...(hasAt(affinity, should) && {
      [should]: itemsAt(affinity, should).map((wish) => ({
        ...wish,
        podAffinityTerm: withKeys(fieldsAt(wish, 'podAffinityTerm'), labels),
      })),
    }),
  };
}

function withKeys(term: Fields, labels: Labels): Fields {
  if (!hasAt(term, 'labelSelector')) return term;
  const added = (name: string, operator: string): readonly Fields[] =>
    textsAt(term, name).flatMap((key) => (labels[key] === undefined ? [] : [{ key, operator, values: [labels[key]] }]));
  const requirements = [...added('matchLabelKeys', 'In'), ...added('mismatchLabelKeys', 'NotIn')];
  if (requirements.length === 0) return term;
  const selector = fieldsAt(term, 'labelSelector');
  return {
    ...term,
    labelSelector: { ...selector, matchExpressions: [...listAt(selector, 'matchExpressions'), ...requirements] },
  };
}
