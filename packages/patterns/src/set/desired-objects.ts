/**
 * Makes members of the objects that a user gives: their kind, namespace, labels, owner and wave. What cannot be a member is refused before anything is written.
 */
import {
  InvalidInputError,
  annotationOf,
  formatGroupKind,
  isJsonObject,
  keyOf,
  namespaceOf,
  setControllerReference,
  withMetadata,
} from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KubeObject, ObjectKey } from '@reeve/machinery';
import type { ResolvedSet } from './resolved-set.ts';
import { partOfLabel, setOwnerAnnotation, waveAnnotation } from './set-labels.ts';

/** An object as the set wants it. */
export interface DesiredObject {
  readonly kind: AnyKind;
  readonly key: ObjectKey;
  /** Group, kind and key: the same in all versions. */
  readonly id: string;
  readonly object: KubeObject;
  readonly wave: number;
}

/** What tells objects apart, whatever the version of their kind. */
export const objectId = ({ group, kind }: Pick<AnyKind, 'group' | 'kind'>, key: string): string =>
  `${formatGroupKind({ group, kind })} ${key}`;

/** The members, grouped by kind in order of first appearance. */
export async function desiredObjects(
  set: ResolvedSet,
  objects: Iterable<DeepReadonly<KubeObject>>,
  kindOf: (object: DeepReadonly<KubeObject>) => AnyKind | Promise<AnyKind>,
): Promise<DesiredObject[]> {
  const byKind = new Map<string, Map<string, DesiredObject>>();
  for (const object of objects) {
    const found = kindOf(object);
    const desired = desiredOf(set, found instanceof Promise ? await found : found, object as KubeObject); // never changed
    const name = formatGroupKind(desired.kind);
    const group = byKind.get(name) ?? new Map<string, DesiredObject>();
    byKind.set(name, group);
    if (group.has(desired.id)) throw refused(set, desired.id, 'is in the set twice: leave one out');
    group.set(desired.id, desired);
  }
  return [...byKind.values()].flatMap((group) => [...group.values()]);
}

function desiredOf(set: ResolvedSet, kind: AnyKind, given: KubeObject): DesiredObject {
  const placed = inNamespace(set, kind, withData(kind, injected(set, kind, given)));
  const key = keyOf(placed);
  const object = marked(set, kind, placed);
  return { kind, key, id: objectId(kind, key), object, wave: waveOf(set, object) };
}

/** With the marks of a member, and a reference to the owner wherever the garbage collector honours it. All objects of a set get them in each run, so the metadata is copied once. */
function marked(set: ResolvedSet, kind: AnyKind, object: KubeObject): KubeObject {
  const { identity, ownerText, owner, ownerReference } = set;
  const { metadata } = object;
  const labels = { ...metadata.labels, [partOfLabel]: identity };
  const annotations = { ...metadata.annotations, [setOwnerAnnotation]: ownerText };
  if (owner === undefined || ownerReference === undefined || !canOwn(set, kind, object))
    return { ...object, metadata: { ...metadata, labels, annotations } };
  if (metadata.ownerReferences === undefined)
    return { ...object, metadata: { ...metadata, labels, annotations, ownerReferences: [ownerReference] } };
  const others = { ...object, metadata: { ...metadata, labels, annotations } };
  return setControllerReference(owner, namespaceOf(owner) === undefined ? 'Cluster' : 'Namespaced', others);
}

/** `stringData` is only ever written, and what is stored could not be compared with it. */
function withData(kind: AnyKind, object: KubeObject): KubeObject {
  const { stringData, ...rest } = object as KubeObject & { readonly stringData?: unknown; readonly data?: object };
  if (kind.kind !== 'Secret' || kind.group !== '' || !isJsonObject(stringData)) return object;
  const entries = Object.entries(stringData);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return object; // the server says what is wrong
  const encoded = entries.map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  return { ...rest, data: { ...rest.data, ...Object.fromEntries(encoded) } } as KubeObject;
}

function injected({ options: { inject, rules = [] } }: ResolvedSet, kind: AnyKind, given: KubeObject): KubeObject {
  const all = inject === undefined ? given : inject(given);
  const rule = rules.find((one) => one.kind.kind === kind.kind && one.kind.group === kind.group);
  return rule?.inject === undefined ? all : rule.inject(all); // of the rule's kind
}

/** Never in a namespace that nobody named. */
function inNamespace(set: ResolvedSet, kind: AnyKind, object: KubeObject): KubeObject {
  if (kind.scope === 'Cluster') {
    if (set.scope !== 'cluster')
      throw refused(
        set,
        nameIn(kind, object),
        `is cluster-scoped, and the scope of the set is ${set.scope}: leave it out, or set scope to "cluster"`,
      );
    return namespaceOf(object) === undefined ? object : withMetadata(object, { namespace: undefined });
  }
  const namespace = namespaceOf(object) ?? set.namespace;
  if (namespace === undefined)
    throw refused(
      set,
      nameIn(kind, object),
      'has no namespace, and the set has none for it: set metadata.namespace, or the option namespace',
    );
  if (set.scope === 'namespace' && namespace !== set.namespace)
    throw refused(
      set,
      nameIn(kind, object),
      `is in the namespace ${namespace}, and the scope of the set is its own namespace ${set.namespace}: leave it out, or set scope to "any-namespace"`,
    );
  return namespaceOf(object) === namespace ? object : withMetadata(object, { namespace });
}

const nameIn = (kind: AnyKind, { metadata }: KubeObject): string => `${formatGroupKind(kind)} ${metadata.name ?? ''}`;

/** True where an owner reference is legal: an owner in a namespace has objects of that namespace only. */
export function canOwn(
  { owner, options }: ResolvedSet,
  kind: Pick<AnyKind, 'scope'>,
  object: DeepReadonly<KubeObject>,
): boolean {
  if (owner?.metadata.uid === undefined || options.ownerReferences === false) return false;
  const namespace = namespaceOf(owner);
  return namespace === undefined || (kind.scope === 'Namespaced' && namespaceOf(object) === namespace);
}

function waveOf({ options, name }: ResolvedSet, object: KubeObject): number {
  const text = annotationOf(object, waveAnnotation);
  const wave = options.waveOf === undefined ? Number(text ?? 0) : options.waveOf(object);
  if (Number.isSafeInteger(wave)) return wave;
  throw new InvalidInputError(
    String(text ?? wave),
    `the wave of ${object.kind} ${keyOf(object)} in the object set ${name} is ${text ?? wave}: give a whole number`,
  );
}

const refused = ({ name }: ResolvedSet, object: string, problem: string): InvalidInputError =>
  new InvalidInputError(object, `the object set ${name}: ${object} ${problem}`);
