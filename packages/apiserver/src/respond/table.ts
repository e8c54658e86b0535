/**
 * The rows and columns that `kubectl get` prints. Upstream: meta/v1 Table.
 */
import type { ColumnFacts } from '@reeve/kinds';
import { rowConditions, type RowCondition } from '@reeve/builtins';
import { badRequest, type ApiObject, type ServedResource } from '@reeve/registry';
import { partialMetadata } from './partial-metadata.ts';

export type IncludeObject = 'None' | 'Metadata' | 'Object';

export interface TableRow {
  readonly cells: readonly unknown[];
  readonly conditions?: readonly RowCondition[];
  readonly object: ApiObject | null;
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
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** What rows are made of. */
export interface RowOptions {
  readonly resource: ServedResource;
  readonly version: 'v1' | 'v1beta1';
  readonly include: IncludeObject;
  readonly now: number;
}

export function tableOf(
  options: RowOptions & { objects: readonly ApiObject[]; metadata: TableListMeta; hasColumns: boolean },
): object {
  const { resource, objects } = options;
  return {
    ...tableHead(options),
    rows: objects.length === 0 && hasPlainColumns(resource) ? null : objects.map((object) => tableRow(object, options)),
  };
}

/** All of a Table that comes before its rows. */
export const tableHead = ({
  resource,
  version,
  metadata,
  hasColumns,
}: Pick<RowOptions, 'resource' | 'version'> & { metadata: TableListMeta; hasColumns: boolean }): object => ({
  kind: 'Table',
  apiVersion: `meta.k8s.io/${version}`,
  metadata,
  columnDefinitions: hasColumns ? resource.columns.map(columnDefinition) : null,
});

/** Kinds without columns of their own, and definitions, say when they were created, and have another way to say that there is nothing. */
function hasPlainColumns({ columns }: ServedResource): boolean {
  return columns.some(({ name }) => name === 'Created At');
}

export function tableRow(object: ApiObject, { resource, version, include, now }: RowOptions): TableRow {
  const cells = resource.printer(object, now);
  const conditions = rowConditions(object);
  const about = conditions.length === 0 ? { cells } : { cells, conditions };
  if (include === 'None') return { ...about, object: null };
  return { ...about, object: include === 'Object' ? object : partialMetadata(object, version) };
}

/** The server describes its columns in words of its own, which are left empty; those of definitions have their author's. */
function columnDefinition({ name, type, format, priority, description = '' }: ColumnFacts): object {
  return { name, type, format, description, priority };
}
