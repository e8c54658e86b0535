/**
 * The rows and columns that `kubectl get` prints. Upstream: meta/v1 Table.
 */
import type { ColumnFacts } from '@reeve/kinds';
import { badRequest } from '../error/status-error.ts';
import type { ApiObject, ServedResource } from '../resource/served-resource.ts';
import { partialMetadata } from './partial-metadata.ts';

export type IncludeObject = 'None' | 'Metadata' | 'Object';

export interface TableRow {
  readonly cells: readonly unknown[];
  readonly object?: ApiObject;
}

export interface TableListMeta {
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** How much of each object a client wants beside its cells. */
export function includeObject(query: URLSearchParams): IncludeObject {
  const value = query.get('includeObject') ?? '';
  if (value === '') return 'Metadata';
  if (value === 'None' || value === 'Metadata' || value === 'Object') return value;
  throw badRequest(`unrecognized includeObject value: ${JSON.stringify(value)}`);
}

export function tableOf(options: {
  resource: ServedResource;
  objects: readonly ApiObject[];
  version: 'v1' | 'v1beta1';
  metadata: TableListMeta;
  include: IncludeObject;
  now: number;
  hasColumns: boolean;
}): object {
  const { resource, objects, version, metadata, include, now, hasColumns } = options;
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${version}`,
    metadata,
    columnDefinitions: hasColumns ? resource.columns.map(columnDefinition) : null,
    rows: objects.map((object) => row(resource, object, version, include, now)),
  };
}

function row(
  resource: ServedResource,
  object: ApiObject,
  version: 'v1' | 'v1beta1',
  include: IncludeObject,
  now: number,
): TableRow {
  const cells = resource.cells(object, now);
  if (include === 'None') return { cells };
  return { cells, object: include === 'Object' ? object : partialMetadata(object, version) };
}

/** The server describes its columns in words of its own; ours are left empty. */
function columnDefinition({ name, type, format, priority }: ColumnFacts): object {
  return { name, type, format, description: '', priority };
}
