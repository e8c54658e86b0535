/**
 * The rows of a server's table as text: which columns are shown, and what stands in front of and behind them.
 */
import type { Table, TableColumn, TableRow } from '@reeve/client';
import type { AnyKind } from '@reeve/machinery';
import { printedKind } from '../resource/resource-request.ts';

/** What is shown besides the columns of the kind. */
export interface TableStyle {
  readonly isWide: boolean;
  readonly showsNamespace: boolean;
  readonly showsLabels: boolean;
  /** Names begin with their kind, where several kinds are printed. */
  readonly showsKind: boolean;
  /** Labels that have a column of their own. */
  readonly labelColumns: readonly string[];
}

/** The header of a table. */
export const headerOf = ({ columnDefinitions }: Table, style: TableStyle): string[] => [
  ...(style.showsNamespace ? ['NAMESPACE'] : []),
  ...shown(columnDefinitions, style).map(({ name }) => name.toUpperCase()),
  ...style.labelColumns.map((label) => label.slice(label.lastIndexOf('/') + 1).toUpperCase()),
  ...(style.showsLabels ? ['LABELS'] : []),
];

/** The cells of the rows. */
export function rowsOf({ columnDefinitions, rows }: Table, kind: AnyKind, style: TableStyle): string[][] {
  return rows.map((row) => {
    const { namespace = '', labels = {} } = row.object?.metadata ?? {};
    const cells = columnDefinitions.flatMap((column, index) =>
      isShown(column, style) ? [cellText(row, index, column, kind, style)] : [],
    );
    return [
      ...(style.showsNamespace ? [namespace] : []),
      ...cells,
      ...style.labelColumns.map((label) => labels[label] ?? ''),
      ...(style.showsLabels ? [labelsText(labels)] : []),
    ];
  });
}

const shown = (columns: readonly TableColumn[], style: TableStyle): readonly TableColumn[] =>
  columns.filter((column) => isShown(column, style));

const isShown = ({ priority }: TableColumn, { isWide }: TableStyle): boolean => isWide || priority === 0;

function cellText(row: TableRow, index: number, column: TableColumn, kind: AnyKind, style: TableStyle): string {
  const cell = row.cells[index];
  const text = oneLine(
    cell === null || cell === undefined ? '' : typeof cell === 'string' ? cell : JSON.stringify(cell),
  );
  return style.showsKind && column.format === 'name' && index === 0 ? `${printedKind(kind)}/${text}` : text;
}

/** The first line of a text; more is hinted at. */
function oneLine(text: string): string {
  const [first = ''] = text.split(/[\f\n\r]/, 1);
  return first.length < text.length ? `${first}...` : first;
}

const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.keys(labels).length === 0
    ? '<none>'
    : Object.keys(labels)
        .toSorted()
        .map((key) => `${key}=${labels[key]}`)
        .join(',');
