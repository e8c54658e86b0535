/**
 * Listing what a store has, by namespace and labels.
 * Upstream: client-go cache.ListAll, cache.ListAllByNamespace.
 */
import { labelsOf, type HasMetadata, type LabelQuery } from '@reeve/machinery';

/** What is needed to list. A store that cannot tell namespaces apart by itself is searched. */
export interface Listable<T> {
  list(): T[];
  inNamespace?(namespace: string): T[];
}

/** The objects that the selector lets through; all without one. A selector that matches nothing looks at nothing. */
export function listAll<T extends HasMetadata>(store: Listable<T>, labels?: LabelQuery): T[] {
  if (labels?.isNothing) return [];
  return selected(store.list(), labels);
}

/** The same, of one namespace. The empty namespace stands for all of them. */
export function listAllByNamespace<T extends HasMetadata>(
  store: Listable<T>,
  namespace: string,
  labels?: LabelQuery,
): T[] {
  if (namespace === '') return listAll(store, labels);
  if (labels?.isNothing) return [];
  const inNamespace =
    store.inNamespace?.(namespace) ?? store.list().filter((object) => object.metadata?.namespace === namespace);
  return selected(inNamespace, labels);
}

const selected = <T extends HasMetadata>(objects: T[], labels: LabelQuery | undefined): T[] =>
  labels === undefined || labels.isEverything ? objects : objects.filter((object) => labels.matches(labelsOf(object)));
