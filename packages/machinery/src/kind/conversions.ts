/**
 * Functions that turn objects of one version of a kind into another, and the shortest way over them: with functions to and from one hub
 * version, every version converts to every other.
 * Upstream: apimachinery runtime.Scheme AddConversionFunc, conversion.Converter; controller-runtime's hub and spokes.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { DeepReadonly } from '../json/deep-readonly.ts';
import { formatGvk } from './group-kind.ts';
import type { AnyKind, KindObject } from './kind.ts';

/** One step from a version to another. */
export interface Conversion<From extends AnyKind = AnyKind, To extends AnyKind = AnyKind> {
  readonly from: From;
  readonly to: To;
  /** The fields of the other version. `apiVersion`, `kind` and `metadata` are filled in, and are those of the object unless given. */
  readonly convert: (object: DeepReadonly<KindObject<From>>) => Partial<KindObject<To>>;
}

/** The object in another version, by the fewest conversions; an `InvalidInputError` where they do not lead there. */
export function converted(
  object: DeepReadonly<KubeObject>,
  from: AnyKind,
  to: AnyKind,
  conversions: readonly Conversion[],
): DeepReadonly<KubeObject> {
  let current = object;
  for (const { to: next, convert } of shortestWay(formatGvk(from.gvk), formatGvk(to.gvk), conversions))
    current = { metadata: current.metadata, ...convert(current), apiVersion: next.apiVersion, kind: next.kind };
  return current;
}

function shortestWay(from: string, to: string, conversions: readonly Conversion[]): readonly Conversion[] {
  const ways = new Map<string, readonly Conversion[]>([[from, []]]);
  for (const [place, way] of ways) {
    if (place === to) return way;
    for (const step of conversions) {
      const next = formatGvk(step.to.gvk);
      if (formatGvk(step.from.gvk) === place && !ways.has(next)) ways.set(next, [...way, step]);
    }
  }
  throw new InvalidInputError(
    from,
    `The scheme has no conversion from ${from} to ${to}: add one with scheme.withConversion({ from, to, convert })`,
  );
}
