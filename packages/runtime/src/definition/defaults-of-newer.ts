/**
 * The defaults of a kind whose definition is known and has several versions. A server fills in the defaults of the version in which an object is stored, so that one that was stored at an older
 * version lacks the fields that a newer one has added, although the type of the newer says that they are there.
 */
import type { AnyKind, DeepReadonly, KubeObject } from '@reeve/machinery';

/** What of a definition matters here, as `defineResource` makes it. */
interface MaybeDefined {
  readonly crd?: { readonly spec: { readonly versions: readonly unknown[] } };
  readonly default?: (object: DeepReadonly<KubeObject>) => KubeObject;
}

/** Fills in the defaults of the kind; undefined where all of its objects have them. */
export function defaultsOfNewer(
  kind: AnyKind,
): ((object: DeepReadonly<KubeObject>) => DeepReadonly<KubeObject>) | undefined {
  const { default: fill } = kind as AnyKind & MaybeDefined;
  return hasSeveralVersions(kind) ? fill : undefined;
}

/** Whether the definition of the kind is known, and has several versions. */
export const hasSeveralVersions = (kind: AnyKind): boolean =>
  ((kind as AnyKind & MaybeDefined).crd?.spec.versions.length ?? 0) > 1;
