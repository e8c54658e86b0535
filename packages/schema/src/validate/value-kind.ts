/**
 * What kind of value something is, in the words of schemas. A number without a fraction that fits 64 bits is an integer.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import { isInt64 } from '../go-text/number.ts';

/** The kinds of values that are not null. */
export type ValueKind = 'boolean' | 'string' | 'integer' | 'number' | 'array' | 'object';

/** The kind of a value. */
export function valueKind(value: ReadonlyJson & {}): ValueKind {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'object') return Array.isArray(value) ? 'array' : 'object';
  if (typeof value === 'boolean') return 'boolean';
  return isInt64(value) ? 'integer' : 'number';
}
