/**
 * The columns of `kubectl get`: the path says where the value is, and the schema there says how to print it.
 */
import { isJsonObject } from '@reeve/machinery';
import type { Problems } from '../problem/definition-problem.ts';
import type { Structural } from '../structural/structuralize.ts';
import type { PrinterColumn } from './custom-resource-definition.ts';
import type { Column } from './resource-options.ts';
import { schemaAt } from './schema-at.ts';

/** The columns as a definition carries them, with the age last. */
export function printerColumns(
  columns: Readonly<Record<string, Column>> | readonly PrinterColumn[],
  root: Structural,
  problems: Problems,
): PrinterColumn[] {
  if (isList(columns)) return [...columns];
  const own = Object.entries(columns).map(([name, column]) => printerColumn(name, column, root, problems));
  const hasAge = own.some(({ name }) => name.toLowerCase() === 'age');
  return hasAge ? own : [...own, { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }];
}

const isList = <T>(columns: object | readonly T[]): columns is readonly T[] => Array.isArray(columns);

function printerColumn(name: string, column: Column, root: Structural, problems: Problems): PrinterColumn {
  const { path, ...given } = typeof column === 'string' ? { path: column } : column;
  const type = given.type ?? typeAt(path, root);
  if (type !== undefined) return { name, type, jsonPath: path, ...given };
  const reason = `the column ${name} shows ${path}, which the schema does not describe`;
  problems.add('columns', reason, 'correct the path, or say the type: { path, type }');
  return { name, type: 'string', jsonPath: path };
}

/** How a column prints what the schema describes; undefined where it describes nothing. */
function typeAt(path: string, root: Structural): string | undefined {
  if (path.startsWith('.metadata.')) return path.endsWith('Timestamp') ? 'date' : 'string';
  if (/[[?@]/u.test(path)) return 'string'; // an expression that selects elements
  const schema = schemaAt(root, path);
  if (!isJsonObject(schema)) return undefined;
  if (schema['format'] === 'date-time' || schema['format'] === 'date') return 'date';
  const type = schema['type'];
  return type === 'integer' || type === 'number' || type === 'boolean' ? type : 'string';
}
