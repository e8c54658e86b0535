/**
 * What `reeve get` was asked for, and the lines of its tables.
 */
import type { Table } from '@reeve/client';
import type { AnyKind } from '@reeve/machinery';
import type { CommandContext } from '../../command/command-context.ts';
import type { Printer } from '../output/printer.ts';
import { headerOf, rowsOf, type TableStyle } from '../output/table-rows.ts';
import type { TextTable } from '../output/text-table.ts';
import type { Target } from '../resource/target.ts';
import { sortedBy } from './sorted-by.ts';

/** What is asked for, and how it is printed. */
export interface Asked {
  readonly context: CommandContext;
  readonly targets: readonly Target[];
  /** The namespace to look in; undefined looks in all of them. */
  readonly namespace: string | undefined;
  readonly selection: { readonly labelSelector?: string | undefined; readonly fieldSelector?: string | undefined };
  readonly style: TableStyle;
  readonly hasHeader: boolean;
  readonly printer: Printer | undefined;
}

/** The lines of a table. */
export function tableLines(asked: Asked, table: Table, kind: AnyKind, text: TextTable, hasHeader: boolean): string[] {
  const path = asked.context.flags.text('sort-by');
  const rows = path === undefined ? table : { ...table, rows: sortedBy(path, table.rows, ({ object }) => object) };
  const header = hasHeader ? [headerOf(table, asked.style)] : [];
  return text.lines([...header, ...rowsOf(rows, kind, asked.style)]);
}
