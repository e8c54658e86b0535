/**
 * Lists from a cache: by namespace, labels and fields, over all informers of a kind, own writes included.
 */
import {
  InvalidInputError,
  labelsOf,
  type AnyKind,
  type DeepReadonly,
  type KubeObject,
  type ObjectList,
} from '@reeve/machinery';
import { toFieldQuery, toLabelQuery, type FieldsInput, type LabelsInput } from '../factory/selection.ts';
import { listAllByNamespace } from '../lister/list-helpers.ts';
import { listByFields } from './field-index.ts';
import type { CacheScope, KindCache } from './kind-cache.ts';

/** How to read. */
export interface CacheReadOptions {
  readonly signal?: AbortSignal;

  /** False throws `CacheNotSyncedError` at once where the read would have to wait. */
  readonly waits?: boolean;
}

/** What to list. */
export interface CacheListQuery extends CacheReadOptions {
  readonly namespace?: string;
  readonly labels?: LabelsInput;

  /** Fields that were indexed with `indexField`, or `metadata.name` and `metadata.namespace`; all must match. */
  readonly fields?: FieldsInput;

  /** How many objects at most. */
  readonly limit?: number;

  /** There is no next page: giving one is an error. */
  readonly continue?: string;
}

/** What a cached list says about further pages. */
export const continueNotSupported = 'continue-not-supported';

/** The objects of a kind that a query asks for. */
export function listFrom(cache: KindCache<KubeObject>, query: CacheListQuery): DeepReadonly<KubeObject>[] {
  const [labels, fields] = [toLabelQuery(query.labels), toFieldQuery(query.fields)];
  if (labels.isNothing) return [];
  const namespace = cache.kind.scope === 'Cluster' ? undefined : query.namespace || undefined;
  const listIn = ({ overlay }: Pick<CacheScope<KubeObject>, 'overlay'>): DeepReadonly<KubeObject>[] => {
    if (fields.isEverything) return listAllByNamespace(overlay, namespace ?? '', labels);
    const found = listByFields(overlay, fields);
    if (namespace === undefined && labels.isEverything) return found;
    return found.filter((object) => isIn(namespace, object) && labels.matches(labelsOf(object)));
  };
  const scopes = cache.scopesFor(namespace);
  const [only] = scopes;
  return only !== undefined && scopes.length === 1 ? listIn(only) : scopes.flatMap(listIn);
}

const isIn = (namespace: string | undefined, object: DeepReadonly<KubeObject>): boolean =>
  namespace === undefined || object.metadata.namespace === namespace;

/** A list as a server would send it; one that was cut says that there is no way on. */
export const listOfCached = <T>(kind: AnyKind, items: T[], limit = Infinity): Readonly<ObjectList<T>> => ({
  apiVersion: kind.apiVersion,
  kind: kind.listKind,
  metadata: items.length > limit ? { continue: continueNotSupported } : {},
  items: items.length > limit ? items.slice(0, limit) : items,
});

/** A cache has no pages. */
export function refusePaging({ continue: next }: CacheListQuery): void {
  if (next === undefined || next === '') return;
  throw new InvalidInputError(next, 'A cached list has no further pages: leave continue out, and list without limit');
}
