/**
 * A set of kinds that finds the kind of an object, a list or a resource. A scheme is made from kinds and never changes:
 * adding gives a new one, and there is no global one to fill. Two kinds never claim the same objects, URL or list.
 * Upstream: apimachinery runtime.Scheme.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { KubeObject, TypeMeta } from '../object/kube-object.ts';
import type { DeepReadonly } from '../json/deep-readonly.ts';
import { converted } from './conversions.ts';
import type { Conversion } from './conversions.ts';
import { formatGvk, gvkOf } from './group-kind.ts';
import type { GroupVersionKind } from './group-kind.ts';
import { formatGvr } from './group-resource.ts';
import type { GroupVersionResource } from './group-resource.ts';
import { KindIndex } from './kind-index.ts';
import type { AnyKind, KindObject } from './kind.ts';
import { compareVersionPriority } from './version-priority.ts';

/** How to make a scheme. */
export interface SchemeOptions {
  /** Per group, the versions in the order they are preferred; those not named come after, in Kubernetes' usual order. */
  readonly versionPriority?: Readonly<Record<string, readonly string[]>>;
  /** How objects of one version become objects of another. */
  readonly conversions?: readonly Conversion[];
}

/** The kinds a program knows. */
export class Scheme {
  readonly #options: SchemeOptions;
  readonly #byKind: KindIndex<GroupVersionKind>;
  readonly #byList: KindIndex<GroupVersionKind>;
  readonly #byResource: KindIndex<GroupVersionResource>;

  /** A kind given twice counts once, the later value; two that contradict each other are an `InvalidInputError`. */
  constructor(kinds: Iterable<AnyKind> = [], options: SchemeOptions = {}) {
    this.#options = options;
    this.#byKind = new KindIndex({ nameOf: ({ gvk }) => gvk, format: formatGvk }, kinds);
    this.#byList = new KindIndex({ nameOf: listGvk, format: formatGvk }, this.kinds);
    this.#byResource = new KindIndex({ nameOf: ({ gvr }) => gvr, format: formatGvr }, this.kinds);
  }

  /** All kinds, each once, in the order in which they were first given. */
  get kinds(): readonly AnyKind[] {
    return this.#byKind.kinds;
  }

  /** A scheme that has these kinds too. */
  add(...kinds: readonly AnyKind[]): Scheme {
    return new Scheme([...this.kinds, ...kinds], this.#options);
  }

  /** A scheme that prefers the versions of a group in this order. */
  withVersionPriority(group: string, versions: readonly string[]): Scheme {
    return this.#with({ versionPriority: { ...this.#options.versionPriority, [group]: versions } });
  }

  /** A scheme that can convert objects of one version into another, too. Both kinds are added to it. */
  withConversion<From extends AnyKind, To extends AnyKind>(conversion: Conversion<From, To>): Scheme {
    const { conversions = [] } = this.#options;
    const added = conversion as unknown as Conversion; // `convert` sees only objects of `from`
    return this.add(conversion.from, conversion.to).#with({ conversions: [...conversions, added] });
  }

  /** An object of a kind with nothing in it but `apiVersion`, `kind` and empty metadata. */
  new(apiVersion: string, kind: string): KubeObject {
    return { ...this.kindFor(apiVersion, kind).of({ metadata: {} }) };
  }

  /** The object with the defaults of its kind; as it is where the kind has none, as built-in kinds, whose defaults are the server's. */
  default<T extends KubeObject>(object: T): T {
    const kind: AnyKind & { readonly default?: (object: T) => T } = this.kindFor(object);
    return kind.default === undefined ? object : kind.default(object);
  }

  /** The object as one of another version of its kind. It is returned as it is where it is one already. */
  convert<To extends AnyKind>(object: DeepReadonly<KubeObject>, to: To): DeepReadonly<KindObject<To>>;
  convert(object: DeepReadonly<KubeObject>, apiVersion: string): DeepReadonly<KubeObject>;
  convert(object: DeepReadonly<KubeObject>, wanted: AnyKind | string): DeepReadonly<KubeObject> {
    const from = this.kindFor(object);
    const to =
      typeof wanted === 'string' ? this.kindFor(wanted, from.kind) : this.kindFor(wanted.apiVersion, wanted.kind);
    return converted(object, from, to, this.#options.conversions ?? []);
  }

  /** True when the scheme has this kind. */
  recognizes(gvk: GroupVersionKind): boolean {
    return this.#byKind.has(gvk);
  }

  /** The kind of an object, or the one with this `apiVersion` and `kind`; a `KindNotRegisteredError` when it is not there. */
  kindFor(object: Readonly<TypeMeta>): AnyKind;
  kindFor(apiVersion: string, kind: string): AnyKind;
  kindFor(object: Readonly<TypeMeta> | string, kind?: string): AnyKind {
    return this.#byKind.get(gvkIn(object, kind));
  }

  /** The kind of the items of a list: Pod for a `PodList`. */
  kindForList(list: Readonly<TypeMeta>): AnyKind;
  kindForList(apiVersion: string, listKind: string): AnyKind;
  kindForList(list: Readonly<TypeMeta> | string, listKind?: string): AnyKind {
    return this.#byList.get(gvkIn(list, listKind));
  }

  /** The kind that is served as this resource. */
  kindForResource(gvr: GroupVersionResource): AnyKind {
    return this.#byResource.get(gvr);
  }

  /** The versions of a group in which the scheme has kinds, the preferred ones first. */
  versionsOf(group: string): string[] {
    const known = new Set(this.kinds.filter((kind) => kind.group === group).map(({ version }) => version));
    const { versionPriority = {} } = this.#options;
    const preferred = Object.hasOwn(versionPriority, group) ? (versionPriority[group] ?? []) : [];
    const usual = [...known].toSorted(compareVersionPriority);
    return [...new Set([...preferred, ...usual])].filter((version) => known.has(version));
  }

  #with(options: SchemeOptions): Scheme {
    return new Scheme(this.kinds, { ...this.#options, ...options });
  }
}

const listGvk = ({ gvk, listKind }: AnyKind): GroupVersionKind => ({ ...gvk, kind: listKind });

function gvkIn(object: Readonly<TypeMeta> | string, named: string | undefined): GroupVersionKind {
  const { apiVersion, kind } = typeof object === 'string' ? { apiVersion: object, kind: named } : object;
  if (apiVersion && kind) return gvkOf(apiVersion, kind);
  throw new InvalidInputError(
    `${apiVersion ?? ''} ${kind ?? ''}`.trim(),
    'An object without apiVersion and kind does not say what it is: make it with Kind.of(), or fill both in',
  );
}
