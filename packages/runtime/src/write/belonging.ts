/**
 * Makes an object one of the primary's: it is put into its namespace, and, where it is of a kind that the controller owns, refers to it as its controller. Decided without I/O.
 */
import { InvalidInputError, namespaceOf, setControllerReference, withMetadata } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KubeObject } from '@reeve/machinery';

/** The object that is worked on, and what belongs to it. */
export interface Belonging {
  readonly primary: DeepReadonly<KubeObject>;
  readonly kind: AnyKind;
  /** The kinds whose objects belong to the primary. */
  readonly owns: readonly AnyKind[];
}

/** The object with the namespace that it lacks, and the owner where `isOwned` says so, or where its kind is owned. */
export function belongingTo<T extends KubeObject>(to: Belonging, kind: AnyKind, object: T, isOwned?: boolean): T {
  const inPlace = placed(to, kind, object);
  return (isOwned ?? isOwnedKind(to, kind)) ? owned(to, inPlace) : inPlace;
}

/** In the namespace of the primary, unless it says another. */
function placed<T extends KubeObject>({ primary, kind: primaryKind }: Belonging, kind: AnyKind, object: T): T {
  if (kind.scope === 'Cluster' || namespaceOf(object) !== undefined) return object;
  const namespace = namespaceOf(primary);
  if (namespace !== undefined) return withMetadata(object, { namespace });
  throw new InvalidInputError(
    'metadata.namespace',
    `a ${kind.kind} is in a namespace, and ${primaryKind.kind} is not: say which`,
  );
}

const isOwnedKind = ({ owns }: Belonging, kind: AnyKind): boolean =>
  owns.some((one) => one.kind === kind.kind && one.group === kind.group);

function owned<T extends KubeObject>({ primary, kind: primaryKind }: Belonging, object: T): T {
  const { apiVersion, kind: name, scope } = primaryKind;
  return setControllerReference({ ...primary, apiVersion, kind: name }, scope, object);
}
