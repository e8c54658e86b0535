/**
 * One text for all ways to write the same JSON value: keys sorted, no spaces, integers as plain digits whether a number or
 * a bigint holds them. Values that `deepEqual` calls equal have the same canonical JSON, and others do not.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { JsonWriter } from './json-writer.ts';

/** The canonical text of a value. Any depth is fine; undefined properties are left out. */
export function canonicalJson(value: unknown): string {
  const text = new JsonWriter({ indent: '', sortKeys: true, number: canonicalNumber }).write(value);
  if (text === undefined) throw new InvalidInputError(typeof value, `JSON cannot express ${typeof value}: use null`);
  return text;
}

/** From 1e21 on, numbers print with an exponent and bigints do not; zero has no sign. */
function canonicalNumber(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}
