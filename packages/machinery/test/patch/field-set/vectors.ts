/**
 * Loads the vectors: pairs of FieldsV1, each with what structured-merge-diff v6.3 makes of them.
 */
import { readFileSync } from 'node:fs';
import type { JsonObject } from '@reeve/machinery';

/** Two sets and what upstream says about them. The keys of the objects are in upstream's order. */
export interface FieldSetVector {
  readonly a: JsonObject;
  readonly b: JsonObject;
  /** The set `a`, written again. */
  readonly canonical: JsonObject;
  readonly size: number;
  readonly paths: readonly string[];
  readonly leaves: JsonObject;
  readonly union: JsonObject;
  readonly intersection: JsonObject;
  readonly difference: JsonObject;
  readonly recursiveDifference: JsonObject;
  readonly equals: boolean;
}

export const fieldSetVectors = JSON.parse(
  readFileSync(new URL('fixtures/field-set-vectors.json', import.meta.url), 'utf8'),
) as FieldSetVector[];
