/**
 * A kind of which a controller looks at a part: its metadata, or what a function makes of each object. A view is a kind itself, so it stands wherever a kind does (`for`, `owns`,
 * `watches`, `ctx.get`, `ctx.list`), and the compiler knows what is read through it. Views share the one informer of their kind.
 * Upstream: controller-runtime builder.OnlyMetadata, for the first of them.
 */
import { deepFreeze } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, Kind, KindObject, KubeObject, PartialObjectMetadata } from '@reeve/machinery';

/** The metadata of a kind. */
export type MetadataKind<K extends AnyKind = AnyKind> = Kind<
  PartialObjectMetadata,
  K['scope'],
  K['subresources'][number]
> & { readonly view: 'metadata' };

/** What a function makes of an object: its metadata, and what else it shows. */
export type Projection = DeepReadonly<KubeObject> & object;

/** What a function makes of the objects of a kind. */
export type ProjectedKind<P extends Projection, K extends AnyKind = AnyKind> = Kind<
  KubeObject & Omit<P, keyof KubeObject>,
  K['scope'],
  K['subresources'][number]
> & { readonly view: Project };

/** A kind of which nothing but metadata is fetched and held, unless somebody else needs more. */
export const metadataOf = <const K extends AnyKind>(kind: K): MetadataKind<K> =>
  Object.freeze({ ...(kind as unknown as Kind<PartialObjectMetadata, K['scope']>), view: 'metadata' as const });

/**
 * A kind as a function shows it. The function is pure, keeps the metadata, and is called once per object. A change that it does not show wakes nobody.
 */
export function projectionOf<const K extends AnyKind, P extends Projection>(
  kind: K,
  project: (object: DeepReadonly<KindObject<K>>) => P,
): ProjectedKind<P, K> {
  const made = new WeakMap<object, P>(); // goes with the objects
  const view = (object: DeepReadonly<KubeObject>): P => {
    const known = made.get(object);
    if (known !== undefined) return known;
    const shown = deepFreeze(project(object as DeepReadonly<KindObject<K>>)) as P; // an object of this kind
    made.set(object, shown);
    return shown;
  };
  return Object.freeze({ ...(kind as unknown as Kind<KubeObject & Omit<P, keyof KubeObject>, K['scope']>), view });
}

/** How much of a kind is held for whoever looks at it like this. */
export const heldView = (kind: AnyKind): 'full' | 'metadata' => (viewIn(kind) === 'metadata' ? 'metadata' : 'full');

/** The function of a projection; undefined for other kinds. */
export function projectorOf(kind: AnyKind): Project | undefined {
  const view = viewIn(kind);
  return typeof view === 'function' ? view : undefined;
}

type Project = (object: DeepReadonly<KubeObject>) => DeepReadonly<KubeObject>;

const viewIn = (kind: AnyKind): 'metadata' | Project | undefined =>
  (kind as { readonly view?: 'metadata' | Project }).view;
