/**
 * An object as lines to read: its metadata first, then every other field by name, indented, with tables where a list is one.
 */
import { isJsonArray, isJsonObject, type KubeObject } from '@reeve/machinery';
import { TextTable } from '../output/text-table.ts';

/** Metadata that is said in a way of its own, or that nobody wants to read. */
const ownLines = new Set([
  'name',
  'namespace',
  'labels',
  'annotations',
  'managedFields',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'selfLink',
]);
const widest = 140;

/** The lines of an object, without its events. */
export function describedObject(object: KubeObject): string[] {
  const { apiVersion, kind, metadata, ...rest } = object as KubeObject & Record<string, unknown>;
  const { name = '', namespace, labels, annotations, creationTimestamp, ...more } = metadata;
  const others = Object.fromEntries(Object.entries(more).filter(([key]) => !ownLines.has(key)));
  return [
    ...aligned([
      ['Name:', [name]],
      ...(namespace === undefined ? [] : [['Namespace:', [namespace]] as const]),
      ['Labels:', pairs(labels, '=')],
      ['Annotations:', pairs(annotations, ': ')],
      ['API Version:', [apiVersion ?? '']],
      ['Kind:', [kind ?? '']],
      ['Created:', [creationTimestamp ?? '<unknown>']],
    ]),
    ...(Object.keys(others).length === 0 ? [] : ['Metadata:', ...fieldLines(others, 1)]),
    ...Object.keys(rest)
      .toSorted()
      .flatMap((key) => entryLines(key, rest[key], 0)),
  ];
}

/** Titles with their values, the values below each other. */
function aligned(entries: readonly (readonly [string, readonly string[]])[]): string[] {
  const width = Math.max(...entries.map(([title]) => title.length)) + 2;
  return entries.flatMap(([title, values]) =>
    values.map((value, index) => `${(index === 0 ? title : '').padEnd(width)}${value}`),
  );
}

function pairs(map: Readonly<Record<string, string>> | undefined, between: string): string[] {
  const keys = Object.keys(map ?? {}).toSorted();
  return keys.length === 0
    ? ['<none>']
    : keys.map((key) => cut(`${key}${between}${map?.[key]?.replaceAll('\n', ' ')}`));
}

const cut = (text: string): string => (text.length > widest ? `${text.slice(0, widest)}...` : text);

const fieldLines = (fields: Readonly<Record<string, unknown>>, depth: number): string[] =>
  Object.keys(fields)
    .toSorted()
    .flatMap((key) => entryLines(key, fields[key], depth));

function entryLines(key: string, value: unknown, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const title = `${indent}${depth > 0 && /[./-]/.test(key) ? key : titled(key)}:`;
  if (isJsonArray(value)) return listLines(title, value, depth);
  if (isJsonObject(value))
    return Object.keys(value).length === 0 ? [`${title}  {}`] : [title, ...fieldLines(value, depth + 1)];
  return textLines(title, value, indent);
}

/** Text of several lines stands below its title. */
function textLines(title: string, value: unknown, indent: string): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const lines = text.split('\n');
  return lines.length === 1 ? [`${title}  ${text}`] : [title, ...lines.map((line) => `${indent}  ${line}`.trimEnd())];
}

function listLines(title: string, items: readonly unknown[], depth: number): string[] {
  if (items.length === 0) return [`${title}  []`];
  const indent = '  '.repeat(depth + 1);
  if (items.every((item) => !isJsonObject(item) && !isJsonArray(item)))
    return [title, ...items.map((item) => `${indent}${typeof item === 'string' ? item : JSON.stringify(item)}`)];
  const rows = items.filter(isJsonObject);
  if (rows.length === items.length && rows.every(isFlat)) return [title, ...tableLines(rows, indent)];
  return [title, ...items.flatMap((item) => itemLines(item, depth + 1))];
}

function itemLines(item: unknown, depth: number): string[] {
  if (!isJsonObject(item)) return entryLines('Item', item, depth);
  const { name, ...fields } = item;
  if (typeof name === 'string') return [`${'  '.repeat(depth)}${name}:`, ...fieldLines(fields, depth + 1)];
  return fieldLines(item, depth).map((line, index) => (index === 0 ? line.replace(/^( *) {2}(\S)/, '$1- $2') : line));
}

/** Fields without fields, few enough and short enough for a row. */
const isFlat = (item: Readonly<Record<string, unknown>>): boolean =>
  Object.values(item).every(
    (value) =>
      (value === null || typeof value !== 'object') && plain(value).length <= widest && !plain(value).includes('\n'),
  );

/** Objects as rows; the type or name of each comes first. */
function tableLines(rows: readonly Readonly<Record<string, unknown>>[], indent: string): string[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const first = ['type', 'name', 'key', 'status'].filter((key) => keys.includes(key));
  const last: string[] = keys.filter((key) => key === 'message');
  const between = keys.filter((key) => !first.includes(key) && !last.includes(key)).toSorted();
  const columns = [...first, ...between, ...last];
  const cells = rows.map((row) => columns.map((key) => (isSet(row[key]) ? plain(row[key]) : '')));
  const header = columns.map(titled);
  const lines = new TextTable().lines([header, header.map((title) => '-'.repeat(title.length)), ...cells]);
  return lines.map((line) => `${indent}${line}`.trimEnd());
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** A value without parts as text. */
const plain = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** `readyReplicas` as `Ready Replicas`. */
const titled = (key: string): string =>
  key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/^./, (char) => char.toUpperCase());
