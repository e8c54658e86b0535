/**
 * What a node lacks for a pod.
 */
import type { NodeView } from './cluster-picture.ts';

/** What a node lacks. */
export interface Refusal {
  readonly reasons: readonly string[];
  /** True when the node would do if fewer pods were on it. */
  readonly isResolvable: boolean;
}

/** Says why a node will not do; undefined when it will. */
export type Filter = (view: NodeView) => Refusal | undefined;

/** A refusal unless all is fine. */
export const unless = (isFine: boolean, reason: string, isResolvable = false): Refusal | undefined =>
  isFine ? undefined : { reasons: [reason], isResolvable };
