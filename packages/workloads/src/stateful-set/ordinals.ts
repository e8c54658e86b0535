/**
 * The places of a stateful set: pods are numbered, and keep their numbers and names for life.
 * Upstream: kubernetes pkg/controller/statefulset getOrdinal and its neighbours.
 */
import type { StatefulSet } from '@reeve/kinds/apps/v1';
import { nameOf } from '@reeve/machinery';
import type { DeepReadonly, HasMetadata } from '@reeve/machinery';

/** A stateful set as it is read. */
export type ReadStatefulSet = DeepReadonly<StatefulSet>;

/** The number of the first pod. */
export const firstOrdinal = ({ spec }: ReadStatefulSet): number => spec.ordinals?.start ?? 0;

/** The number behind that of the last pod. Numbers are counted and not listed: there may be two thousand million. */
export const endOrdinal = (set: ReadStatefulSet): number => firstOrdinal(set) + (set.spec.replicas ?? 1);

/** True when the set wants a pod of this number. */
export const isWanted = (set: ReadStatefulSet, ordinal: number): boolean =>
  ordinal >= firstOrdinal(set) && ordinal < endOrdinal(set);

/** The name of the pod with this number. */
export const podNameAt = (set: HasMetadata, ordinal: number): string => `${nameOf(set) ?? ''}-${ordinal}`;

/** The number of a pod of this set; undefined when its name is not that of one. */
export function ordinalOf(set: HasMetadata, pod: HasMetadata): number | undefined {
  const [, owner, digits] = /^(.*)-([0-9]+)$/s.exec(nameOf(pod) ?? '') ?? [];
  const ordinal = Number(digits);
  return owner === nameOf(set) && ordinal <= 2 ** 31 - 1 ? ordinal : undefined;
}
