/**
 * Objects as the table that a server prints of them, with the columns of their kind.
 * Upstream: apimachinery meta/v1 Table.
 */
import type { JsonValue, ListMeta, PartialObjectMetadata, TypeMeta } from '@reeve/machinery';

/** A column: columns with a priority above 0 are shown only when there is room. */
export interface TableColumn {
  name: string;
  type: string;
  format: string;
  description: string;
  priority: number;
}

/** One object. */
export interface TableRow {
  cells: JsonValue[];
  conditions?: { type: string; status: string; reason?: string; message?: string }[];
  /** The metadata of the object, unless the request asked for more or less. */
  object?: PartialObjectMetadata;
}

/** The objects of a list, as rows. */
export interface Table extends TypeMeta {
  metadata: ListMeta;
  columnDefinitions: TableColumn[];
  rows: TableRow[];
}
