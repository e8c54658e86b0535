/**
 * JSON values as Go prints them in messages, with %v, %#v and %T.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';

/** `%v`: maps by key, lists in brackets, texts bare. */
export function goValue(value: unknown): string {
  if (isJsonArray(value)) return `[${value.map(goValue).join(' ')}]`;
  if (isJsonObject(value))
    return `map[${sorted(value)
      .map(([key, item]) => `${key}:${goValue(item)}`)
      .join(' ')}]`;
  return value === null || value === undefined ? '<nil>' : scalar(value);
}

/** `%#v`: as Go source. */
export function goSyntax(value: unknown): string {
  if (isJsonArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (isJsonObject(value))
    return `map[string]interface {}{${sorted(value)
      .map(([key, item]) => `${JSON.stringify(key)}:${goSyntax(item)}`)
      .join(', ')}}`;
  if (typeof value === 'string') return JSON.stringify(value);
  return value === null || value === undefined ? 'interface {}(nil)' : scalar(value);
}

/** `%T`. */
export function goType(value: unknown): string {
  if (isJsonArray(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'string' ? 'string' : '<nil>';
}

function sorted(value: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

const scalar = (value: unknown): string => String(value);
