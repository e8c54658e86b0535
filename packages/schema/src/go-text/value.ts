/**
 * The value inside a field error, as the server prints it: strings in quotes, numbers plain, everything else as JSON.
 * Upstream: apimachinery util/validation/field Error.ErrorBody.
 */
import { quote } from '@reeve/machinery';
import { printDouble } from '@reeve/cel';
import type { ReadonlyJson } from '@reeve/machinery';
import { goJson } from './json.ts';
import { isInt64 } from './number.ts';

/** The printed value. */
export function printValue(value: ReadonlyJson): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'bigint') return printNumber(value);
  return goJson(value);
}

/** A number inside a sentence. */
export function printNumber(value: number | bigint): string {
  return isInt64(value) ? String(value) : printDouble(Number(value));
}
