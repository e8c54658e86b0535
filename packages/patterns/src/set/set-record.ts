/**
 * The record of a set: the kinds and namespaces of its members, kept on the owner, so that members are found when the set names their kind no more, also by another process.
 * It grows before objects are applied, and shrinks after the rest is deleted: whenever a process ends, the record covers all members.
 * Upstream: KEP-3659's annotations of the parent object.
 */
import {
  annotationOf,
  annotationsOf,
  defineKind,
  formatGroupKind,
  labelOf,
  namespaceOf,
  parseJson,
  isJsonObject,
  parseGroupKind,
} from '@reeve/machinery';
import type { AnyKind, KubeObject } from '@reeve/machinery';
import type { ResolvedSet } from './resolved-set.ts';
import type { LiveObject, SetAccess } from './set-access.ts';
import { groupKindsAnnotation, namespacesAnnotation, setIdLabel, tooling, toolingAnnotation } from './set-labels.ts';

/** What a record says. */
export interface SetContents {
  /** As `Deployment.apps`, sorted. */
  readonly kinds: readonly string[];
  /** Of members that are in one, sorted. */
  readonly namespaces: readonly string[];
}

const nothing: SetContents = { kinds: [], namespaces: [] };

const ConfigMap: AnyKind = defineKind<KubeObject, 'Namespaced'>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
});

/** The record of one set during one run. */
export class SetRecord {
  readonly #set: ResolvedSet;
  readonly #access: SetAccess;
  readonly #kind: AnyKind;
  #parent: LiveObject | undefined;
  #contents: SetContents;

  private constructor(set: ResolvedSet, access: SetAccess, kind: AnyKind, parent: LiveObject | undefined) {
    this.#set = set;
    this.#access = access;
    this.#kind = kind;
    this.#parent = parent;
    this.#contents = parent === undefined ? nothing : contentsIn(set, parent);
  }

  /** Reads the record. A controller has its object at hand. */
  static async read(set: ResolvedSet, access: SetAccess, ownerKind: AnyKind | undefined): Promise<SetRecord> {
    const { owner, recordOwner } = set;
    if (owner === undefined) {
      const parent = await access.get(ConfigMap, `${recordOwner.namespace}/${recordOwner.name}`);
      return new SetRecord(set, access, ConfigMap, parent);
    }
    if (ownerKind !== undefined)
      return new SetRecord(set, access, ownerKind, owner.metadata.uid === undefined ? undefined : owner);
    const kind = await access.client.kindOf(owner as KubeObject, callOf(access)); // which is only read
    const { name, namespace } = recordOwner;
    return new SetRecord(
      set,
      access,
      kind,
      await access.get(kind, namespace === undefined ? name : `${namespace}/${name}`),
    );
  }

  get contents(): SetContents {
    return this.#contents;
  }

  /** Writes what the record says from now on, where that differs. */
  async write(needed: SetContents): Promise<void> {
    const contents = isOneOfSeveral(this.#set) ? needed : withOwnNamespace(needed, this.#set.recordOwner.namespace);
    if (isSame(contents, this.#contents)) return;
    const { owner, recordOwner } = this.#set;
    if (this.#parent === undefined) {
      if (owner !== undefined) return; // it is gone, and nobody is left to keep a record
      const { name, namespace } = recordOwner;
      const object = { ...ConfigMap.of({ metadata: { name, namespace: namespace ?? '' } }) };
      this.#parent = await this.#access.client.apply(ConfigMap, object, {
        fieldManager: this.#access.fieldManager,
        ...callOf(this.#access),
      });
    }
    await this.#access.mark(this.#kind, this.#parent, marksOf(this.#set, contents));
    this.#contents = contents;
  }

  /** Removes what only kept the record. */
  async remove(): Promise<void> {
    if (this.#set.owner === undefined) {
      const { name, namespace } = this.#set.recordOwner;
      const parent = await this.#access.get(ConfigMap, `${namespace}/${name}`);
      if (parent !== undefined && labelOf(parent, setIdLabel) === this.#set.identity)
        await this.#access.remove(ConfigMap, parent);
      return;
    }
    await this.write(nothing);
  }
}

/** The annotation of a set that is one of several of its owner. */
const annotationFor = (id: string): string => `sets.reeve.dev/${id}`;

const isOneOfSeveral = ({ owner, options: { id } }: ResolvedSet): boolean => owner !== undefined && id !== undefined;

function contentsIn(set: ResolvedSet, parent: LiveObject): SetContents {
  if (isOneOfSeveral(set)) return fromText(annotationOf(parent, annotationFor(set.options.id ?? '')));
  const { [groupKindsAnnotation]: kinds = '', [namespacesAnnotation]: others = '' } = annotationsOf(parent);
  return withOwnNamespace({ kinds: listIn(kinds), namespaces: listIn(others) }, namespaceOf(parent));
}

/** An ApplySet always covers the namespace of the object that keeps its record. */
const withOwnNamespace = ({ kinds, namespaces }: SetContents, own: string | undefined): SetContents => ({
  kinds,
  namespaces: kinds.length === 0 || own === undefined ? namespaces : sorted([...namespaces, own]),
});

/** Somebody may have written anything. */
function fromText(text: string | undefined): SetContents {
  if (text === undefined) return nothing;
  try {
    const value = parseJson(text);
    if (!isJsonObject(value)) return nothing;
    return { kinds: textsIn(value['kinds']), namespaces: textsIn(value['namespaces']) };
  } catch {
    return nothing;
  }
}

function marksOf(set: ResolvedSet, contents: SetContents): object {
  const isEmpty = contents.kinds.length === 0;
  if (isOneOfSeveral(set)) {
    const text = JSON.stringify({ kinds: contents.kinds, namespaces: contents.namespaces });
    return { annotations: { [annotationFor(set.options.id ?? '')]: isEmpty ? null : text } };
  }
  const others = contents.namespaces.filter((namespace) => namespace !== set.recordOwner.namespace);
  return {
    labels: { [setIdLabel]: set.identity },
    annotations: {
      [toolingAnnotation]: tooling,
      [groupKindsAnnotation]: contents.kinds.join(','),
      [namespacesAnnotation]: others.join(','),
    },
  };
}

/** What both records cover. */
export const unionOf = (one: SetContents, other: SetContents): SetContents => ({
  kinds: sorted([...one.kinds, ...other.kinds]),
  namespaces: sorted([...one.namespaces, ...other.namespaces]),
});

/** What objects need of a record. */
export const contentsOf = (members: Iterable<{ readonly kind: AnyKind; readonly object: LiveObject }>): SetContents => {
  const [kinds, namespaces] = [new Set<string>(), new Set<string>()];
  for (const { kind, object } of members) {
    kinds.add(formatGroupKind(kind));
    const namespace = namespaceOf(object);
    if (namespace !== undefined) namespaces.add(namespace);
  }
  return { kinds: sorted(kinds), namespaces: sorted(namespaces) };
};

/** The kinds of a record that are not among these, by group and kind. */
export const otherKinds = ({ kinds }: SetContents, known: readonly AnyKind[]): { group: string; kind: string }[] => {
  const names = new Set(known.map(formatGroupKind));
  return kinds.filter((name) => !names.has(name)).map(parseGroupKind);
};

const sorted = (texts: Iterable<string>): string[] => [...new Set(texts)].toSorted();
const listIn = (text: string): string[] => sorted(text.split(',').filter((part) => part !== ''));
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? sorted(value.filter((one): one is string => typeof one === 'string' && one !== '')) : [];
const isSame = (one: SetContents, other: SetContents): boolean =>
  one.kinds.join() === other.kinds.join() && one.namespaces.join() === other.namespaces.join();
const callOf = ({ signal }: SetAccess): { readonly signal?: AbortSignal } => (signal === undefined ? {} : { signal });
