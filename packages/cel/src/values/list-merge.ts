/**
 * Lists that are more than a sequence: sets, and lists whose elements are identified by keys, as `x-kubernetes-list-type`
 * declares them. Their equality does not depend on the order, and adding merges.
 * Upstream: Kubernetes apiserver/pkg/cel/common.
 */
import { ListValue } from './list-value.ts';

/** The elements of both lists. */
export function concatLists(left: ListValue, right: ListValue): ListValue {
  return ListValue.concat(left, right);
}
