/**
 * A set with all that follows from its options: identity, owner, scope, namespace.
 */
import { controllerReference, namespaceOf, nodeHost, parseApiVersion } from '@reeve/machinery';
import type { DeepReadonly, Host, KubeObject, OwnerReference } from '@reeve/machinery';
import { formatSetOwner, setIdentity } from './set-identity.ts';
import type { SetOwner } from './set-identity.ts';
import { checkSetOptions } from './set-options.ts';
import type { ObjectSetOptions, SetScope } from './set-options.ts';

/** A set and what follows. */
export interface ResolvedSet {
  readonly options: ObjectSetOptions;
  /** The value of the label on members. */
  readonly identity: string;
  /** For messages: `workload of App.apps.example.com/default/web`. */
  readonly name: string;
  readonly ownerText: string;
  /** Who keeps the record: the owner, or the ConfigMap of the set. */
  readonly recordOwner: SetOwner;
  readonly owner: DeepReadonly<KubeObject> | undefined;
  /** What members refer to their owner by, where there is one that exists. */
  readonly ownerReference: OwnerReference | undefined;
  readonly scope: SetScope;
  readonly namespace: string | undefined;
  readonly host: Host;
}

/** Where a set without an owner and a namespace keeps its record. */
const recordNamespace = 'default';

/** A set of options, which are checked. */
export function resolvedSet(options: ObjectSetOptions): ResolvedSet {
  checkSetOptions(options);
  const { owner, id = '' } = options;
  const recordOwner =
    owner === undefined
      ? { group: '', kind: 'ConfigMap', name: id, namespace: options.namespace ?? recordNamespace }
      : ownerOf(owner);
  const namespace = options.namespace ?? recordOwnerNamespace(owner);
  const ownerText = formatSetOwner(recordOwner);
  return {
    options,
    identity: setIdentity({ id: owner === undefined ? undefined : options.id, owner: recordOwner }),
    name: owner === undefined ? id : [options.id, ownerText].filter(Boolean).join(' of '),
    ownerText,
    recordOwner,
    owner,
    ownerReference: owner?.metadata.uid === undefined ? undefined : controllerReference(owner),
    scope: options.scope ?? (owner !== undefined && namespaceOf(owner) !== undefined ? 'namespace' : 'cluster'),
    namespace,
    host: options.host ?? nodeHost(),
  };
}

/** Who an object is, as an owner. */
export function ownerOf({ apiVersion = '', kind = '', metadata }: DeepReadonly<KubeObject>): SetOwner {
  const { name = '', namespace } = metadata;
  return { group: parseApiVersion(apiVersion).group, kind, name, ...(namespace !== undefined && { namespace }) };
}

const recordOwnerNamespace = (owner: DeepReadonly<KubeObject> | undefined): string | undefined =>
  owner === undefined ? undefined : namespaceOf(owner);
