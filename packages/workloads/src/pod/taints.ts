/**
 * Which taints a pod puts up with.
 * Upstream: component-helpers scheduling/corev1, FindMatchingUntoleratedTaint.
 */
import type { DeepReadonly } from '@reeve/machinery';
import type { Pod, Taint, Toleration } from '@reeve/kinds/core/v1';

/** True when the toleration is for this taint. */
export function tolerates(toleration: DeepReadonly<Toleration>, taint: DeepReadonly<Taint>): boolean {
  const { key = '', operator = 'Equal', value = '', effect = '' } = toleration;
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  if (key === '' && operator !== 'Exists') return false;
  return operator === 'Exists' || value === (taint.value ?? '');
}

/** The taints with one of these effects that nothing of the pod tolerates. */
export const untolerated = (
  { spec }: DeepReadonly<Pod>,
  taints: readonly DeepReadonly<Taint>[] | undefined,
  effects: readonly string[],
): readonly DeepReadonly<Taint>[] =>
  (taints ?? []).filter(
    (taint) =>
      effects.includes(taint.effect) && !(spec.tolerations ?? []).some((toleration) => tolerates(toleration, taint)),
  );
