/**
 * Lists of objects, as servers send them. The items of a list do not repeat what they are; reading them here fills it in.
 * Upstream: apimachinery meta.IsListType, ExtractList, EachListItem; UnstructuredList.
 */
import { isJsonObject } from '../json/json-value.ts';
import type { ObjectLike } from './accessors.ts';
import type { KubeObject, TypeMeta, UnstructuredObject } from './kube-object.ts';
import type { ListMeta } from './list-meta.ts';

/** A list of objects, or one page of it. */
export interface ObjectList<T = KubeObject> extends TypeMeta {
  metadata: ListMeta;
  items: T[];
}

/** A list for reading, frozen or not. Go programs write null where there are no items. */
export interface ReadableList<T> extends Readonly<TypeMeta> {
  readonly items: readonly T[] | null;
}

/** Looks at one item. Answering false, or a promise of it, ends the walk. */
export type ItemVisitor<T> = (item: T) => void | boolean | Promise<void | boolean>;

/** What a list says about itself; every `Kind` knows it. */
export interface ListedKind {
  readonly apiVersion: string;
  readonly listKind: string;
}

/** True of anything with an `items` array, whatever its kind. */
export const isList = (value: unknown): value is ObjectList<UnstructuredObject> =>
  isJsonObject(value) && Object.hasOwn(value, 'items') && Array.isArray(value['items']);

/** A list of these items, as a server would send it. */
export const listOf = <T>(kind: ListedKind, items: Iterable<T>, metadata: ListMeta = {}): ObjectList<T> => ({
  apiVersion: kind.apiVersion,
  kind: kind.listKind,
  metadata,
  items: [...items],
});

/** The items, each with `apiVersion` and `kind`; those that have them are not copied. */
export function itemsOf<T extends ObjectLike>(list: ReadableList<T>): T[] {
  const type = itemType(list);
  return (list.items ?? []).map((item) => withType(item, type));
}

/**
 * Shows the items, as `itemsOf` gives them, to the visitor one after the other, waiting for each. Ends early when it
 * answers false, or fails with what it throws. True when all were seen.
 */
export async function eachListItem<T extends ObjectLike>(
  list: ReadableList<T>,
  visit: ItemVisitor<T>,
): Promise<boolean> {
  const type = itemType(list);
  for (const item of list.items ?? []) {
    if ((await visit(withType(item, type))) === false) return false;
  }
  return true;
}

/** What the items of a list are: `PodList` holds Pods. A bare `List` holds anything, and its items say what they are. */
function itemType({ apiVersion, kind }: Readonly<TypeMeta>): TypeMeta {
  if (!apiVersion || !kind?.endsWith('List') || kind === 'List') return {};
  return { apiVersion, kind: kind.slice(0, -'List'.length) };
}

/** Copies only when something is missing, and puts the type in front, where people look for it. */
function withType<T extends ObjectLike>(item: T, { apiVersion, kind }: TypeMeta): T {
  if ((item.apiVersion || !apiVersion) && (item.kind || !kind)) return item;
  const type = { apiVersion: item.apiVersion || apiVersion, kind: item.kind || kind };
  return { ...type, ...item, ...type };
}
